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
  /(?<=[A-Za-z])(?:(?:<!--[^]{0,200}?-->|<\/?[A-Za-z][^<>]{0,200}>){1,4}|\*{1,3}|~~|`|-\r?\n)(?=[A-Za-z])|(?<=[\w ])["'`]\s{0,3}[+.&]\s{0,3}["'`](?=[\w ])/g;

const hint = /[A-Za-z](?:[*~`]{1,3}[A-Za-z]|<[!/A-Za-z]|-\r?\n)|["'`]\s{0,3}[+.&]\s{0,3}["'`]/;

const signs = ['*', '~', '`', '<', '-\n', '-\r', '+', '.', '&'].flatMap((sign) =>
  /[+.&]/.test(sign) ? [`"${sign}`, `" ${sign}`, `'${sign}`, `' ${sign}`] : [sign],
);

const signBits = ['*', '~', '`', '<', '-', '"', "'"].reduce(
  (bits, sign) => bits | signBit(sign),
  0,
);

export const markup: Decoder = {
  name: 'markup',
  find: (scan, edits) => {
    if ((scan.signs & signBits) === 0 || !signs.some((sign) => scan.text.includes(sign))) return;
    if (!hint.test(scan.text)) return;
    for (const match of scan.text.matchAll(inside)) {
      edits.replace(match.index, match.index + match[0].length, '');
    }
  },
};
