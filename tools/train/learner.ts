/** Four logistic heads over sparse features; of a long text each head learns from the window that speaks loudest to it. */
import { type HeadName, headNames } from '../../src/governance/detectors/model-weights.ts';
import { heads, type Learned, type Taught } from './learned.ts';
import { createRandom } from './random.ts';
import { type Reach, reachOf } from './reach.ts';
import { findWindow, type Window } from './window.ts';

export type Settings = {
  readonly seed: number;
  /** Models that are trained from different draws and orders and averaged: what only one of them believes is averaged away. */
  readonly runs: number;
  readonly passes: Readonly<Record<HeadName, number>>;
  readonly rate: Readonly<Record<HeadName, number>>;
  /** Pull of every weight towards 0. */
  readonly pull: Readonly<Record<HeadName, number>>;
  /** So much of what the document head learned the attack head hears, too: an order is one wherever it stands. */
  readonly share: number;
  /** 0: every text counts the same. 1: every family counts the same. */
  readonly balance: number;
  /** How many times as much a harmless text counts as a harmful one. */
  readonly harmlessWeight: Readonly<Record<HeadName, number>>;
  readonly scales: readonly number[];
  /** In so many families a word has to stand before a head learns from it. */
  readonly familiesMin: Readonly<Record<HeadName, number>>;
};

export const defaultSettings: Settings = {
  seed: 1,
  runs: 6,
  passes: { attack: 6, document: 3, harm: 3, toxic: 6 },
  rate: { attack: 0.4, document: 0.2, harm: 0.4, toxic: 0.4 },
  pull: { attack: 3e-3, document: 5e-4, harm: 2e-3, toxic: 2e-3 },
  share: 0.12,
  balance: 0.3,
  harmlessWeight: { attack: 3, document: 3, harm: 1, toxic: 3 },
  scales: [2, 8],
  familiesMin: { attack: 1, document: 2, harm: 2, toxic: 1 },
};

const weightMax = 8;
const learnedAlready = 2e-3;
const softener = 1e-3;

/** The say of each text in each head, so that both answers weigh the same and no family drowns the others. */
export function sayOf(texts: readonly Taught[], settings: Settings, head: number): Float32Array {
  const name = headNames[head] ?? 'attack';
  const sizes = new Map<string, number>();
  const keyOf = ({ example }: Taught): string => `${example.family}|${example.lang}`;
  for (const text of texts) sizes.set(keyOf(text), (sizes.get(keyOf(text)) ?? 0) + 1);
  const raw = (text: Taught): number =>
    text.example.weight / Math.pow(sizes.get(keyOf(text)) ?? 1, settings.balance);
  const total = [0, 0];
  let taught = 0;
  for (const text of texts) {
    const target = text.example.targets[name];
    if (target === undefined) continue;
    total[target] = (total[target] ?? 0) + raw(text);
    taught++;
  }
  return Float32Array.from(texts, (text) => {
    const target = text.example.targets[name];
    if (target === undefined) return 0;
    const say = (raw(text) / (total[target] ?? 1)) * taught * 0.5;
    return Math.min(weightMax, target === 0 ? say * settings.harmlessWeight[name] : say);
  });
}

export function learn(
  texts: readonly Taught[],
  sizes: { readonly words: number; readonly concepts: number },
  settings: Settings,
): Learned {
  const { runs, seed } = settings;
  const mean = emptyLearned(sizes);
  const reach = reachOf(texts, sizes);
  for (let run = 0; run < runs; run++) {
    const drawn = texts.filter(({ example }) => (((example.draws ?? -1) >>> run) & 1) === 1);
    const one = learnOnce(drawn, sizes, { ...settings, seed: seed * 1000 + run }, reach);
    addShare(mean.words, one.words, runs);
    addShare(mean.concepts, one.concepts, runs);
    addShare(mean.bias, one.bias, runs);
  }
  for (const numbers of Object.values(mean)) shareOrders(numbers, settings.share);
  return mean;
}

