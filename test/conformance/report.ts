/** Writes what a run of conformance found as the page docs/CONFORMANCE.md. */
import { classes } from './exchanges.ts';
import type { Row } from './matrix.ts';
import type { OddityRow } from './transport.ts';

export type Report = { readonly rows: readonly Row[]; readonly oddities: readonly OddityRow[] };

export function countMissing({ rows, oddities }: Report): number {
  const cells = rows.flatMap((row) => Object.values(row.cells));
  return (
    cells.filter((cell) => cell === 'missing').length +
    oddities.filter((oddity) => oddity.missing.length > 0).length
  );
}

const intro = `# Conformance

\`npm run conformance\` writes this page. It starts the gateway as it is shipped, with policies that know
one word each, between a client and an upstream that keeps what arrives, and ends with the status 1
where anything is missing. A test holds this page to the code.

## Text

Each line is one kind of text on one side of one operation, in plain or streamed calls: how many string
paths of the format are of that kind, and what became of a word there.

| column    | what must be true                                                                                     |
| --------- | ----------------------------------------------------------------------------------------------------- |
| unchanged | no rule fires: the bytes that arrive are the bytes that were sent                                     |
| redacted  | a rule takes the word out: the rest arrives as it was; what cannot be rewritten is blocked, by design |
| blocked   | a rule blocks: an error in the client's shape, or the end of a live stream, and nothing gets through  |
| refused   | the same, told as an answer of the model; where the format has no such answer, as an error, by design |
| listed    | what cannot be read arrives, and the answer says that its coverage is partial                         |

`;

const middle = `
## Requests that two readers could take differently

Each is sent over a plain socket to every operation. It must be refused in the shape that the client
reads, with a request id and the headers of every other answer, and no upstream may hear of it.

`;

export function writeReport(report: Report): string {
  return intro + writeRows(report.rows) + middle + writeOddities(report.oddities);
}

function writeRows(rows: readonly Row[]): string {
  const lines = rows.map(({ dialect, surface, side, kind, paths, cells }) => [
    dialect,
    surface,
    side,
    kind,
    String(paths),
    ...classes.map((each) => cells[each]),
  ]);
  return writeTable(['dialect', 'calls', 'side', 'kind', 'paths', ...classes], lines);
}

function writeOddities(rows: readonly OddityRow[]): string {
  const lines = rows.map(({ name, surfaces, missing }) => [
    name,
    String(surfaces),
    missing.length === 0 ? 'passed' : 'missing',
  ]);
  return writeTable(['what', 'surfaces', 'refused'], lines);
}

/** In the layout that the formatter of the project gives a table. */
function writeTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const write = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |\n`;
  return write(head) + rule + lines.map(write).join('');
}
