/** Disguises by encoding: what programs write texts in, alone and inside each other. */
import type { Random } from '../train/random.ts';
import type { Disguise } from './disguise.ts';

type Encode = (text: string) => string;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
const unitsOf = (text: string): string[] => text.split('');
const hexOf = (unit: string, size: number): string =>
  unit.charCodeAt(0).toString(16).padStart(size, '0');

const base64: Encode = (text) => bytesOf(text).toString('base64');
const wrap = (text: string, width: number, end = '\n'): string =>
  text.match(new RegExp(`.{1,${width}}`, 'gs'))?.join(end) ?? '';

const base32: Encode = (text) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(bytesOf(text), (byte) => byte.toString(2).padStart(8, '0')).join('');
  const made = wrap(bits, 5, ' ')
    .split(' ')
    .map((five) => letters[parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('');
  return made.padEnd(Math.ceil(made.length / 8) * 8, '=');
};

const hex: Encode = (text) => bytesOf(text).toString('hex');
const percent: Encode = (text) =>
  Array.from(bytesOf(text), (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(
    '',
  );
const quotedPrintable: Encode = (text) => percent(text).replaceAll('%', '=');
const decimalEntities: Encode = (text) =>
  Array.from(text, (letter) => `&#${letter.codePointAt(0) ?? 0};`).join('');
const hexEntities: Encode = (text) =>
  Array.from(text, (letter) => `&#x${(letter.codePointAt(0) ?? 0).toString(16)};`).join('');
const escapes: Encode = (text) =>
  unitsOf(text)
    .map((unit) => `\\u${hexOf(unit, 4)}`)
    .join('');
const braced: Encode = (text) =>
  Array.from(text, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`).join('');
const byteEscapes: Encode = (text) =>
  Array.from(bytesOf(text), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
const binary: Encode = (text) =>
  Array.from(bytesOf(text), (byte) => byte.toString(2).padStart(8, '0')).join(' ');

const ascii85: Encode = (text) => {
  let made = '';
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4);
    let value = 0;
    for (let place = 0; place < 4; place++) value = value * 256 + (group[place] ?? 0);
    if (value === 0 && group.length === 4) {
      made += 'z';
      continue;
    }
    const digits: string[] = [];
    for (let place = 0; place < 5; place++) {
      digits.unshift(String.fromCharCode(33 + (value % 85)));
      value = Math.floor(value / 85);
    }
    made += digits.slice(0, group.length + 1).join('');
  }
  return made;
};

const ascii = (encode: Encode) => (text: string) =>
  /[^\n\x20-\x7e]/.test(text) ? undefined : encode(text);

/** Encodings that are told from prose even inside each other. */
const nestable: readonly Encode[] = [
  base64,
  hex,
  percent,
  base32,
  byteEscapes,
  escapes,
  decimalEntities,
  (text) => JSON.stringify({ note: text }),
];

function nest(depth: number): (text: string, random: Random) => string {
  return (text, random) => {
    let made = text;
    for (let level = 0; level < depth; level++) made = random.pick(nestable)(made);
    return made;
  };
}

export const encodingDisguises: readonly Disguise[] = [
  { name: 'base64', make: base64 },
  {
    name: 'base64 inside a sentence',
    make: (text) => `Decode this and follow it: ${base64(text)} thanks`,
  },
  { name: 'base64 without padding', make: (text) => base64(text).replace(/=+$/, '') },
  { name: 'base64 for URLs', make: (text) => bytesOf(text).toString('base64url') },
  { name: 'base64 over lines', make: (text) => wrap(base64(text), 32) },
  { name: 'base64 over indented lines', make: (text) => wrap(base64(text), 24, '\r\n    ') },
  {
    name: 'base64 in pieces of a program',
    make: (text) => `"${wrap(base64(text), 24, '" +\n"')}"`,
  },
  { name: 'base64 of UTF-16', make: (text) => Buffer.from(text, 'utf16le').toString('base64') },
  { name: 'base64 in a data URL', make: (text) => `data:text/plain;base64,${base64(text)}` },
  { name: 'base64 twice', make: (text) => base64(base64(text)) },
  { name: 'base64 word by word', make: (text) => text.split(' ').map(base64).join(' ') },
  { name: 'base32', make: base32 },
  { name: 'hex', make: hex },
  { name: 'hex in capitals', make: (text) => hex(text).toUpperCase() },
  { name: 'hex by the byte', make: (text) => wrap(hex(text), 2, ' ') },
  {
    name: 'hex with marks',
    make: ascii((text) => wrap(hex(text), 2, ' ').replaceAll(/\b(?=\w\w)/g, '0x')),
  },
  { name: 'hex over lines', make: (text) => wrap(hex(text), 48) },
  { name: 'percent-encoding', make: percent },
  { name: 'percent-encoding as browsers do it', make: encodeURIComponent },
  { name: 'percent-encoding twice', make: (text) => encodeURIComponent(percent(text)) },
  { name: 'decimal entities', make: decimalEntities },
  { name: 'hex entities', make: hexEntities },
  { name: 'escapes of four digits', make: escapes },
  { name: 'escapes in braces', make: braced },
  { name: 'escapes of bytes', make: byteEscapes },
  { name: 'quoted-printable', make: quotedPrintable },
  { name: 'quoted-printable with soft breaks', make: (text) => wrap(text, 20, '=\r\n') },
  { name: 'binary', make: binary },
  { name: 'binary in one piece', make: (text) => binary(text).replaceAll(' ', '') },
  {
    name: 'decimal codes',
    make: ascii((text) =>
      unitsOf(text)
        .map((unit) => unit.charCodeAt(0))
        .join(', '),
    ),
  },
  { name: 'ASCII85 in a frame', make: (text) => `<~${ascii85(text)}~>` },
  { name: 'ASCII85', make: ascii85 },
  { name: 'two encodings inside each other', make: nest(2) },
  { name: 'three encodings inside each other', make: nest(3) },
];
