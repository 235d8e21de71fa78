/** Finds e-mail addresses around each `@`, and the usual ways of writing one without it. */
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';
import { endOfDomain, startOfLetters } from './mail-beyond-ascii.ts';

const localMax = 64;
const domain =
  /(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}(?:[A-Za-z]{2,24}|xn--[A-Za-z0-9-]{2,59})(?![A-Za-z0-9])/y;
const spelled =
  /(?<![A-Za-z0-9])(?:[A-Za-z0-9]|[_.+-](?=[A-Za-z0-9])){1,64}\s?[[({]\s?at\s?[\])}]\s?(?:[\w-]{1,63}\s?(?:[[({]\s?dot\s?[\])}]|\.)\s?){1,5}[A-Za-z]{2,24}(?![A-Za-z0-9]|[_-][A-Za-z0-9_])/gi;

/** The words for `@` and for the full stop, language by language, as people say them. */
const said: readonly (readonly [at: string, stop: string])[] = [
  ['at', 'dot'],
  ['AT', 'DOT|POINT'],
  ['arobase', 'point'],
  ['arroba', 'punto|ponto'],
  ['chiocciola', 'punto'],
  ['ät|at', 'punkt'],
];
const spoken = said.map(([at, stop]) => {
  const name = `[A-Za-z0-9][\\w+-]{0,40}(?:(?:\\.| (?:${stop}) )[\\w+-]{1,40}){0,3}`;
  const host = `[\\w-]{1,40}(?: (?:${stop}) [\\w-]{2,40}){0,3}`;
  const top = 'com|net|org|io|co|edu|gov|info|dev|app|eu|uk|de|fr|es|nl|pt|pl|ch|at|be|br|mx|ar|it';
  return {
    hints: stop.split('|').map((word) => ` ${word} `),
    shape: new RegExp(
      `(?<![A-Za-z0-9.+])${name} (?:${at}) ${host} (?:${stop}) (?:${top}|${top.toUpperCase()})(?![A-Za-z0-9]|[_-][A-Za-z0-9_])`,
      'g',
    ),
  };
});

/** Most texts have none of them, which the scan knows. */
const stops = new WordSet(said.flatMap(([, stop]) => stop.toLowerCase().split('|')).join(' '));

