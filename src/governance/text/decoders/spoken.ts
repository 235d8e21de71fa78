/** Undoes what is spelt aloud: letters by the words of the radio, and digits by their names. */
import { cut, pieceMax, segment } from '../segment.ts';
import type { Scan } from '../scan.ts';
import { Watch } from '../watch.ts';
import { WordSet } from '../word-set.ts';
import type { Edits } from '../edits.ts';
import type { Decoder } from './decoder.ts';

const radio =
  `alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo
  sierra tango uniform victor whiskey xray yankee zulu`.split(/\s+/);
const others = 'alpha=a juliet=j whisky=w x-ray=x niner=9 oh=0';
const digits = [
  'zero one two three four five six seven eight nine',
  'null eins zwei drei vier fünf sechs sieben acht neun',
  'cero uno dos tres cuatro cinco seis siete ocho nueve',
  'zéro un deux trois quatre cinq six sept huit neuf',
];
const letterMin = 5;
/** Fewer are a count or an amount. */
const digitMin = 7;
const gapMax = 5;

const meanings = new Map<string, string>(
  radio.map((word, at) => [word, String.fromCharCode(97 + at)]),
);
for (const list of digits)
  list.split(' ').forEach((word, digit) => meanings.set(plainOf(word), String(digit)));
for (const pair of others.split(' '))
  meanings.set(pair.split('=')[0] ?? '', pair.split('=')[1] ?? '');
const watch = new Watch(new WordSet(`${[...meanings.keys()].join(' ')} xray ray`));

export const spoken: Decoder = {
  name: 'spoken',
  find: (scan, edits) => {
    const seen = scan.seen(watch);
    if (seen.length < letterMin || !hasRow(scan, seen)) return;
    let row: Said[] = [];
    for (const at of seen) {
      const start = scan.words.at(at + 1);
      const end = scan.words.at(at + 2);
      const letter = meanings.get(plainOf(scan.text.slice(start, end).toLowerCase()));
      const before = row.at(-1);
      if (letter === undefined) continue;
      if (before !== undefined && !isGap(scan.text, before.end, start)) {
        putRow(scan, row, edits);
        row = [];
      }
      row.push({ letter, start, end });
    }
    putRow(scan, row, edits);
  },
};

/** Whether five of them in a row have next to nothing between them. */
function hasRow({ words }: Scan, seen: readonly number[]): boolean {
  let count = 1;
  for (let at = 1; at < seen.length; at++) {
    const gap = words.at((seen[at] ?? 0) + 1) - words.at((seen[at - 1] ?? 0) + 2);
    count = gap <= gapMax ? count + 1 : 1;
    if (count === letterMin) return true;
  }
  return false;
}

type Said = { readonly letter: string; readonly start: number; readonly end: number };

function plainOf(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Signs and spaces; `x-ray` is one word with a gap inside, which ends no row. */
function isGap(text: string, from: number, to: number): boolean {
  return to - from <= gapMax && !/[\p{L}\p{N}]/u.test(text.slice(from, to));
}

function putRow({ text }: Scan, row: readonly Said[], edits: Edits): void {
  const [first] = row;
  const last = row.at(-1);
  if (first === undefined || last === undefined) return;
  const spelt = row.filter(({ letter }) => letter >= 'a').length;
  if (spelt < letterMin && row.length < digitMin) return;
  // Two signs between letters, or one that is no space, end a word; between digits all is a pause.
  const read = row.map(({ letter, start }, at) => {
    const before = row[at - 1];
    if (before === undefined || spelt === 0) return letter;
    return (/^[ ,-]?$|^, $/.test(text.slice(before.end, start)) ? '' : ' ') + letter;
  });
  const made = read.join('');
  if (spelt > 0 && !made.includes(' ') && made.length <= pieceMax) {
    const count = segment(made, 0, made.length);
    if (count > 0) {
      edits.replaceBy(first.start, last.end, cut, count);
      return;
    }
  }
  edits.replace(first.start, last.end, made);
}
