/** Wakes sleepers together: those that are due within one stretch of time are woken in one turn, at its end. */

/** Long enough that several streams are dealt with in a turn: each turn costs as much as reading what one of them brought. */
const stretchMs = 8;

export class Alarm {
  readonly #sleepers = new Map<number, Set<() => void>>();

  /** Wakes after `restMs`, or up to a stretch later; answers how to leave before that. */
  set(restMs: number, wake: () => void): () => void {
    const nowMs = performance.now();
    const stretch = Math.ceil((nowMs + restMs) / stretchMs);
    const sleepers = this.#sleepers.get(stretch) ?? this.#begin(stretch, nowMs);
    sleepers.add(wake);
    return () => sleepers.delete(wake);
  }

  #begin(stretch: number, nowMs: number): Set<() => void> {
    const sleepers = new Set<() => void>();
    this.#sleepers.set(stretch, sleepers);
    setTimeout(
      () => {
        this.#sleepers.delete(stretch);
        for (const wake of sleepers) wake();
      },
      Math.ceil(stretch * stretchMs - nowMs),
    );
    return sleepers;
  }
}
