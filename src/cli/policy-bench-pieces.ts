/** Pieces of texts: words in order, numbers that are the same on every run, and how they are put together. */
import { writeOrdinaryText } from './policy-bench-scene.ts';

export type Write = (characters: number) => string;

export const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const words = writeOrdinaryText(2048).replaceAll('.', '').trim().split(' ');

/** The same numbers on every run. */
export type Draw = (below: number) => number;

function createDraw(): Draw {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 16) % below;
  };
}

/** Pieces one after the other until there are enough characters. */
export function repeat(piece: (index: number, draw: Draw) => string): Write {
  return (characters) => {
    const draw = createDraw();
    const pieces: string[] = [];
    let length = 0;
    for (let index = 0; length < characters; index += 1) {
      const next = piece(index, draw);
      pieces.push(next);
      length += next.length;
    }
    return pieces.join('').slice(0, characters);
  };
}

export function wordAt(index: number): string {
  return words[index % words.length] ?? '';
}

export function some(draw: Draw, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join('');
}

/** Each character of a word as something else. */
export function spelled(to: (character: string, code: number) => string, end = ' '): Write {
  return repeat(
    (index) =>
      Array.from(wordAt(index), (character) => to(character, character.charCodeAt(0))).join('') +
      end,
  );
}

export const digits = '0123456789';
export const hexadecimal = '0123456789abcdef';
export const ascii85 = Array.from({ length: 85 }, (_, value) =>
  String.fromCharCode(33 + value),
).join('');
export const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
