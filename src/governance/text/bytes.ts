/** Bytes that were hidden in a text, read as the text they spell, or undefined where they spell none. */

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });
const utf16be = new TextDecoder('utf-16be', { ignoreBOM: true });

/** How many of the first bytes tell pictures and keys from text before anything else is done. */
export const probeLength = 12;
/** Bytes that are looked at for UTF-16 of other scripts; valid UTF-8 seldom passes for it. */
const foreignLength = 12;
/** What people write in so few bytes is of one script; of random ones, and of digits in groups, every thirtieth row would pass. */
const mixedLength = 32;
/** A longer row of bytes is put together by the decoder, a shorter one by hand. */
const shortMax = 24;

/** `wide` is false where UTF-16 would be a misreading. */
export function readBytes(bytes: Uint8Array, wide = true): string | undefined {
  if (bytes.length < 3) return undefined;
  if (wide && isWide(bytes)) return readWide(bytes);
  if (wide && isWideBig(bytes))
    return readable(utf16be.decode(bytes.subarray(0, bytes.length & ~1)));
  if (isPlain(bytes)) return fromAscii(bytes);
  if (!mayBeText(bytes)) return undefined;
  const ascii = asciiLength(bytes);
  // A stretch may end inside a character; what is not whole is cut off.
  const whole = wholeLength(bytes, ascii);
  const text =
    whole === 0 || ascii === bytes.length
      ? undefined
      : readable(utf8.decode(bytes.subarray(0, whole)));
  // Letters of ASCII in pairs would pass for Chinese, so this comes last.
  return (
    text ?? readBeginning(bytes) ?? (wide && isForeignText(bytes) ? readWide(bytes) : undefined)
  );
}

/** No chance spells so much. */
const beginningMin = 24;

/** What a word behind it that was taken for a part of it makes is no text any more; what stands before is. */
function readBeginning(bytes: Uint8Array): string | undefined {
  let end = 0;
  while (end < bytes.length) {
    const byte = bytes[end] ?? 0;
    const size = sizeOf(byte);
    if (size === 0 || isControl(byte) || end + size > bytes.length) break;
    if (size > 1 && wholeLength(bytes.subarray(end, end + size), 0) !== size) break;
    end += size;
  }
  return end < beginningMin ? undefined : readable(utf8.decode(bytes.subarray(0, end)));
}

function isForeignText(bytes: Uint8Array): boolean {
  if (!isForeignWide(bytes)) return false;
  return bytes.length < mixedLength ? isOneScript(bytes) : isAllWritten(bytes);
}

function readWide(bytes: Uint8Array): string | undefined {
  return readable(utf16.decode(bytes.subarray(0, bytes.length & ~1)));
}

/** True while so many bytes could be the start of a text; pictures, archives and keys fail within a few bytes. */
export function mayBeText(bytes: Uint8Array, length = bytes.length): boolean {
  if (isWide(bytes, length) || isWideBig(bytes, length) || isForeignWide(bytes, length))
    return true;
  return mayBeUtf8(bytes, length);
}

export function mayBeUtf8(bytes: Uint8Array, length: number): boolean {
  const end = Math.min(length, probeLength);
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) {
      // What is no character of UTF-8 is no text; one that the probe cuts apart may be.
      const size = sizeOf(byte);
      if (size === 0) return false;
      for (let next = 1; next < size && at + next < end; next++) {
        if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return false;
      }
      at += size - 1;
    } else if (isControl(byte)) return false;
  }
  return true;
}

