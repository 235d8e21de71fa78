/** Bytes that were hidden in a text, read as the text they spell, or undefined where they spell none. */

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/** How many of the first bytes tell pictures and keys from text before anything else is done. */
const probeLength = 12;

export function readBytes(bytes: Uint8Array): string | undefined {
  if (bytes.length < 3) return undefined;
  if (!mayBeText(bytes)) return undefined;
  if (isWide(bytes)) return readable(utf16.decode(bytes.subarray(0, bytes.length & ~1)));
  // A stretch may end inside a character; what is not whole is cut off.
  const whole = wholeLength(bytes);
  return whole === 0 ? undefined : readable(utf8.decode(bytes.subarray(0, whole)));
}

/** True while the bytes could be the start of a text; pictures, archives and keys fail within a few bytes. */
export function mayBeText(bytes: Uint8Array): boolean {
  if (isWide(bytes)) return true;
  const end = Math.min(bytes.length, probeLength);
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x7f || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13)) return false;
  }
  return true;
}

function isWide(bytes: Uint8Array): boolean {
  return bytes.length >= 8 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0 && bytes[0] !== 0;
}

function readable(text: string): string | undefined {
  return isReadable(text) ? text : undefined;
}

/** Length of the bytes up to the last whole character of UTF-8; 0 where they are something else. */
function wholeLength(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const size = sizeOf(bytes[at] ?? 0);
    if (size === 0) return 0;
    if (at + size > bytes.length) break;
    for (let next = 1; next < size; next++) {
      if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
    }
    at += size;
  }
  return bytes.length - at <= 3 ? at : 0;
}

function sizeOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/** Mostly letters, digits and spaces, and hardly any control characters: random bytes are not. */
export function isReadable(text: string): boolean {
  let plain = 0;
  let control = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 32 || isAlphanumeric(unit) || unit >= 0xa0) plain++;
    else if ((unit < 32 && unit !== 9 && unit !== 10 && unit !== 13) || unit === 127) control++;
    else if (unit < 32 || text.length > 16) plain += 0.5;
  }
  return plain >= text.length * 0.75 && control <= text.length * 0.02;
}

function isAlphanumeric(unit: number): boolean {
  const small = unit | 32;
  return (small >= 97 && small <= 122) || (unit >= 48 && unit <= 57);
}

export function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text);
}
