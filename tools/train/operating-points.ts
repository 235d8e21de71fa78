/** Where each head starts to speak: the false alarms that each kind of harmless text may raise on families it has not seen. */
import type { HeadName } from '../../src/governance/detectors/model-weights.ts';
import { type Bar, calibrate, type Knot, thresholdFor, type Trial } from './calibrate.ts';
import type { Taught } from './learner.ts';
import { sayOf, type Settings } from './learner.ts';
import { headNames } from '../../src/governance/detectors/model-weights.ts';

const ordinary =
  /^(?:clinc150|banking77|cse-(?:instruct|autocomplete)|arena-hard|self-instruct|gsm8k|book-prose|multilingual-hatecheck|davidson-neither|own-ordinary.*)$/;
const documents =
  /^(?:host-document|asb-tool-output|host-with-human-instruction|cse-autocomplete|book-prose|multilingual-hatecheck)$/;

/** At this score a finding is certain enough to act on: 1 % of ordinary texts, 10 % of talk about attacks, 5 % of edgy ones. */
const certain: Readonly<Record<HeadName, readonly Bar[]>> = {
  attack: [
    { families: ordinary, share: 0.01 },
    { families: /^(?:own-security-(?:talk|ml)|book-prompt)$/, share: 0.1 },
    { families: /^(?:own-role-play-benign|own-safe-.*|own-acts-harmless)$/, share: 0.05 },
  ],
  document: [{ families: documents, share: 0.02 }],
  harm: [
    { families: ordinary, share: 0.01 },
    { families: /^(?:own-safe-.*|own-acts-harmless|mlc-typical-user)$/, share: 0.05 },
  ],
  toxic: [{ families: /./, share: 0.01 }],
};

/** A finding is told from three times the false alarms on; what to do about it is for a policy to say. */
const toldFactor = 3;

export type OperatingPoint = {
  readonly name: HeadName;
  readonly knots: Knot[];
  /** A finding is told from this score on. */
  readonly threshold: number;
  /** Certain from this score on. */
  readonly certain: number;
};

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
    { ...settings, balance: 0.7, harmlessWeight: 1 },
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
  const bars = certain[name];
  const told = bars.map(({ families, share }) => ({ families, share: share * toldFactor }));
  return {
    name,
    knots: calibrate(trials),
    threshold: Number(thresholdFor(trials, told).toFixed(4)),
    certain: Number(thresholdFor(trials, bars).toFixed(4)),
  };
}
