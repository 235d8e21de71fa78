/** Whether something gives a value its name: a sign, a flag, an instruction or a word. */
import { bitsOf, isOf } from './backwards.ts';
import { spaceBits } from './name-at.ts';

const passedBits = bitsOf('space', 'quote', 'openParenthesis', 'backslash', 'at', 'openBracket');
export const givingBits = bitsOf(
  'equals',
  'colon',
  'greater',
  'comma',
  'bar',
  'wideDash',
  'hyphen',
);

/** Where what stands before the value ends, past quotes and space; -1 where that can give nothing, as in most texts. */
export function signBefore(text: string, start: number): number {
  let at = start - 1;
  while (at >= 0 && start - at < 12 && isOf(text, at, passedBits)) at--;
  if (at >= 0 && isOf(text, at, givingBits)) return at + 1;
  return at < start - 1 ? at + 1 : -1;
}

/** A sign gives it, or a word. */
export function isGiven(text: string, start: number, end: number): boolean {
  if (end > 0 && isOf(text, end - 1, givingBits)) return true;
  return mayBeGiven(text, end) && given.test(text.slice(Math.max(0, end - 71), end));
}

/** The last word or two before a value that no sign gives: a flag, an instruction, a name that is sure. */
const given =
  /(?:\b(?:is|was|ist|est|es|string|[bBrRuUfFL])|--?[\w-]{2,63}|(?:ENV|ARG|#define|setx?|setenv|export)\s{1,3}\w{2,63}|(?:key|token|secret|password|apikey)|\()$/i;

/** Most values have a word before them that gives none, which its last letter shows, and that of the word before it. */
function mayBeGiven(text: string, end: number): boolean {
  if (end > 0 && text.charCodeAt(end - 1) === 40) return true;
  let start = end;
  while (start > 0 && end - start <= 64 && isOf(text, start - 1, flagBits)) start--;
  const size = end - start;
  if (size === 0) return false;
  const last = text.charCodeAt(end - 1) | 32;
  // One letter that says what kind of string follows, or the end of one of the words.
  if (size === 1 || endsOfGiving.includes(last)) return true;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === 45) return true;
  if (start === 0 || !isOf(text, start - 1, spaceBits)) return false;
  let word = start;
  while (word > 0 && start - word < 4 && isOf(text, word - 1, spaceBits)) word--;
  return word > 0 && endsOfCommands.includes(text.charCodeAt(word - 1) | 32);
}

const flagBits = bitsOf('word', 'hyphen');
const [endsOfGiving, endsOfCommands] = ['sgyntd', 'vgetx'].map((ends) =>
  Array.from(ends, (end) => end.charCodeAt(0)),
) as [number[], number[]];
