/** What a value is called: the name before it, in the ways in which programs, files and people give values to names. */
import { type Before, bitsOf, isOf } from './backwards.ts';
import { letterBits, type Name } from './name-at.ts';
import { bySpace, readSigns, ways } from './ways.ts';

/** What a value is written in, which gives it no name: `base64:…`, `Buffer.from("…")`, `SecretStr("…")`. */
const written =
  /(?:\bbase64:|(?:\b(?:from|fromhex|unhexlify|(?:b64|base64)?_?decode(?:string|base64|hex)?|bytes?|string|str|secretstr|securestring|secretkeyspec|symmetricsecuritykey|hextobytes)|\[\]byte)\(["'`])$/i;
const writtenMax = 32;
const writtenBits = bitsOf('colon', 'quote');

/** Empty where nothing gives the value a name. */
export function namesBefore(text: string, start: number): readonly string[] {
  const names = namesAt(text, start);
  let begin = startOfWritten(text, start);
  if (begin === start) return names;
  // `Buffer.from`, `hex::decode`
  const least = Math.max(0, begin - writtenMax);
  while (begin > least && isOf(text, begin - 1, calledBits)) begin--;
  return [...names, ...namesAt(text, begin)];
}

/** Where that begins; the start itself where nothing of the kind stands before it. */
export function startOfWritten(text: string, start: number): number {
  if (!isOf(text, start - 1, writtenBits)) return start;
  const call = written.exec(text.slice(Math.max(0, start - writtenMax), start));
  return call === null ? start : start - call[0].length;
}

const calledBits = bitsOf('word', 'dot', 'colon');

function namesAt(text: string, start: number): readonly string[] {
  const signs = readSigns(text, start);
  const names: string[] = [];
  for (const way of ways) {
    const found = way(signs);
    if (found === undefined) continue;
    const name = withWordBefore(signs, found);
    // Most are named alike in more than one way.
    if (!names.includes(name)) names.push(name);
  }
  if (names.length > 0) return names;
  const last = bySpace(signs);
  return last === undefined ? names : [withWordBefore(signs, last)];
}

/** `api key`, `client secret`: the word before belongs to the name. */
function withWordBefore({ text, from }: Before, { at, start, end }: Name): string {
  const name = text.slice(start, end);
  const sign = at > from ? text.charCodeAt(at - 1) : 0;
  if (sign !== 32 && sign !== 95) return name;
  let word = at - 1;
  while (word > from && at - 1 - word < 14 && isOf(text, word - 1, letterBits)) word--;
  return at - 1 - word < 2 || name.includes('_') ? name : `${text.slice(word, at - 1)}_${name}`;
}
