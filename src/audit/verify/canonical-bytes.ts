/** The bytes that canonical JSON is made of, and which of them stand for themselves. */

export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const colon = 0x3a;
export const braceOpen = 0x7b;
export const braceClose = 0x7d;
export const bracketOpen = 0x5b;
export const bracketClose = 0x5d;
export const minus = 0x2d;
export const zero = 0x30;

/** Escapes that canonical JSON writes, after the backslash: quote, backslash, b, f, n, r, t. */
export const shortEscapes: ReadonlySet<number> = new Set([
  quote,
  backslash,
  0x62,
  0x66,
  0x6e,
  0x72,
  0x74,
]);
/** ASCII that stands for itself in a string; in a name, only the printable of it. */
export const inString = Uint8Array.from({ length: 256 }, (_, byte) =>
  toFlag(isPlain(byte) && byte < 0x80),
);
export const inName = Uint8Array.from({ length: 256 }, (_, byte) =>
  toFlag(isPlain(byte) && byte < 0x7f),
);
export const beyondAscii = Uint8Array.from({ length: 256 }, (_, byte) => toFlag(byte > 0x7f));

function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte !== quote && byte !== backslash;
}

function toFlag(holds: boolean): number {
  return holds ? 1 : 0;
}

/** What has to stand at each place of a UUIDv7, its version and variant among them. */
const idShape = 'hhhhhhhh-hhhh-7hhh-vhhh-hhhhhhhhhhhh';
const idSigns = Object.entries({ h: '0123456789abcdef', v: '89ab', 7: '7', '-': '-' });
/** A bit for each kind of sign: which a byte is, and which is due at a place. */
const isSign = Uint8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte);
  return idSigns.reduce((bits, [, signs], bit) => bits | (toFlag(signs.includes(sign)) << bit), 0);
});
const dueInId = Uint8Array.from(idShape, (due) => 1 << idSigns.findIndex(([kind]) => kind === due));

/** Whether these bytes are a UUIDv7 in small letters. */
export function isId(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== dueInId.length) return false;
  for (let at = 0; at < dueInId.length; at += 1)
    if (((isSign[bytes[from + at] ?? 0] ?? 0) & (dueInId[at] ?? 0)) === 0) return false;
  return true;
}

export function isDigit(byte: number): boolean {
  return byte >= zero && byte <= zero + 9;
}
