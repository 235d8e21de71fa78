/** Disguises by what carries the text: JSON, comments, markup, several parts, the pieces of a stream. */
import type { Random } from '../train/random.ts';
import type { Disguise } from './disguise.ts';

const inJson = (text: string): string => JSON.stringify({ id: 7, note: text });

/** Cuts between characters at random; `most` pieces. */
function pieces(text: string, random: Random, most: number): readonly string[] {
  const characters = Array.from(text);
  const cuts = Array.from({ length: most - 1 }, () => random.below(characters.length + 1));
  const ends = [...cuts.sort((left, right) => left - right), characters.length];
  let from = 0;
  return ends
    .map((end) => {
      const piece = characters.slice(from, end).join('');
      from = end;
      return piece;
    })
    .filter((piece) => piece !== '');
}

const commented = (open: string, close: string) => (text: string) =>
  /-->|[\n()]/.test(text)
    ? undefined
    : `The weather is fine today.\n${open}${text}${close}\nSee you soon.`;

export const carrierDisguises: readonly Disguise[] = [
  { name: 'a string of JSON', make: inJson },
  { name: 'JSON in a string of JSON', make: (text) => inJson(inJson(text)) },
  { name: 'JSON in JSON in JSON', make: (text) => inJson(inJson(inJson(text))) },
  { name: 'an HTML comment', make: commented('<!-- ', ' -->') },
  { name: 'a Markdown comment', make: commented('[//]: # (', ')') },
  { name: 'another Markdown comment', make: commented('[comment]: <> (', ')') },
  {
    name: 'a comment inside each word',
    make: (text) => text.replaceAll(/(?<=[A-Za-z]{2})(?=[A-Za-z]{2})/g, '<!-- -->'),
  },
  {
    name: 'emphasis inside words',
    make: (text) => text.replaceAll(/(?<=\b[A-Za-z]{2})([A-Za-z])(?=[A-Za-z])/g, '**$1**'),
  },
  { name: 'one word to a line', make: (text) => text.replaceAll(' ', '\n') },
  {
    name: 'one word to a line of a list',
    make: (text) =>
      text.replaceAll(/(?<=^| )\S+/g, (word) => `\n- ${word}`).replaceAll(' \n', '\n'),
  },
  {
    name: 'all capitals',
    // A capital upsilon passes for another Latin letter than a small one.
    make: (text) => (/\p{Script=Greek}/u.test(text) ? undefined : text.toUpperCase()),
  },
  { name: 'two adjacent parts', make: (text, random) => pieces(text, random, 2) },
  { name: 'five adjacent parts', make: (text, random) => pieces(text, random, 5) },
  { name: 'one word to a part', make: (text) => text.split(/(?<= )/) },
];
