/** What stands under the histogram: as much of each moment as tells it from its neighbours. */
const day = 86_400;

/** `step` is the seconds from one to the next; `write` gives `2026-11-23 12:00:00` in the reader's zone. */
export function writeTicks(
  times: readonly number[],
  step: number,
  write: (at: Date) => string,
): string[] {
  return times.map((at) => {
    const written = write(new Date(at * 1000));
    const clock = written.slice(11);
    if (step >= 360 * day) return written.slice(0, 4);
    if (step >= 28 * day) return written.slice(0, 7);
    if (step >= day || clock === '00:00:00') return written.slice(5, 10);
    if (step >= 60) return clock.slice(0, 5);
    return step >= 1 ? clock : clock + (at % 1).toFixed(3).slice(1);
  });
}
