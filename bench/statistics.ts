/** Median, percentile and spread of a handful of measurements. */

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  const value = sorted[index];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** `1.42 (1.38 to 1.47)`: the median with the least and the greatest of the rounds. */
export function toSpread(values: readonly number[], digits: number): string {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)} to ${greatest.toFixed(digits)})`;
}
