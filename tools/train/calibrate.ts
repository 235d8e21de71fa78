/** Turns scores of unseen texts into confidences and thresholds. */

/** A score of a text that the scoring model had not seen. */
export type Trial = {
  readonly score: number;
  readonly target: 0 | 1;
  readonly family: string;
  readonly weight: number;
};

export type Knot = [score: number, confidence: number];

const knotsMax = 24;
const confidenceMin = 0.001;
const confidenceMax = 0.999;

/** Isotonic regression: the confidence never falls as the score rises, and is right on average. */
export function calibrate(trials: readonly Trial[]): Knot[] {
  const sorted = [...trials].sort((left, right) => left.score - right.score);
  const blocks: { sum: number; weight: number; scores: number }[] = [];
  for (const { score, target, weight } of sorted) {
    blocks.push({ sum: target * weight, weight, scores: score * weight });
    for (;;) {
      const last = blocks.at(-1);
      const before = blocks.at(-2);
      if (!last || !before || before.sum / before.weight < last.sum / last.weight) break;
      blocks.pop();
      before.sum += last.sum;
      before.weight += last.weight;
      before.scores += last.scores;
    }
  }
  const points = blocks.map(({ sum, weight, scores }): Knot => [
    scores / weight,
    Math.min(confidenceMax, Math.max(confidenceMin, sum / weight)),
  ]);
  return thin(points);
}

/** Few knots, where the confidence moves most, with scores that rise. */
function thin(points: readonly Knot[]): Knot[] {
  const kept: Knot[] = [];
  const stepMin = 1 / knotsMax;
  for (const point of points) {
    const last = kept.at(-1);
    const rises = last === undefined || (point[0] > last[0] && point[1] - last[1] >= stepMin);
    if (rises) kept.push(rounded(point));
  }
  const end = points.at(-1);
  const last = kept.at(-1);
  if (end && last && end[0] > last[0] && end[1] > last[1]) kept.push(rounded(end));
  if (kept.length === 1 && last) kept.push([last[0] + 1, last[1]]);
  return kept;
}

const rounded = ([score, confidence]: Knot): Knot => [
  Math.round(score * 1e4) / 1e4,
  Math.round(confidence * 1e4) / 1e4,
];

/** Between two knots in a straight line, as the gateway reads them. */
export function confidenceAt(knots: readonly Knot[], score: number): number {
  const after = knots.findIndex(([at]) => at > score);
  if (after === 0) return knots[0]?.[1] ?? 0;
  if (after < 0) return knots.at(-1)?.[1] ?? 1;
  const [from, low] = knots[after - 1] ?? [0, 0];
  const [to, high] = knots[after] ?? [1, 1];
  return low + ((high - low) * (score - from)) / (to - from);
}

/** The share of each family's texts that reach a score, by family. */
export function rates(
  trials: readonly Trial[],
  target: 0 | 1,
  threshold: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, [hits: number, all: number]>();
  for (const trial of trials) {
    if (trial.target !== target) continue;
    const count = counts.get(trial.family) ?? [0, 0];
    if (trial.score >= threshold) count[0]++;
    count[1]++;
    counts.set(trial.family, count);
  }
  return new Map([...counts].map(([family, [hits, all]]) => [family, hits / all]));
}

export function meanOf(values: Iterable<number>): number {
  const list = [...values];
  return list.length === 0 ? 0 : list.reduce((sum, value) => sum + value, 0) / list.length;
}

/** What the harmless families of one kind may raise by false alarm, on average. */
export type Bar = { readonly families: RegExp; readonly share: number };

/** The lowest score at which every bar holds. */
export function thresholdFor(trials: readonly Trial[], bars: readonly Bar[]): number {
  const thresholds = bars.map(({ families, share }) => {
    const those = trials.filter((trial) => families.test(trial.family));
    let low = -50;
    let high = 50;
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (meanOf(rates(those, 0, middle).values()) > share) low = middle;
      else high = middle;
    }
    return high;
  });
  return Math.max(...thresholds);
}

/** The chance that a harmful text scores above a harmless one, every family of a side weighing as it was weighted. */
export function areaUnderCurve(trials: readonly Trial[]): number {
  const sorted = [...trials].sort((left, right) => left.score - right.score);
  let harmless = 0;
  let area = 0;
  let harmful = 0;
  for (let at = 0; at < sorted.length;) {
    let end = at;
    let tiedHarmless = 0;
    let tiedHarmful = 0;
    while (end < sorted.length && sorted[end]?.score === sorted[at]?.score) {
      const { target = 0, weight = 0 } = sorted[end] ?? {};
      if (target === 1) tiedHarmful += weight;
      else tiedHarmless += weight;
      end++;
    }
    area += tiedHarmful * (harmless + tiedHarmless / 2);
    harmless += tiedHarmless;
    harmful += tiedHarmful;
    at = end;
  }
  return area / Math.max(1e-9, harmless * harmful);
}
