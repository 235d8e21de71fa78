/** Disguises by characters that nobody sees: strewn between letters, or carrying the text themselves. */
import type { Random } from '../train/random.ts';
import type { Disguise } from './disguise.ts';

function strewn(name: string, characters: readonly string[], share: number): Disguise {
  return {
    name,
    make: (text, random) =>
      text.replaceAll(/(?<=[\p{L}\p{N}])(?=[\p{L}\p{N}])/gu, () =>
        random.next() < share ? random.pick(characters) : '',
      ),
  };
}

const cover = 'Have a nice day 😀';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function inTags(text: string): string | undefined {
  if (/[^\x20-\x7e]/.test(text)) return undefined;
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
    '',
  );
}

function selectorOf(byte: number): string {
  return String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16);
}

function inBits(text: string, zero: string, one: string): string {
  return Array.from(bytesOf(text), (byte) =>
    Array.from(byte.toString(2).padStart(8, '0'), (bit) => (bit === '1' ? one : zero)).join(''),
  ).join('');
}

export const invisibleDisguises: readonly Disguise[] = [
  strewn('zero-width spaces between letters', ['\u200b'], 1),
  strewn('joiners between letters', ['\u200c', '\u200d'], 0.6),
  strewn('soft hyphens between letters', ['\u00ad'], 0.6),
  strewn('word joiners and byte order marks', ['\u2060', '\ufeff'], 0.5),
  strewn('marks of direction', ['\u200e', '\u200f', '\u202a', '\u202c', '\u2066', '\u2069'], 0.5),
  strewn('fillers', ['\u3164', '\u115f', '\u1160', '\uffa0', '\u034f', '\u180e'], 0.5),
  strewn('variation selectors between letters', ['\ufe0f', '\ufe01', '\u{e0101}'], 0.5),
  strewn('tags between letters', ['\u{e0041}', '\u{e007f}', '\u{e0020}'], 0.5),
  {
    name: 'tag block',
    make: (text: string): string | undefined => {
      const tags = inTags(text);
      return tags === undefined ? undefined : cover + tags;
    },
  },
  {
    name: 'tag block between a begin and a cancel tag',
    make: (text: string): string | undefined => {
      const tags = inTags(text);
      return tags === undefined ? undefined : `${cover}\u{e0001}${tags}\u{e007f} thanks`;
    },
  },
  {
    name: 'bytes in variation selectors behind an emoji',
    make: (text) => `${cover}${Array.from(bytesOf(text), selectorOf).join('')}`,
  },
  {
    name: 'half bytes in variation selectors',
    make: (text) =>
      `${cover}${Array.from(bytesOf(text), (byte) => selectorOf(byte >> 4) + selectorOf(byte & 15)).join('')}`,
  },
  { name: 'bits in zero-width characters', make: bits('\u200b', '\u200c') },
  { name: 'bits in joiners', make: bits('\u200d', '\u2060') },
];

function bits(zero: string, one: string): (text: string, random: Random) => string {
  return (text) => `${cover}${inBits(text, zero, one)}`;
}
