/** Figures about scores: what is found at a share of false alarms, and the area under the ROC curve. */

/** A score, and whether it belongs to a text that is to be found. */
export type Scored = { readonly score: number; readonly found: boolean };

export type CurvePoint = { readonly alarms: number; readonly recall: number };

/** From nothing found to everything found; texts of one score are one step. */
export function curveOf(scored: readonly Scored[]): readonly CurvePoint[] {
  const sorted = [...scored].sort((left, right) => right.score - left.score);
  const positives = sorted.filter(({ found }) => found).length;
  const negatives = sorted.length - positives;
  const points: CurvePoint[] = [{ alarms: 0, recall: 0 }];
  let hits = 0;
  let alarms = 0;
  sorted.forEach(({ score, found }, at) => {
    if (found) hits++;
    else alarms++;
    if (sorted[at + 1]?.score === score) return;
    points.push({ alarms: alarms / Math.max(1, negatives), recall: hits / Math.max(1, positives) });
  });
  return points;
}

/** NaN where one of the two sides is empty: there is nothing to tell apart. */
export function areaUnder(scored: readonly Scored[]): number {
  if (!hasBoth(scored)) return NaN;
  return curveOf(scored).reduce((area, point, at, points) => {
    const before = points[at - 1] ?? point;
    return area + ((point.alarms - before.alarms) * (point.recall + before.recall)) / 2;
  }, 0);
}

/** The recall at the lowest score that raises no more than this share of false alarms. */
export function recallAt(scored: readonly Scored[], alarmsMax: number): number {
  if (!hasBoth(scored)) return NaN;
  return curveOf(scored).reduce(
    (best, { alarms, recall }) => (alarms <= alarmsMax ? Math.max(best, recall) : best),
    0,
  );
}

function hasBoth(scored: readonly Scored[]): boolean {
  return scored.some(({ found }) => found) && scored.some(({ found }) => !found);
}

/** How often texts of each confidence are what they are said to be. */
export function reliabilityOf(
  scored: readonly Scored[],
  bins: number,
): readonly { readonly said: number; readonly true: number; readonly texts: number }[] {
  const made = Array.from({ length: bins }, () => ({ said: 0, hits: 0, texts: 0 }));
  for (const { score, found } of scored) {
    const bin = made[Math.min(bins - 1, Math.floor(score * bins))];
    if (bin === undefined) continue;
    bin.said += score;
    bin.texts++;
    if (found) bin.hits++;
  }
  return made
    .filter(({ texts }) => texts > 0)
    .map(({ said, hits, texts }) => ({ said: said / texts, true: hits / texts, texts }));
}

export const shareOf = (part: number, whole: number): number => (whole === 0 ? NaN : part / whole);
