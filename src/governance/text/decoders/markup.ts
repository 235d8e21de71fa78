/** Undoes markup: what comments hide is read alone, and words that markup cuts apart are put together. */
import type { Edits } from '../edits.ts';
import { Patch } from '../patch.ts';
import { signBit } from '../signs.ts';
import type { Scan } from '../scan.ts';
import type { Decoder, Respelling } from './decoder.ts';
import { partsValues } from './cells.ts';

const opens = ['<!--', '[//]:', '[comment]:'];
const opensBits = signBit('<') | signBit('[');
const closes = ['-->', '\n', '\n'];

/** HTML comments, and the two ways in which Markdown is made to hold one. */
export const comments: Respelling = {
  name: 'comment',
  read: (scan, rewrite) => {
    if ((scan.signs & opensBits) === 0) return;
    const patch = new Patch(rewrite, scan.text.length);
    for (const [from, to] of findComments(scan)) {
      patch.extract(from, to, scan.text.slice(from, to));
    }
  },
};

function findComments(scan: Scan): [number, number][] {
  const found: [number, number][] = [];
  opens.forEach((open, kind) => {
    const close = closes[kind] ?? '\n';
    for (let at = scan.text.indexOf(open); at !== -1; at = scan.text.indexOf(open, at)) {
      const from = at + open.length;
      const end = scan.text.indexOf(close, from);
      const to = end === -1 ? scan.text.length : end;
      found.push([from, to]);
      at = to;
    }
  });
  return found.sort(([left], [right]) => left - right);
}

/** Letters of the alphabets whose words stand apart; where words do not, tags between letters cut none. */
const letters = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Georgian',
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const comment = '<!--[^]{0,200}?-->';
const tags = `(?:${comment}|</?[A-Za-z][^<>]{0,200}>){1,4}`;
const tagsOfLetters = `(?:${comment}|</?(?:b|i|u|s|em|strong|span|font|wbr|mark|small|code)(?: [^<>]{0,200})?>){1,4}`;

/** Tags and comments (between digits those that part nothing), a sign of emphasis, the seam of two quoted strings, a hyphen at the end of a line. */
const inside = new RegExp(
  [
    String.raw`(?<=[${letters}0-9])(?:${tagsOfLetters}|\*{2,3})(?=[${letters}0-9])`,
    String.raw`(?<=\d)\*{2,3}(?= \*{0,3}\d)|(?<=\d\*{0,3} )\*{2,3}(?=\d)`,
    String.raw`(?<=[${letters}])(?:${tags}|\*{1,3}|~~|\x60|-\r?\n)(?=[${letters}])`,
    String.raw`(?<=[\w ])["'\x60]\s{0,3}[+.&]\s{0,3}["'\x60](?=[\w ])`,
  ].join('|'),
  'uy',
);
const letter = new RegExp(`[${letters}]`, 'u');

const hints = ['*', '~', '`', '<', '-\n', '-\r', '+', '.', '&'].flatMap((sign) =>
  /[+.&]/.test(sign) ? [`"${sign}`, `" ${sign}`, `'${sign}`, `' ${sign}`] : [sign],
);

const signBits = ['*', '~', '`', '<', '-', '"', "'"].reduce(
  (bits, sign) => bits | signBit(sign),
  0,
);
/** What one of them begins with; and such a sign together with what may come next, in one number of fourteen bits. */
const begins = new Uint8Array(128);
const pairs = new Uint8Array(1 << 14);
for (const [sign, behind] of [
  ['*', /[*A-Za-z]/],
  ['~', /~/],
  ['`', /[A-Za-z\s+.&]/],
  ['<', /[!/A-Za-z]/],
  ['-', /[\r\n]/],
  ['"', /[\s+.&]/],
  ["'", /[\s+.&]/],
] as const) {
  const first = sign.charCodeAt(0);
  begins[first] = 1;
  for (let unit = 0; unit < 128; unit++)
    pairs[(first << 7) | unit] = Number(behind.test(String.fromCharCode(unit)));
}

const opening = 60;
const tag = /(?:<!--[^]{0,200}?-->|<\/?[A-Za-z][^<>]{0,200}>){1,8}/g;
/** So many letters between two tags each are no chance. */
const loneMin = 2;

const beside = Uint8Array.from({ length: 128 }, (_, unit) =>
  Number(/[\w ]/.test(String.fromCharCode(unit))),
);

export const markup: Decoder = {
  name: 'markup',
  find: ({ text, signs }, edits) => {
    if ((signs & signBits) === 0 || !hints.some((hint) => text.includes(hint))) return;
    let lone = 0;
    let before = -1;
    for (let at = 1; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit >= 128 || begins[unit] === 0) continue;
      if (!isBeside(text.charCodeAt(at - 1)) || !mayFollow(unit, text.charCodeAt(at + 1))) continue;
      inside.lastIndex = at;
      if (!inside.test(text)) continue;
      if (unit === opening && partsValues(text, at, inside.lastIndex)) continue;
      if (unit === opening && at - before === 1 && ++lone === loneMin) {
        readTags(text, edits);
        return;
      }
      before = inside.lastIndex;
      edits.replace(at, inside.lastIndex, '');
      at = inside.lastIndex - 1;
    }
  },
};

/** All tags are in the way of whoever has put each letter between two of them, those around spaces and signs, too. */
function readTags(text: string, edits: Edits): void {
  for (const match of text.matchAll(tag)) {
    const end = match.index + match[0].length;
    if (match.index >= edits.end && !partsValues(text, match.index, end))
      edits.replace(match.index, end, '');
  }
}

/** A letter, a digit, `_` or a space: nothing else stands before any of them. */
function isBeside(unit: number): boolean {
  return unit < 128 ? beside[unit] === 1 : letter.test(String.fromCharCode(unit));
}

/** What is beyond ASCII may be white space. */
function mayFollow(sign: number, unit: number): boolean {
  return unit >= 128 || pairs[(sign << 7) | unit] === 1;
}
