/** Finds the place in YAML source of a character of a scalar's value, whatever way the scalar is written. */

export type WrittenScalar = {
  readonly value: string;
  /** The parser's word: PLAIN, QUOTE_SINGLE, QUOTE_DOUBLE, BLOCK_LITERAL or BLOCK_FOLDED. */
  readonly style: string;
  readonly start: number;
  readonly end: number;
};

/** How many code units of the source were read, and how many of the value they stand for. */
type Read = { readonly source: number; readonly value: number };

/**
 * Source and value are read side by side. They differ only where YAML escapes, folds lines or takes away
 * indentation, and each of these can be told from what comes next on the two sides.
 */
export function offsetInSource(source: string, scalar: WrittenScalar, offset: number): number {
  const wanted = Math.max(0, Math.min(offset, scalar.value.length));
  const block = scalar.style.startsWith('BLOCK');
  const indent = block ? indentOf(source, scalar) : Infinity;
  let at = contentStart(source, scalar);
  if (block) at += spacesAt(source, at, indent);
  let read = 0;
  while (at < scalar.end) {
    const step = readOne(source, at, scalar, read);
    if (read + step.value > wanted) return step.source === step.value ? at + wanted - read : at;
    read += step.value;
    const lineEnds = source[at] === '\n';
    at += step.source;
    if (lineEnds) at += spacesAt(source, at, indent);
  }
  return Math.min(at, scalar.end);
}

function contentStart(source: string, scalar: WrittenScalar): number {
  if (scalar.style.startsWith('QUOTE')) return scalar.start + 1;
  if (!scalar.style.startsWith('BLOCK')) return scalar.start;
  const header = source.indexOf('\n', scalar.start);
  return header === -1 ? scalar.end : header + 1;
}

/** What the first line with text has more in the source than in the value. */
function indentOf(source: string, scalar: WrittenScalar): number {
  const written = /^( *)[^ \r\n]/m.exec(source.slice(contentStart(source, scalar), scalar.end));
  const kept = /^( *)[^ \n]/m.exec(scalar.value);
  return Math.max(0, (written?.[1]?.length ?? 0) - (kept?.[1]?.length ?? 0));
}

function spacesAt(source: string, at: number, most: number): number {
  let count = 0;
  while (count < most && isSpace(source[at + count])) count += 1;
  return count;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function readOne(source: string, at: number, scalar: WrittenScalar, read: number): Read {
  const written = source[at];
  if (scalar.style === 'QUOTE_DOUBLE' && written === '\\') return readEscape(source, at);
  if (scalar.style === 'QUOTE_SINGLE' && written === "'") return { source: 2, value: 1 };
  const kept = scalar.value[read];
  if (isSpace(written) && !scalar.style.startsWith('BLOCK')) {
    // White space before a line break is no part of a flow scalar, whatever follows the break.
    const run = spacesAt(source, at, Infinity);
    const after = source[at + run];
    return { source: run, value: after === '\n' || after === '\r' ? 0 : run };
  }
  // A folded line break is a space in the value; what else differs was taken away.
  if (written === kept || (written === '\n' && kept === ' ')) return { source: 1, value: 1 };
  return { source: 1, value: 0 };
}

function readEscape(source: string, at: number): Read {
  const letter = source[at + 1];
  if (letter === 'x') return { source: 4, value: 1 };
  if (letter === 'u') return { source: 6, value: 1 };
  if (letter === 'U') {
    const codePoint = Number.parseInt(source.slice(at + 2, at + 10), 16);
    return { source: 10, value: codePoint > 0xffff ? 2 : 1 };
  }
  if (letter !== '\n' && letter !== '\r') return { source: 2, value: 1 };
  const lineBreak = letter === '\r' ? 3 : 2;
  return { source: lineBreak + spacesAt(source, at + lineBreak, Infinity), value: 0 };
}
