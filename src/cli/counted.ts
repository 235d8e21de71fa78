/** A number with its noun: `1 entry`, `2 entries`. */

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
