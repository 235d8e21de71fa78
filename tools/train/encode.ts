/** Texts as the numbers of their features, segment by segment, read by the very reader that runs in the gateway. */
import { ConceptTable } from '../../src/governance/detectors/model-concepts.ts';
import { FeatureReader } from '../../src/governance/detectors/model-reader.ts';
import { viewsOf } from '../../src/governance/text/views.ts';
import type { Lexicon } from './lexicon.ts';

export type Encoded = {
  readonly words: Int32Array;
  readonly concepts: Int32Array;
  /** Where each segment's features end. */
  readonly wordEnds: Int32Array;
  readonly conceptEnds: Int32Array;
  /** First and last segment of the payload. */
  readonly payload?: readonly [first: number, last: number];
};

/** Texts are cut here; families of longer texts say the same thing all along. */
const charactersMax = 8000;

export type Encoder = (text: string, payload?: string) => Encoded;

/** Features as raw hashes; `createDictionary` gives them numbers. */
export function createEncoder(lexicon: Lexicon): Encoder {
  const reader = new FeatureReader(new ConceptTable(lexicon.keys, lexicon.ids, lexicon.groups));
  return (whole, payload) => {
    const text = canonical(whole.slice(0, charactersMax));
    const words: number[] = [];
    const concepts: number[] = [];
    const wordEnds: number[] = [];
    const conceptEnds: number[] = [];
    const mark = payload === undefined ? undefined : canonical(payload);
    const from = mark === undefined ? -1 : text.indexOf(mark);
    const to = from + (mark?.length ?? 0);
    let first = -1;
    let last = -1;
    reader.read(text, (wordHashes, wordCount, conceptHashes, conceptCount, start, end) => {
      for (let at = 0; at < wordCount; at++) words.push(wordHashes[at] ?? 0);
      for (let at = 0; at < conceptCount; at++) concepts.push(conceptHashes[at] ?? 0);
      if (from >= 0 && start < to && end > from) {
        if (first < 0) first = wordEnds.length;
        last = wordEnds.length;
      }
      wordEnds.push(words.length);
      conceptEnds.push(concepts.length);
    });
    return {
      words: Int32Array.from(words),
      concepts: Int32Array.from(concepts),
      wordEnds: Int32Array.from(wordEnds),
      conceptEnds: Int32Array.from(conceptEnds),
      ...(first >= 0 && { payload: [first, last] as const }),
    };
  };
}

/** The classifier judges canonical readings, so it learns from them. */
function canonical(text: string): string {
  const view = viewsOf(text).find((one) => one.canonical && one.decoded.length === 0);
  return view?.text ?? text;
}

export type Dictionary = {
  /** Raw hash of each number. */
  readonly hashes: Int32Array;
  /** In how many texts each stands. */
  readonly counts: Int32Array;
};

export type Keeping = {
  /** In so many texts a feature has to stand, or nothing can be learned from it. */
  readonly textsMin: number;
  /** Of those that want one slot of a table of so many bits, the one that stands in most texts is kept: what is learned by another would be lost in the file. */
  readonly bits?: number;
  /** Which texts count, by their place; undefined: all. */
  readonly counted?: (text: number) => boolean;
};

/** Replaces hashes by numbers from 0 on; what is not kept is -1. */
export function numberFeatures(
  texts: readonly Int32Array[],
  keeping: Keeping = { textsMin: 2 },
): Dictionary {
  const numbers = new Map<number, number>();
  const counts: number[] = [];
  const hashes: number[] = [];
  const lastText: number[] = [];
  texts.forEach((features, text) => {
    const counted = keeping.counted?.(text) ?? true;
    features.forEach((hash, at) => {
      let number = numbers.get(hash);
      if (number === undefined) {
        number = counts.push(0) - 1;
        numbers.set(hash, number);
        hashes.push(hash);
        lastText.push(-1);
      }
      if (counted && lastText[number] !== text) {
        lastText[number] = text;
        counts[number] = (counts[number] ?? 0) + 1;
      }
      features[at] = number;
    });
  });
  const kept = new Int32Array(counts.length).fill(-1);
  let next = 0;
  const holds = holdersOf(hashes, counts, keeping);
  counts.forEach((_count, number) => {
    if (holds(number)) kept[number] = next++;
  });
  for (const features of texts) {
    for (let at = 0; at < features.length; at++) features[at] = kept[features[at] ?? 0] ?? -1;
  }
  const isKept = (_value: number, number: number): boolean => (kept[number] ?? -1) >= 0;
  return {
    hashes: Int32Array.from(hashes.filter(isKept)),
    counts: Int32Array.from(counts.filter(isKept)),
  };
}

function holdersOf(
  hashes: readonly number[],
  counts: readonly number[],
  { textsMin, bits }: Keeping,
): (number: number) => boolean {
  const isKnown = (number: number): boolean => (counts[number] ?? 0) >= textsMin;
  if (bits === undefined) return isKnown;
  const slotOf = (number: number): number => (hashes[number] ?? 0) >>> (32 - bits);
  const holders = new Int32Array(1 << bits).fill(-1);
  counts.forEach((count, number) => {
    const holder = holders[slotOf(number)] ?? -1;
    if (holder < 0 || (counts[holder] ?? 0) < count) holders[slotOf(number)] = number;
  });
  return (number) => isKnown(number) && holders[slotOf(number)] === number;
}
