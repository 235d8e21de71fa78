/** Bytes that were hidden in a text, read as the text they spell, or undefined where they spell none. */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf16 = new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true });

/** How many of the first bytes tell pictures and keys from text before anything else is done. */
const probeLength = 12;

export function readBytes(bytes: Uint8Array): string | undefined {
  if (bytes.length < 3) return undefined;
  if (!mayBeText(bytes)) return undefined;
  const text = isWide(bytes) ? decode(utf16, bytes, 2) : decode(utf8, bytes, 4);
  return text !== undefined && isReadable(text) ? text : undefined;
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

/** A stretch may end inside a character; up to three bytes may be cut to make it whole. */
function decode(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  tries: number,
): string | undefined {
  for (let cut = 0; cut < tries && cut < bytes.length; cut++) {
    try {
      return decoder.decode(bytes.subarray(0, bytes.length - cut));
    } catch {
      // Not whole yet.
    }
  }
  return undefined;
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
