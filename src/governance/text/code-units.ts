/** A text as numbers, a block at a time: a walk over these costs half of what asking a string for each unit costs. */

/** Short enough to stay in the processor's cache, long enough that filling it costs nothing. */
export const blockUnits = 1 << 14;

const block = new Uint16Array(blockUnits);
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
