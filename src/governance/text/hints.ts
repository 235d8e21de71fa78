/** Common words as another spelling would write them: seeing two tells that a text is worth turning round. */
import { addPlainWords, prepareKnown } from './known-words.ts';
import { guessRespelling } from './respelled.ts';
import type { Scan } from './scan.ts';
import { isTurnedRound } from './turned-round.ts';
import { slips } from './transposed-words.ts';
import { addHint, hintOf, wordId } from './vocabulary.ts';
import { everyday } from './word-list.ts';
import { wordsOfLanguages } from './words-of-languages.ts';

/** Bits 1 to 25 stand for a shift of the alphabet by so many letters. */
export const reversedBit = 1 << 26;
export const atbashBit = 1 << 27;
export const transposedBit = 1 << 28;

const common = `the and you that for with this have from are not all can will your was what about which when
there their they would make like him into time has look two more write see number way could people than first
been call who its now find long down day did get come made may part how say tell show give know must should
ignore disregard forget previous prior above instructions instruction rules prompt system reveal pretend respond answer
please password secret following print output everything never always without every user assistant developer
bypass override secrets repeat explain describe provide create step guide weapon bomb kill steal hack drugs
que los las para por una como pero und der die das nicht ist ich sie eine les des pour dans une est pas vous
ignora ignorez ignoriere instrucciones anweisungen istruzioni ignoro tutte alle todas toutes het een niet`;

/** Words that another spelling of a common word happens to be. */
const innocent = new Set(
  `don did old log als red max bad ptr pets dei jan ner ella mph dem zoo gps opt lego bei alex nos hrs doo
  eht saw not era tub ton eno own won evil live tips spit deer reed no on pat tap nam net ten now read daer
  ebb fur irk vex green terra gnat tang are she envy rail tip abe she the and all can may for sad nat has sha
  nor rat ant tar raw war dam mad god dog are bat tab ban nab was now who how two dna lla sti yam mos nus sol
  set sed des les sel ese die das est tse nu une neh het teh ton tub tel let una anu rof sin nis ich sie eis`.split(
    /\s+/,
  ),
);

const plain = new Set([
  ...everyday,
  ...common.split(/\s+/),
  ...'a i to of in is my me do it be or no so we us up if an at by'.split(' '),
]);

addPlainWords(plain);
addPlainWords(wordsOfLanguages);

for (const word of new Set(common.split(/\s+/))) {
  hint(reverse(word), reversedBit);
  hint(
    shift(word, (place) => 25 - place),
    atbashBit,
  );
  for (let by = 1; by < 26; by++)
    hint(
      shift(word, (place) => (place + by) % 26),
      1 << by,
    );
}

for (const slip of slips) hint(slip, transposedBit);

function hint(word: string, bit: number): void {
  if (word.length >= 3 && !innocent.has(word) && !plain.has(word)) addHint(wordId(word), bit);
}

function reverse(word: string): string {
  return Array.from(word).reverse().join('');
}

function shift(word: string, to: (place: number) => number): string {
  return String.fromCharCode(...Array.from(word, (letter) => 97 + to(letter.charCodeAt(0) - 97)));
}

/** A stretch of a text that may be written in another spelling. */
export type Hint = { readonly bit: number; readonly from: number; readonly to: number };

/** Two different words so near each other are no chance. */
const distanceMax = 10;
/** Characters on either side of the words that gave a stretch away. */
const reach = 600;

type Sight = {
  id: number;
  ordinal: number;
  start: number;
  from: number;
  to: number;
  count: number;
};

/** Every spelling of which two different words stand near each other, most frequent first. */
export function findHints(scan: Scan): readonly Hint[] {
  let hints = known.get(scan);
  if (hints === undefined) {
    hints = sightHints(scan);
    if (hints.length === 0) hints = guessHints(scan);
    known.set(scan, hints);
  }
  return hints;
}

/** Four decoders ask about each text. */
const known = new WeakMap<Scan, readonly Hint[]>();

function guessHints({ text }: Scan): readonly Hint[] {
  prepareKnown();
  const guess = guessRespelling(text) ?? (isTurnedRound(text) ? 'backwards' : undefined);
  if (guess === undefined) return [];
  const bit = guess === 'mirrored' ? atbashBit : guess === 'backwards' ? reversedBit : 1 << guess;
  return [{ bit, from: 0, to: text.length }];
}

function sightHints(scan: Scan): readonly Hint[] {
  if (scan.hints === 0) return [];
  const sights = new Map<number, Sight>();
  for (let at = 0; at < scan.words.length; at += 4) {
    const id = scan.words.at(at);
    let bits = hintOf(id);
    while (bits !== 0) {
      const bit = bits & -bits;
      bits ^= bit;
      note(sights, bit, scan, at);
    }
  }
  return [...sights]
    .filter(([, sight]) => sight.count > 0)
    .sort(([, left], [, right]) => right.count - left.count)
    .map(([bit, sight]) => ({
      bit,
      from: Math.max(0, sight.from - reach),
      to: Math.min(scan.text.length, sight.to + reach),
    }));
}

function note(sights: Map<number, Sight>, bit: number, scan: Scan, at: number): void {
  const id = scan.words.at(at);
  const start = scan.words.at(at + 1);
  const end = scan.words.at(at + 2);
  const ordinal = scan.words.at(at + 3);
  const sight = sights.get(bit);
  if (sight === undefined) {
    sights.set(bit, { id, ordinal, start, from: 0, to: 0, count: 0 });
    return;
  }
  if (sight.id !== id && ordinal - sight.ordinal <= distanceMax) {
    if (sight.count === 0) sight.from = sight.start;
    sight.to = end;
    sight.count++;
  }
  Object.assign(sight, { id, ordinal, start });
}
