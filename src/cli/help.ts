/** Help texts: who asks for one, and how their lists are drawn. */

export function wantsHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === '--help' || arg === '-h') || args[0] === 'help';
}

/** What a terminal shows in a line unless somebody made it wider. */
const lineCharactersMax = 80;

/** Two columns, aligned, for help texts; the right one goes on below itself. */
export function listHelp(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const indent = ' '.repeat(width + 4);
  return rows
    .map(([left, right]) => {
      const lines = wrap(right, lineCharactersMax - indent.length);
      return `  ${left.padEnd(width)}  ${lines.join(`\n${indent}`)}\n`;
    })
    .join('');
}

function wrap(text: string, charactersMax: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > charactersMax) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
