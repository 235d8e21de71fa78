/** Texts of a YAML document as they are printed: quotes settled, line breaks kept where they mean something. */
import type { Scalar } from 'yaml';

type Text = Pick<Scalar, 'type' | 'range' | 'value'>;

function rawOf({ range }: Text, source: string): string {
  return source.slice(range?.[0] ?? 0, range?.[1] ?? 0);
}

/** The lines of a plain or quoted text as its author broke them. */
export function readLines(text: Text, source: string): readonly string[] {
  const lines = settleQuotes(rawOf(text, source)).split('\n');
  const last = lines.length - 1;
  return lines.map((line, index) => {
    const begun = index === 0 ? line : line.trimStart();
    return index === last ? begun : begun.trimEnd();
  });
}

/** The same on one line; undefined where an empty line says that there are two. */
export function printInline(text: Text, source: string): string | undefined {
  const lines = readLines(text, source);
  return lines.includes('') && lines.length > 1 ? undefined : lines.join(' ');
}

/** Single quotes, unless an escape or a single quote needs double ones. */
function settleQuotes(raw: string): string {
  const inner = raw.slice(1, -1);
  if (raw.startsWith('"')) {
    // Only a backslash or a quote was escaped, which single quotes need not do.
    const plain = inner.replace(/\\(["\\])/g, '$1');
    const simple = !/\\[^"\\]/.test(inner.replaceAll('\\\\', '')) && !inner.includes('\n');
    if (simple && !plain.includes("'") && (plain.includes('"') || plain.includes('\\')))
      return `'${plain}'`;
    if (inner.includes('\\') || inner.includes("'")) return raw;
    return `'${inner}'`;
  }
  if (raw.startsWith("'") && inner.includes("''") && !/["\\]/.test(inner))
    return `"${inner.replaceAll("''", "'")}"`;
  return raw;
}

/** A literal or folded text: its header, then its lines at this indent. */
export function printBlockText(text: Text, source: string, indent: number): readonly string[] {
  const raw = rawOf(text, source);
  const header = /^[|>][-+0-9]*/.exec(raw)?.[0] ?? '|';
  const lines = raw.slice(raw.indexOf('\n') + 1).split('\n');
  if (!header.includes('+')) while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  else if (lines.at(-1)?.trim() === '') lines.pop();
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const given = /\d/.exec(header)?.[0];
  const depth = given === undefined ? Math.min(...depths) : Math.min(...depths, Number(given));
  const pad = ' '.repeat(indent);
  return [header, ...lines.map((line) => (line.trim() === '' ? '' : `${pad}${line.slice(depth)}`))];
}
