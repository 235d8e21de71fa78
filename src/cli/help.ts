/** Help texts: who asks for one, and how their lists are drawn. */

export function wantsHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help';
}

/** Two columns, aligned, for help texts. */
export function listHelp(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
