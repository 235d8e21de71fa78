/** What a finding is about: one small logistic head for each finer category. */
import { ConceptTable } from '../../src/governance/detectors/model-concepts.ts';
import { FeatureReader } from '../../src/governance/detectors/model-reader.ts';
import type { HeadName, Subject } from '../../src/governance/detectors/model-weights.ts';
import type { Example } from './example.ts';
import type { Lexicon } from './lexicon.ts';
import { createRandom } from './random.ts';

export const subjectBits = 14;
const charactersMax = 4096;
const passes = 6;
const rate = 0.3;
const pull = 1e-3;

export type LearnedSubjects = {
  readonly subjects: readonly Subject[];
  /** A step for each slot and subject, subjects side by side. */
  readonly weights: Int8Array;
};

const headOf = (subject: string): HeadName =>
  subject.startsWith('harm/') ? 'harm' : subject.startsWith('toxic/') ? 'toxic' : 'attack';

export function learnSubjects(
  examples: readonly Example[],
  lexicon: Lexicon,
  seed: number,
): LearnedSubjects {
  const taught = examples.filter((one) => (one.subject ?? '') !== '');
  const names = [...new Set(taught.map((one) => one.subject ?? ''))].sort();
  const reader = new FeatureReader(new ConceptTable(lexicon.keys, lexicon.ids, lexicon.groups));
  const slots = taught.map((one) => slotsOf(reader, one.text.slice(0, charactersMax)));
  const sizes = new Map<string, number>();
  for (const one of taught) {
    sizes.set(one.subject ?? '', (sizes.get(one.subject ?? '') ?? 0) + 1);
  }
  const floats = names.map((name) => {
    const head = headOf(name);
    const weights = new Float32Array(1 << subjectBits);
    const squares = new Float32Array(1 << subjectBits).fill(1e-3);
    const random = createRandom(seed);
    const order = Int32Array.from(taught, (_one, index) => index);
    let bias = 0;
    for (let pass = 0; pass < passes; pass++) {
      random.shuffle(order);
      for (const index of order) {
        const subject = taught[index]?.subject ?? '';
        const features = slots[index];
        if (features === undefined || headOf(subject) !== head) continue;
        const scale = 1 / Math.sqrt(features.length + 1);
        let sum = 0;
        for (const slot of features) sum += weights[slot] ?? 0;
        const guess = 1 / (1 + Math.exp(-(sum * scale + bias)));
        const say = 20 / Math.sqrt(sizes.get(subject) ?? 1);
        const slope = (guess - (subject === name ? 1 : 0)) * say;
        for (const slot of features) {
          const change = slope * scale + pull * (weights[slot] ?? 0);
          const square = (squares[slot] ?? 0) + change * change;
          squares[slot] = square;
          weights[slot] = (weights[slot] ?? 0) - (rate * change) / Math.sqrt(square);
        }
        bias -= 0.01 * slope;
      }
    }
    return { name, head, bias, weights };
  });
  return quantise(floats);
}

function slotsOf(reader: FeatureReader, text: string): Int32Array {
  const slots: number[] = [];
  reader.read(text, (words, wordCount, concepts, conceptCount) => {
    for (let at = 0; at < wordCount; at++) slots.push((words[at] ?? 0) >>> (32 - subjectBits));
    for (let at = 0; at < conceptCount; at++) {
      slots.push((concepts[at] ?? 0) >>> (32 - subjectBits));
    }
  });
  return Int32Array.from(slots);
}

function quantise(
  floats: readonly { name: string; head: HeadName; bias: number; weights: Float32Array }[],
): LearnedSubjects {
  const count = floats.length;
  const weights = new Int8Array(count << subjectBits);
  const subjects = floats.map(({ name, head, bias, weights: own }, index) => {
    const step = stepOf(own);
    own.forEach((weight, slot) => {
      weights[slot * count + index] = Math.max(-127, Math.min(127, Math.round(weight / step)));
    });
    return { name, head, bias: Math.round(bias * 1e6) / 1e6, step };
  });
  return { subjects, weights };
}

/** One step of an eight-bit weight: all but a few in ten thousand weights fit. */
export function stepOf(weights: Float32Array): number {
  const sizes = Float32Array.from(weights, Math.abs)
    .filter((size) => size > 0)
    .sort();
  const top = sizes[Math.floor(sizes.length * 0.9995)] ?? sizes.at(-1) ?? 1;
  return Number((top / 127).toPrecision(6));
}
