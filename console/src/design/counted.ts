/** A number with its noun: `1 entry`, `2,000 entries`. */

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}
