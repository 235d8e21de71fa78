/** Undoes dumps of bytes as `xxd`, `hexdump -C` and `od` make them: lines with an offset, hexadecimal, and often the text beside it. */
import { readBytes } from '../bytes.ts';
import { type Reading, Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';
import type { Edits } from '../edits.ts';
import type { Decoder } from './decoder.ts';

/** An offset, pairs or words of digits one space apart (two in the middle), and what stands two spaces or a bar further on. */
const line =
  /^[ >]{0,8}(?:0x)?([0-9a-fA-F]{4,16}):?[ \t]{1,3}((?:[0-9a-fA-F]{2}){1,8}(?:[ \t]{1,2}(?:[0-9a-fA-F]{2}){1,8}(?![0-9a-zA-Z]))*)([ \t]{2}[^\n]*|[ \t]*\|[^\n]*|[ \t]*)$/;
const lineMin = 12;
const lineMax = 200;
const bytesMax = 64;
const bytesMin = 8;

type Line = {
  readonly from: number;
  readonly to: number;
  readonly offset: string;
  readonly bytes: Uint8Array;
};
type Block = { readonly lines: readonly Line[]; readonly text: string; readonly size: number };

export const dump: Decoder = {
  name: 'dump',
  sure: true,
  find: (scan, edits) => {
    for (const block of blocksIn(scan)) {
      if (block.text.length === block.size) putLines(block, edits);
      else edits.replace(startOf(block), endOf(block), block.text);
      edits.claims.add(startOf(block), endOf(block));
    }
  },
};

/** The text without its dumps, of which another reading tells all; undefined where there are none. */
export function besideDumps(scan: Scan): Reading | undefined {
  const blocks = blocksIn(scan);
  if (blocks.length === 0) return undefined;
  const rewrite = new Rewrite(scan.text, scan.text.length);
  let at = 0;
  for (const block of blocks) {
    rewrite.keep(at, startOf(block));
    rewrite.put(cut, startOf(block), endOf(block));
    at = endOf(block);
  }
  rewrite.keep(at, scan.text.length);
  return rewrite.finish();
}

/** The end of a sentence. */
const cut = '\n';

const known = new WeakMap<Scan, readonly Block[]>();

function blocksIn(scan: Scan): readonly Block[] {
  if (!mayHold(scan)) return none;
  let blocks = known.get(scan);
  if (blocks === undefined) known.set(scan, (blocks = findBlocks(scan.text)));
  return blocks;
}

const none: readonly Block[] = [];
const offsetMin = 4;
const offsetMax = 18;

/** Whether a line begins with something that is long enough for an offset, and goes on with another number. */
function mayHold({ text, numerals }: Scan): boolean {
  for (let at = 0; at + 2 < numerals.length; at += 2) {
    const start = numerals.at(at);
    const end = numerals.at(at + 1);
    if (end - start < offsetMin || end - start > offsetMax || numerals.at(at + 2) - end > 4)
      continue;
    let before = start - 1;
    while (text.charCodeAt(before) === 32 || text.charCodeAt(before) === 62) before--;
    if (before < 0 || text.charCodeAt(before) === 10) return true;
  }
  return false;
}

function findBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: Line[] = [];
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    const found = readLine(text, from, to);
    const before = lines.at(-1);
    if (found === undefined || (before !== undefined && !follows(before, found))) {
      addBlock(lines, blocks);
      lines = [];
    }
    if (found !== undefined) lines.push(found);
    from = to + 1;
  }
  addBlock(lines, blocks);
  return blocks;
}

/** Nothing but what the bytes say: a text beside them that says something else is a text by itself. */
function readLine(text: string, from: number, end: number): Line | undefined {
  const to = text.charCodeAt(end - 1) === 13 ? end - 1 : end;
  if (to - from > lineMax || to - from < lineMin) return undefined;
  const [, offset, written, beside = ''] = line.exec(text.slice(from, to)) ?? [];
  const pairs = written?.match(/[0-9a-fA-F]{2}/g);
  if (offset === undefined || !pairs || pairs.length > bytesMax) return undefined;
  const bytes = Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
  return isShown(beside, bytes) ? { from, to: end, offset, bytes } : undefined;
}

/** Behind two spaces or more, or between bars: some of the spaces may be its own. */
function isShown(beside: string, bytes: Uint8Array): boolean {
  const text = beside.trimStart();
  if (text === '' || shows(text.replace(/^\|([^]*)\|[ \t]*$/, '$1'), bytes)) return true;
  const spaces = beside.length - text.length;
  for (let at = 2; at < spaces; at++) if (shows(beside.slice(at), bytes)) return true;
  return false;
}

function shows(column: string, bytes: Uint8Array): boolean {
  if (column.length > bytes.length) return false;
  return bytes.every((byte, at) => {
    const unit = column.charCodeAt(at);
    // Spaces at its end may be gone, and what is no letter of ASCII is a dot.
    if (at >= column.length) return byte === 32;
    return unit === byte || (unit === 46 && (byte < 32 || byte > 126));
  });
}

/** Offsets count bytes, in either base. */
function follows(before: Line, line: Line): boolean {
  return [16, 8].some(
    (base) => parseInt(line.offset, base) - parseInt(before.offset, base) === before.bytes.length,
  );
}

/** A dump begins at a whole line, and one line alone at the beginning: an offset is no place to hide anything in. */
function isStart({ offset, bytes }: Line, count: number): boolean {
  if (count === 1) return /^0+$/.test(offset);
  return [16, 8].some((base) => parseInt(offset, base) % bytes.length === 0);
}

function addBlock(lines: readonly Line[], blocks: Block[]): void {
  const size = lines.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const [first] = lines;
  if (size < bytesMin || first === undefined || !isStart(first, lines.length)) return;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const one of lines) {
    bytes.set(one.bytes, at);
    at += one.bytes.length;
  }
  const text = readBytes(bytes);
  if (text !== undefined) blocks.push({ lines, text, size });
}

function startOf({ lines }: Block): number {
  return lines[0]?.from ?? 0;
}

function endOf({ lines }: Block): number {
  return lines.at(-1)?.to ?? 0;
}

/** One character for each byte: what is found in them is cut out by the line. */
function putLines({ lines, text }: Block, edits: Edits): void {
  let at = 0;
  lines.forEach(({ from, to, bytes }, place) => {
    edits.replace(from, lines[place + 1]?.from ?? to, text.slice(at, at + bytes.length));
    at += bytes.length;
  });
}
