/** Where each head starts to speak: the false alarms that each kind of harmless text may raise on families it has not seen. */
import { type HeadName, headNames } from '../../src/governance/detectors/model-weights.ts';
import {
  type Bar,
  calibrate,
  confidenceAt,
  type Knot,
  thresholdFor,
  type Trial,
} from './calibrate.ts';
import type { Taught } from './learned.ts';
import { sayOf, type Settings } from './learner.ts';

const ordinary =
  /^(?:clinc150|banking77|cse-(?:instruct|autocomplete)|arena-hard|self-instruct|gsm8k|book-prose|multilingual-hatecheck|davidson-neither|own-ordinary.*)$/;
const documents =
  /^(?:host-document|asb-tool-output|cse-autocomplete|book-prose|multilingual-hatecheck|own-package-.*)$/;
/** Of one file there are many such stretches, and of a task many files. */
const packages = /^own-package-.*$/;

/**
 * At this score a finding is certain enough to act on: all heads and rules together stop 1 % of ordinary texts, 10 % of talk about attacks, 5 % of edgy
 * ones. Of large families only a part is tested, and what other heads and rules stop comes on top; where that would
 * break a bar, less is allowed.
 */
const certain: Readonly<Record<HeadName, readonly Bar[]>> = {
  attack: [
    { families: ordinary, share: 0.0125 },
    { families: packages, share: 0.004 },
    { families: /^(?:own-security-(?:talk|ml)|book-prompt)$/, share: 0.1 },
    { families: /^(?:own-role-play-benign|own-safe-.*|own-acts-harmless)$/, share: 0.05 },
  ],
  document: [
    { families: documents, share: 0.0088 },
    { families: packages, share: 0.005 },
    { families: /^host-with-human-instruction$/, share: 0.08 },
  ],
  harm: [
    // The largest of these families are stopped three times as often as their mean, in which small ones count nearly as much.
    { families: ordinary, share: 0.0019 },
    { families: packages, share: 0.0018 },
    // Those that were written for this training, and by itself the templated one, which is far larger than both.
    { families: /^own-safe-(?:talk|ml)$/, share: 0.05 },
    { families: /^mlc-typical-user$/, share: 0.044 },
    // Written to be taken for their harmful twins, word for word.
    { families: /^own-acts-harmless$/, share: 0.19 },
  ],
  toxic: [
    { families: /^(?!multilingual-hatecheck)/, share: 0.01 },
    // Sentences that differ from hateful ones in a word: quoted, denied, or of other groups.
    { families: /^multilingual-hatecheck/, share: 0.25 },
  ],
};

/** A finding is told from so many times the false alarms on; what to do about it is for a policy to say. */
const toldFactor: Readonly<Record<HeadName, number>> = {
  attack: 2,
  document: 3,
  harm: 3,
  toxic: 3.3,
};

/** What a confidence means is the same for every head and every training, so that policies need not follow it. */
const toldConfidence = 0.5;
const certainConfidence = 0.8;

/** At this confidence policies act in documents, where less is needed, and flag what is hateful. */
const betweenConfidence = 0.75;
/** So many times the false alarms of what is certain are raised there. */
const betweenFactor: Readonly<Partial<Record<HeadName, number>>> = { document: 1.25, toxic: 1.8 };

export type OperatingPoint = {
  readonly name: HeadName;
  readonly knots: Knot[];
  /** A finding is told from this score on. */
  readonly threshold: number;
  /** Certain from this score on. */
  readonly certain: number;
};

const evenly = { attack: 1, document: 1, harm: 1, toxic: 1 } as const;

export function trialsOf(
  texts: readonly Taught[],
  scores: readonly Float64Array[],
  settings: Settings,
  head: number,
): readonly Trial[] {
  const name = headNames[head] ?? 'attack';
  const tested = texts.flatMap((text, index) => {
    const score = scores[index]?.[head] ?? NaN;
    const target = text.example.targets[name];
    return Number.isNaN(score) || target === undefined ? [] : [{ text, score, target }];
  });
  const says = sayOf(
    tested.map((one) => one.text),
    { ...settings, balance: 0.7, harmlessWeight: evenly },
    head,
  );
  return tested.map(({ text, score, target }, index) => ({
    score,
    target,
    family: text.example.family,
    weight: says[index] ?? 0,
  }));
}

export function findOperatingPoint(name: HeadName, trials: readonly Trial[]): OperatingPoint {
  const scoreAt = (factor: number): number => {
    const bars = certain[name].map((bar) => ({ ...bar, share: bar.share * factor }));
    return Number(thresholdFor(trials, bars).toFixed(4));
  };
  const between = betweenFactor[name];
  const [threshold, sure] = [scoreAt(toldFactor[name]), scoreAt(1)];
  const knots = anchor(calibrate(trials), [
    [threshold, toldConfidence],
    ...(between === undefined ? [] : [[scoreAt(between), betweenConfidence] as const]),
    [sure, certainConfidence],
  ]);
  return { name, knots, threshold, certain: sure };
}

/** Stretches the calibrated curve so that it passes through the anchors, and keeps its shape between them. */
function anchor(
  knots: readonly Knot[],
  anchors: readonly (readonly [score: number, confidence: number])[],
): Knot[] {
  const fixed: readonly (readonly [from: number, to: number])[] = [
    [0, 0],
    ...anchors.map(([score, to]) => [confidenceAt(knots, score), to] as const),
    [1, 1],
  ];
  const stretch = (confidence: number): number => {
    const after = Math.max(
      1,
      fixed.findIndex(([from]) => from >= confidence),
    );
    const [from, low] = fixed[after - 1] ?? [0, 0];
    const [to, high] = fixed[after] ?? [1, 1];
    return to === from ? high : low + ((high - low) * (confidence - from)) / (to - from);
  };
  const moved = knots
    .map(([score, confidence]): Knot => [score, stretch(confidence)])
    .filter(([score]) => anchors.every(([at]) => Math.abs(at - score) > 0.01));
  return [...moved, ...anchors]
    .sort(([left], [right]) => left - right)
    .map(([score, confidence]): Knot => [score, Number(confidence.toFixed(4))]);
}