const [attackAt, documentAt] = [headNames.indexOf('attack'), headNames.indexOf('document')];

function shareOrders(numbers: Numbers, share: number): void {
  for (let base = 0; base < numbers.length; base += heads) {
    const document = numbers[base + documentAt] ?? 0;
    numbers[base + attackAt] = (numbers[base + attackAt] ?? 0) + share * document;
  }
}

type Numbers = Float32Array | Float64Array;

function addShare(mean: Numbers, one: Numbers, runs: number): void {
  for (let at = 0; at < one.length; at++) mean[at] = (mean[at] ?? 0) + (one[at] ?? 0) / runs;
}

function emptyLearned(sizes: { readonly words: number; readonly concepts: number }): Learned {
  return {
    words: new Float32Array(sizes.words * heads),
    concepts: new Float32Array(sizes.concepts * heads),
    bias: new Float64Array(heads),
  };
}

function learnOnce(
  texts: readonly Taught[],
  sizes: { readonly words: number; readonly concepts: number },
  settings: Settings,
  reach: Reach,
): Learned {
  const random = createRandom(settings.seed);
  const learned = emptyLearned(sizes);
  const past = {
    words: new Float32Array(sizes.words * heads).fill(softener),
    concepts: new Float32Array(sizes.concepts * heads).fill(softener),
    bias: new Float64Array(heads).fill(1),
  };
  const says = headNames.map((_name, head) => sayOf(texts, settings, head));
  const order = Int32Array.from(texts, (_text, index) => index);
  for (let pass = 0; pass < Math.max(...Object.values(settings.passes)); pass++) {
    random.shuffle(order);
    for (const index of order) {
      const text = texts[index];
      if (text === undefined) continue;
      headNames.forEach((name, head) => {
        const say = says[head]?.[index] ?? 0;
        if (say === 0 || pass >= settings.passes[name]) return;
        const target = text.example.targets[name] ?? 0;
        const window = findWindow(text, learned, head, settings.scales, target === 1);
        const guess = 1 / (1 + Math.exp(-window.score));
        const slope = (guess - target) * say;
        if (Math.abs(slope) >= learnedAlready)
          step(text, window, slope, head, learned, past, settings, reach);
      });
    }
  }
  return learned;
}

/** One step of AdaGrad on the features of a window. */
function step(
  text: Taught,
  window: Window,
  slope: number,
  head: number,
  learned: Learned,
  past: Learned,
  settings: Settings,
  reach: Reach,
): void {
  const name = headNames[head] ?? 'attack';
  const [rate, pull, familiesMin] = [
    settings.rate[name],
    settings.pull[name],
    settings.familiesMin[name],
  ];
  const move = (
    features: Int32Array,
    [from, to]: readonly [number, number],
    weights: Float32Array,
    squares: Float32Array,
    families: Uint8Array,
    by: number,
  ): void => {
    for (let at = from; at < to; at++) {
      const feature = features[at] ?? -1;
      if (feature < 0 || (families[feature] ?? 0) < familiesMin) continue;
      const place = feature * heads + head;
      const weight = weights[place] ?? 0;
      const change = by + pull * weight;
      const square = (squares[place] ?? 0) + change * change;
      squares[place] = square;
      weights[place] = weight - (rate * change) / Math.sqrt(square);
    }
  };
  const { words, concepts, byWords, byConcepts } = window;
  move(text.words, words, learned.words, past.words, reach.words, slope * byWords);
  move(
    text.concepts,
    concepts,
    learned.concepts,
    past.concepts,
    reach.concepts,
    slope * byConcepts,
  );
  const square = (past.bias[head] ?? 0) + slope * slope;
  past.bias[head] = square;
  learned.bias[head] = (learned.bias[head] ?? 0) - (rate * slope) / Math.sqrt(square);
}
