/** RFC 8785 canonical JSON: a string writer for entries written directly, and the general form to check them against. */

export const stringCharactersMax = 512;
const nameCharactersMax = 128;
const namesMax = 32;

/** Characters that stand for themselves in JSON, which is nearly all there is in an entry. */
const plain = /^[ !#-[\]-~]*$/;

/** A JSON string of at most `charactersMax` code units; half a surrogate pair becomes U+FFFD, as UTF-8 has none. */
export function writeString(text: string, charactersMax: number = stringCharactersMax): string {
  if (text.length <= charactersMax && plain.test(text)) return `"${text}"`;
  const bounded = text.length > charactersMax ? text.slice(0, charactersMax) : text;
  return JSON.stringify(bounded.toWellFormed());
}

/** A name of somebody or something, which is told by its beginning. */
export function writeName(name: string): string {
  return writeString(name, nameCharactersMax);
}

export function writeNames(names: readonly string[]): string {
  return writeList(names.slice(0, namesMax).map(writeName));
}

/** The same text as one run of characters: what is put together from pieces is taken apart at each use. */
export function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

/** A list of canonical values as one canonical array. */
export function writeList(values: readonly string[]): string {
  return `[${values.join(',')}]`;
}

/** Entries hold whole numbers only, so that every language prints them alike. */
export function writeWhole(value: number): string {
  const whole = Math.trunc(value);
  return Number.isSafeInteger(whole) && whole > 0 ? String(whole) : '0';
}

/** The canonical form of any parsed JSON value. */
export function canonicalise(value: unknown): string {
  if (Array.isArray(value)) return writeList(value.map(canonicalise));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
    return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalise(inner)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