/** With space around the sign: said to be an address, or with a full stop or a digit in its name. */
const spaced =
  /(?<![\w@.+-])(?:(?<=mail["']?\s{0,2}[:=]?\s{0,2})\w|\w{1,40}(?:[._]\w|\d))[\w.+-]{0,40} @ (?:[A-Za-z0-9-]{1,63}\.){1,4}(?:com|net|org|info|edu|gov|io|eu|uk|de|fr|es|it|nl|pt|pl|ch|at|be|br|mx|ar|ru|in|jp|cn|au|ca)(?![\w-]|\.\w)/gi;

/** What ends in these is a file or a reference to code. */
const notDomains =
  /\.(?:png|jpe?g|gif|svg|webp|ico|css|scss|js|mjs|ts|tsx|jsx|json|ya?ml|md|html?|py|java)$/i;

export const piiEmail: Detector = {
  name: 'pii-email',
  categories: ['pii/email'],
  find: (view) => {
    const text = view.text;
    const found: Sighting[] = [];
    for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
      if (!mayBegin(text.charCodeAt(at + 1))) continue;
      const end = endOf(text, at + 1);
      let start = end < 0 ? at : startOf(text, at);
      if (start === at) continue;
      // `_jane@example.com_` stands out, and does not begin with the sign for that.
      while (text.charAt(end) === '_' && text.charAt(start) === '_') start++;
      if (notDomains.test(text.slice(at, end)) || isRemote(text, start, end)) continue;
      found.push({ category: 'pii/email', severity: 'medium', confidence: 0.97, start, end });
    }
    if (/[[({]\s?at\s?[\])}]/i.test(text)) addAll(text, spelled, found);
    if (text.includes(' @ ')) addAll(text, spaced, found);
    if (!scanOf(view).mentions(stops)) return found;
    for (const { hints, shape } of spoken)
      if (hints.some((hint) => text.includes(hint))) addAll(text, shape, found);
    return found;
  },
};

function addAll(text: string, shape: RegExp, found: Sighting[]): void {
  for (const { index: start, 0: written } of text.matchAll(shape)) {
    const end = start + written.length;
    found.push({ category: 'pii/email', severity: 'medium', confidence: 0.8, start, end });
  }
}

function mayBegin(unit: number): boolean {
  return unit >= 128 || isAlphanumeric(unit);
}

/** Where the domain ends that begins here; -1 where none does. */
function endOf(text: string, from: number): number {
  domain.lastIndex = from;
  if (!domain.test(text)) return endOfDomain(text, from);
  const end = domain.lastIndex;
  if (text.charCodeAt(end) >= 128) return Math.max(end, endOfDomain(text, from));
  return end - lengthOfSentence(text.slice(from, end));
}

/** Labels of their own behind these have two letters. */
const sentence =
  /\.(?:com|net|org|edu|gov|info|io)(\.(?:[A-Za-z]{3,24}|[A-Z][a-z]))$|\.[a-z]{2}(\.[A-Z][a-z]{1,23})$/;

/** `jane@example.com.Thanks`: the sentence behind it begins without a space. */
function lengthOfSentence(written: string): number {
  const match = sentence.exec(written);
  return (match?.[1] ?? match?.[2] ?? '').length;
}

function startOf(text: string, at: number): number {
  if (text.charAt(at - 1) === '"') return startOfQuoted(text, at);
  const start = startOfLocal(text, at);
  // Letters against letters of another script are a word of their own; digits go with those before them.
  if (start === 0 || isAsciiLetter(text.charCodeAt(at - 1))) return start;
  const letters = startOfLetters(text, at);
  return letters === at ? start : Math.min(start, letters);
}

/** `"john doe"@example.com`: what stands in the quotes before the sign; the sign itself where no such quotes stand there. */
function startOfQuoted(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - localMax - 2), at);
  const [written] = quoted.exec(before) ?? [];
  return written === undefined ? at : at - written.length;
}

const quoted =
  /(?<![\w"\\])"(?![\s"])(?:[^"\\\r\n]|\\[^\r\n])*(?<![\s\\])"$|\\"(?![\s"])[^"\\\r\n]+(?<!\s)\\"$/;

function isAsciiLetter(unit: number): boolean {
  const letter = (unit | 32) - 97;
  return letter >= 0 && letter < 26;
}

/** `git@github.com:org/repo.git` is where a repository lies. */
function isRemote(text: string, start: number, end: number): boolean {
  return text.startsWith('git@', start) && /^:[\w~/]/.test(text.slice(end, end + 2));
}

/** Backwards over what may stand before the sign, up to what in theory belongs there and in practice does not. */
function startOfLocal(text: string, at: number): number {
  if (text.charCodeAt(at - 1) === 46) return at;
  const least = Math.max(0, at - localMax);
  let start = at;
  // Two full stops in a row stand before it, and not in it.
  while (start > least && isLocal(text.charCodeAt(start - 1)) && !text.startsWith('..', start - 1))
    start--;
  while (start < at && isMark(text.charCodeAt(start))) start++;
  return text.charCodeAt(start - 1) === 92 ? behindEscape(text, start, at) : start;
}

/** `\\n` is the end of a line and `\\u201c` a quote, written in a string. */
function behindEscape(text: string, start: number, at: number): number {
  const [escape = ''] =
    /^(?:[nrt]|u[\da-f]{4}|x[\da-f]{2})/i.exec(text.slice(start, start + 5)) ?? [];
  return start + escape.length < at ? start + escape.length : start;
}

/** Letters, digits and `_'%+.^~-`; other signs that a local part may hold stand before it far more often. */
function isLocal(unit: number): boolean {
  return isAlphanumeric(unit) || unit === 95 || unit === 43 || isMark(unit);
}

/** `.'%^~-`: no local part begins with them. */
function isMark(unit: number): boolean {
  return unit === 46 || unit === 45 || unit === 39 || unit === 37 || unit === 94 || unit === 126;
}

function isAlphanumeric(unit: number): boolean {
  return isAsciiLetter(unit) || (unit >= 48 && unit <= 57);
}
