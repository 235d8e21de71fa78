/** What each ASCII character is to a scan: a part of a word, of a run, an end of a sentence, or a sign that some encoding needs. */

export const lowerBit = 1;
export const upperBit = 2;
export const digitBit = 4;
export const joinBit = 16;
export const sentenceBit = 128;
export const spaceBit = 256;

const signBits = 512;
/** Signs that are kept apart; a text without those of a decoder is nothing to it. */
const marked = '%&\\=+*~`<[@$!|.-_"\'(';

/** The bit of a sign in `scan.signs`. */
export function signBit(sign: string): number {
  const place = marked.indexOf(sign);
  if (place < 0)
    throw new RangeError(`\`${sign}\` is not one of the signs that a scan tells apart`);
  return signBits << place;
}

/** A control character that shows nothing; those that stand for white space or part texts are none of these. */
export const controlBit = signBits << marked.length;

/** Whether a unit is one of them. */
export function isControl(unit: number): boolean {
  return unit < 32 ? unit > 0 && (unit < 9 || unit > 13) && unit !== 0x1e : unit === 0x7f;
}

export const classes = new Int32Array(128);
for (let letter = 0; letter < 26; letter++) {
  classes[65 + letter] = upperBit;
  classes[97 + letter] = lowerBit;
}
for (let digit = 48; digit < 58; digit++) classes[digit] = digitBit;
for (let unit = 0; unit < 128; unit++) if (isControl(unit)) classes[unit] = controlBit;
function mark(characters: string, bit: (character: string) => number): void {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    classes[code] = (classes[code] ?? 0) | bit(character);
  }
}
mark('_-+/=.~', () => joinBit);
mark('.!?;\n\u001e', () => sentenceBit);
mark(' \t\n\r\u001e\0', () => spaceBit);
mark(marked, signBit);
