/** Undoes markup: what comments hide is read alone, and words that markup cuts apart are put together. */
import { Patch } from '../patch.ts';
import { signBit } from '../signs.ts';
import type { Scan } from '../scan.ts';
import type { Decoder, Respelling } from './decoder.ts';

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

/** Tags and comments, a sign of emphasis, the seam of two quoted strings, a hyphen at the end of a line. */
const inside =
  /(?<=[A-Za-z])(?:(?:<!--[^]{0,200}?-->|<\/?[A-Za-z][^<>]{0,200}>){1,4}|\*{1,3}|~~|`|-\r?\n)(?=[A-Za-z])|(?<=[\w ])["'`]\s{0,3}[+.&]\s{0,3}["'`](?=[\w ])/y;

const hints = ['*', '~', '`', '<', '-\n', '-\r', '+', '.', '&'].flatMap((sign) =>
  /[+.&]/.test(sign) ? [`"${sign}`, `" ${sign}`, `'${sign}`, `' ${sign}`] : [sign],
);

const signBits = ['*', '~', '`', '<', '-', '"', "'"].reduce(
  (bits, sign) => bits | signBit(sign),
  0,
);
/** A sign that one of them begins with, together with what may come next, in one number of fourteen bits. */
const pairs = new Uint8Array(1 << 14);
/** Stands for all that is beyond ASCII, which may be white space; nothing is lost where it stands for itself. */
const beyond = 127;
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
  for (let unit = 0; unit < 128; unit++)
    pairs[(first << 7) | unit] = Number(behind.test(String.fromCharCode(unit)));
  pairs[(first << 7) | beyond] = 1;
}

const beside = Uint8Array.from({ length: 128 }, (_, unit) =>
  Number(/[\w ]/.test(String.fromCharCode(unit))),
);

export const markup: Decoder = {
  name: 'markup',
  find: ({ text, signs }, edits) => {
    if ((signs & signBits) === 0 || !hints.some((hint) => text.includes(hint))) return;
    let done = 0;
    for (let from = 1; from < text.length; from += blockSize) {
      const count = findPlaces(text, from, Math.min(text.length, from + blockSize));
      for (let place = 0; place < count; place++) {
        const at = places[place] ?? 0;
        if (at < done || !isBeside(text.charCodeAt(at - 1))) continue;
        inside.lastIndex = at;
        if (!inside.test(text)) continue;
        done = inside.lastIndex;
        edits.replace(at, done, '');
      }
    }
  },
};

const blockSize = 4096;
/** One for all calls: none begins before another has ended. */
const places = new Int32Array(blockSize + 1);

/** Where in [from, to) one of them may begin. Each place is noted and most are overwritten: in a text full of signs a choice costs more. */
function findPlaces(text: string, from: number, to: number): number {
  let count = 0;
  let unit = asciiAt(text, from);
  for (let at = from; at < to; at++) {
    const behind = asciiAt(text, at + 1);
    places[count] = at;
    count += pairs[(unit << 7) | behind] ?? 0;
    unit = behind;
  }
  return count;
}

function asciiAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < beyond ? unit : beyond;
}

/** A letter, a digit, `_` or a space: nothing else stands before any of them. */
function isBeside(unit: number): boolean {
  return unit < 128 && beside[unit] === 1;
}
