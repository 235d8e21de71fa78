/** What stands in documentation where a credential would: nobody's, and no reason to stop anybody. */
import { Needles } from '../../text/needles.ts';

/** Keys that providers print in their own manuals. */
const documented = [
  'AKIAIOSFODNN7EXAMPLE',
  'AKIAI44QH8DHBEXAMPLE',
  'ASIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY',
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'czZCaGRSa3F0MzpnWDFmQmF0M2JW',
  'sk_test_BQokikJOvBiI2HlWgH4olfQ2',
  'AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'gho_16C7e42F292c6912E7710c838347Ae178B4a',
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
];

const words =
  /example|sample|placeholder|your[-_ ]?|change[-_]?me|dummy|redacted|insert[-_]|replace[-_]?|fake[-_]|my[-_](?:api|secret|token|key)|not[-_]?a?[-_]?real|goes[-_]here|enter[-_]|xxxx|\.\.\.|\*\*\*|00000000|(.)\1{6,}/i;

const distinctMin = 5;
/** What the words begin with; without one of them, and without a row of one character, none stands there. */
const hints = new Needles(
  'example sample placeholder your change dummy redacted insert replace fake my not goes enter'.split(
    ' ',
  ),
);
const rowMin = 3;

export function isPlaceholder(text: string): boolean {
  return (
    ((hasRow(text) || hints.standsIn(text)) && words.test(text)) ||
    isDocumented(text) ||
    (text.length >= 12 && new Set(text).size < distinctMin)
  );
}

/** One character several times over, case aside. */
function hasRow(text: string): boolean {
  let row = 1;
  for (let at = 1; at < text.length; at++) {
    const same = (text.charCodeAt(at) | 32) === (text.charCodeAt(at - 1) | 32);
    row = same ? row + 1 : 1;
    if (row === rowMin) return true;
  }
  return false;
}

/** Nearly all texts have none of these, and are not looked for in the keys either. */
const begun = new RegExp(documented.map((known) => known.slice(0, 6)).join('|'));
const pieces = new Set(
  documented.flatMap((known) => Array.from(known, (_, at) => known.slice(at, at + 8))),
);

export function isDocumented(text: string): boolean {
  if (!begun.test(text) && (text.length <= 15 || !pieces.has(text.slice(0, 8)))) return false;
  return documented.some(
    (known) => text.includes(known) || (text.length > 15 && known.includes(text)),
  );
}

const segment = /^(?:[A-Za-z]?[a-z]*\d{0,4}|[A-Z]+\d{0,4})$/;

/** Words and numbers joined by signs: a name in a program, not a row of random letters. */
export function isWordy(text: string): boolean {
  const segments = text.split(/[-_.+/=~]+/).filter((part) => part !== '');
  return segments.length > 1 && segments.every((part) => segment.test(part));
}

/** Counting up the keyboard or the alphabet: more often a stand-in than a key. */
export function isSequence(text: string): boolean {
  let row = 1;
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    row = step === 1 || (text[at] === '0' && text[at - 1] === '9') ? row + 1 : 1;
    if (row >= 8) return true;
  }
  return /qwertyui|asdfghjk|deadbeef/i.test(text);
}

/** Bits per character, from the characters' own frequencies. */
export function entropyOf(text: string): number {
  const counts = new Uint16Array(128);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at) & 127;
    counts[unit] = (counts[unit] ?? 0) + 1;
  }
  let entropy = 0;
  for (const count of counts) {
    if (count === 0) continue;
    const share = count / text.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}
