/** Disguises that programs and people at a radio make: dumps of bytes, rarer alphabets, strings in pieces, words for letters. */
import type { Random } from '../train/random.ts';
import { type Disguise, isLatin, ofLatin } from './disguise.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
const pairsOf = (bytes: Buffer): string[] =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
const shown = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');

function linesOf(text: string, write: (bytes: Buffer, at: number) => string): string {
  const bytes = bytesOf(text);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) lines.push(write(bytes.subarray(at, at + 16), at));
  return lines.join('\n');
}

const offset = (at: number, size: number): string => at.toString(16).padStart(size, '0');

export const xxd = (text: string): string =>
  linesOf(text, (bytes, at) => {
    const pairs = pairsOf(bytes);
    const words = pairs.flatMap((pair, place) =>
      place % 2 === 0 ? [pair + (pairs[place + 1] ?? '')] : [],
    );
    return `${offset(at, 8)}: ${words.join(' ').padEnd(39)}  ${shown(bytes)}`;
  });

export const hexdump = (text: string): string =>
  linesOf(text, (bytes, at) => {
    const pairs = pairsOf(bytes);
    const halves = `${pairs.slice(0, 8).join(' ')}  ${pairs.slice(8).join(' ')}`;
    return `${offset(at, 8)}  ${halves.padEnd(49)} |${shown(bytes)}|`;
  });

const octalDump = (text: string): string =>
  linesOf(text, (bytes, at) => `${at.toString(8).padStart(7, '0')} ${pairsOf(bytes).join(' ')}`);

const hexLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
function base32Hex(text: string): string {
  const bits = Array.from(bytesOf(text), (byte) => byte.toString(2).padStart(8, '0')).join('');
  const made = (bits.match(/.{1,5}/g) ?? [])
    .map((five) => hexLetters[parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('');
  return made.padEnd(Math.ceil(made.length / 8) * 8, '=');
}

const letters45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
function base45(text: string): string {
  const bytes = bytesOf(text);
  let made = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length;
    let value = pair ? bytes.readUInt16BE(at) : bytes.readUInt8(at);
    for (let digit = 0; digit < (pair ? 3 : 2); digit++) {
      made += letters45[value % 45] ?? '';
      value = Math.floor(value / 45);
    }
  }
  return made;
}

const radio =
  `alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo
  sierra tango uniform victor whiskey xray yankee zulu`.split(/\s+/);

function spell(text: string): string | undefined {
  if (!isLatin(text) || /[^\x20-\x7e\n]/.test(text)) return undefined;
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) =>
      Array.from(word.match(/[a-z]/g) ?? [], (letter) => radio[letter.charCodeAt(0) - 97] ?? ''),
    )
    .filter(({ length }) => length > 0)
    .map((words) => words.join(' '))
    .join(' / ');
}

const pigWord = (word: string): string => {
  const [, head = '', tail = ''] = /^([^aeiou]*(?:(?<=q)u)?)(.*)$/i.exec(word) ?? [];
  return head === '' ? `${word}way` : `${tail}${head}ay`;
};

/** Between the letters of words, so that no piece says anything. */
function pieces(text: string, random: Random): readonly string[] {
  return Array.from(text.match(/[^]{1,7}/g) ?? []).flatMap((piece) => {
    const cut = 2 + random.below(3);
    return [piece.slice(0, cut), piece.slice(cut)].filter((one) => one !== '');
  });
}

const inCode = (write: (quoted: readonly string[]) => string): Disguise['make'] => {
  return (text, random) =>
    /["'`\\\n$]/.test(text) ? undefined : write(pieces(text, random).map((one) => `"${one}"`));
};

export const programmersDisguises: readonly Disguise[] = [
  { name: 'a dump as xxd makes it', make: xxd },
  { name: 'a dump as hexdump makes it', make: hexdump },
  { name: 'a dump as od makes it', make: octalDump },
  { name: 'base32 in the alphabet of hexadecimal', make: base32Hex },
  { name: 'base45', make: base45 },
  { name: 'spelt for the radio', make: spell },
  ofLatin('words in Pig Latin', (text) => text.replaceAll(/[A-Za-z]+/g, pigWord)),
  { name: 'strings put together', make: inCode((quoted) => `s = ${quoted.join(' + ')}`) },
  { name: 'strings side by side', make: inCode((quoted) => `s = (${quoted.join(' ')})`) },
  {
    name: 'strings put together over lines',
    make: inCode((quoted) => `s = ${quoted.join(' +\n    ')};`),
  },
  { name: 'strings joined by a call', make: inCode((quoted) => `[${quoted.join(', ')}].join("")`) },
  {
    name: 'strings in a template',
    make: inCode((quoted) => `\`${quoted.map((one) => `\${${one}}`).join('')}\``),
  },
  { name: 'strings joined by dots', make: inCode((quoted) => `$s = ${quoted.join(' . ')};`) },
  { name: 'all in emphasis', make: (text) => `***${text}***` },
  { name: 'an arrow before it', make: (text) => `->${text}` },
];
