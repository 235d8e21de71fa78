/** A text as numbers, a block at a time: a walk over these costs half of what asking a string for each unit costs. */

/** Short enough to stay in the processor's cache, long enough that filling it costs nothing. */
export const blockUnits = 1 << 14;

/** Behind a full block stands a 0 as well, which is never written. */
const block = new Uint16Array(blockUnits + 1);
const bytes = Buffer.from(block.buffer);

/** The bytes are written in the order in which nearly every machine counts them. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * The units of a text from a place on, as many as a block holds, and a 0 behind the last one of a text. There is one
 * block for all: it holds until the next call, so whoever walks it asks nobody who may walk another text.
 */
export function unitsFrom(text: string, from: number): Uint16Array {
  const part = from === 0 && text.length <= blockUnits ? text : text.slice(from, from + blockUnits);
  if (isLittleEndian) bytes.write(part, 'utf16le');
  else for (let at = 0; at < part.length; at++) block[at] = part.charCodeAt(at);
  if (part.length < blockUnits) block[part.length] = 0;
  return block;
}

/**
 * The character that begins at a place; half of one is a character of its own. A string's own `codePointAt` is not asked: of a
 * piece that was cut out of a longer text, the engine's second compiler lets it read on behind the end of the piece.
 */
export function pointAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first < 0xd800 || first > 0xdbff || at + 1 >= text.length) return first;
  const second = text.charCodeAt(at + 1);
  if (second < 0xdc00 || second > 0xdfff) return first;
  return ((first - 0xd800) << 10) + second - 0xdc00 + 0x10000;
}