export function fromAscii(bytes: Uint8Array): string {
  if (bytes.length > shortMax) return utf8.decode(bytes);
  let text = '';
  for (let at = 0; at < bytes.length; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

function isWide(bytes: Uint8Array, length = bytes.length): boolean {
  return length >= 8 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0 && bytes[0] !== 0;
}

/** UTF-16 whose first byte is the higher one. */
function isWideBig(bytes: Uint8Array, length = bytes.length): boolean {
  return length >= 8 && bytes[0] === 0 && bytes[2] === 0 && bytes[4] === 0 && bytes[1] !== 0;
}

/** UTF-16 of a script other than Latin: the first characters are all of scripts that people write. */
function isForeignWide(bytes: Uint8Array, length = bytes.length): boolean {
  if (length < foreignLength) return false;
  let foreign = 0;
  for (let at = 0; at < foreignLength; at += 2) {
    const unit = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    if (unit >= 0x20 && unit < 0x7f) continue;
    if (!isWritten(unit)) return false;
    foreign++;
  }
  return foreign > 0;
}

/** Random bytes pass for a few characters, not for a whole text. */
function isAllWritten(bytes: Uint8Array): boolean {
  let strange = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const unit = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    if (!isPlainUnit(unit) && !isWritten(unit)) strange++;
  }
  return strange * 16 < bytes.length;
}

/** Chinese with what Japanese has beside it, Korean, or alphabets; signs belong to each of them. */
function isOneScript(bytes: Uint8Array): boolean {
  let scripts = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const unit = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    if ((unit >= 0x3040 && unit < 0x3100) || (unit >= 0x4e00 && unit < 0xa000)) scripts |= 1;
    else if (unit >= 0xac00 && unit < 0xd7a4) scripts |= 2;
    else if (isWritten(unit) && !isSign(unit)) scripts |= 4;
    else if (!isWritten(unit) && !isPlainUnit(unit)) return false;
  }
  return (scripts & (scripts - 1)) === 0;
}

function isSign(unit: number): boolean {
  return (
    (unit >= 0xa0 && unit < 0xc0) ||
    (unit >= 0x2010 && unit < 0x2028) ||
    (unit >= 0x3000 && unit < 0x3040) ||
    (unit >= 0xff00 && unit < 0xfff0)
  );
}

function isPlainUnit(unit: number): boolean {
  return (unit >= 0x20 && unit < 0x7f) || unit === 9 || unit === 10 || unit === 13;
}

function isWritten(unit: number): boolean {
  return (
    (unit >= 0xa0 && unit < 0x250) ||
    (unit >= 0x370 && unit < 0x700) ||
    (unit >= 0x900 && unit < 0xe80) ||
    (unit >= 0x1e00 && unit < 0x1f00) ||
    (unit >= 0x2010 && unit < 0x2028) ||
    (unit >= 0x3000 && unit < 0x3100) ||
    (unit >= 0x4e00 && unit < 0xa000) ||
    (unit >= 0xac00 && unit < 0xd7a4) ||
    (unit >= 0xff00 && unit < 0xfff0)
  );
}

function isControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13);
}

function asciiLength(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at++;
  return at;
}

function readable(text: string): string | undefined {
  return isReadable(text) ? text : undefined;
}

/** Length of the bytes up to the last whole character of UTF-8; 0 where they are something else. */
function wholeLength(bytes: Uint8Array, ascii: number): number {
  let at = ascii;
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

/** ASCII that spells a text, as `isReadable` has it; its beginning has to be free of control characters. */
export function isPlain(bytes: Uint8Array): boolean {
  let plain = 0;
  let control = 0;
  const { length } = bytes;
  const controlMax = length * 0.02;
  const other = length > 16 ? 0.5 : 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 32 || isAlphanumeric(byte)) plain++;
    else if (byte >= 0x80) return false;
    else if (isControl(byte)) {
      control++;
      if (at < probeLength || control > controlMax) return false;
    } else plain += byte < 32 ? 0.5 : other;
  }
  return plain >= length * shareOf(length);
}

/** Characters that are written by number have more signs than letters; a long row of them is no chance. */
function shareOf(length: number): number {
  return length > 48 ? 0.5 : 0.75;
}

/** Mostly letters, digits and spaces, and hardly any control characters: random bytes are not. */
export function isReadable(text: string): boolean {
  let plain = 0;
  let control = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 32 || isAlphanumeric(unit) || unit >= 0xa0) plain++;
    else if (isControl(unit)) control++;
    else if (unit < 32 || text.length > 16) plain += 0.5;
  }
  return plain >= text.length * shareOf(text.length) && control <= text.length * 0.02;
}

function isAlphanumeric(unit: number): boolean {
  const small = unit | 32;
  return (small >= 97 && small <= 122) || (unit >= 48 && unit <= 57);
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 128) return false;
  return true;
}

/** One for all decoders: none begins while another is at work. */
let scratch = new Uint8Array(4096);

/** Room for so many bytes; what stood there before is gone. */
export function takeScratch(length: number): Uint8Array {
  if (scratch.length < length) scratch = new Uint8Array(length * 2);
  return scratch;
}

/** The value of a hexadecimal digit, or -1. */
export function hexValue(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const small = unit | 32;
  return small >= 97 && small <= 102 ? small - 87 : -1;
}
