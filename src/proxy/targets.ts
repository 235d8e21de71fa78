/** Shares the calls of a route among its upstreams by weight, past those that rest, and keeps tries again within bounds. */
import { type Pick, type RouteEntry, targetsOf, type Upstream } from './upstream.ts';

/** One call in ten may be tried again, and a few more after a quiet time: a provider in trouble is not flooded. */
const triesPerCall = 0.1;
const triesMax = 10;

export class Targets {
  readonly #rests: (upstream: Upstream) => boolean;
  /** Smooth weighted round robin: who waited longest for its share is next. */
  readonly #waited = new Map<RouteEntry, Map<string, number>>();
  #tries = triesMax;

  constructor(rests: (upstream: Upstream) => boolean) {
    this.#rests = rests;
  }

  /** Undefined where none of the route's own targets is among them. */
  readonly pick: Pick = (entry, among) => {
    const own = targetsOf(entry).flatMap(({ upstream: name, weight }) => {
      const upstream = among.find((each) => each.name === name);
      return upstream === undefined ? [] : [{ upstream, weight }];
    });
    const awake = own.filter(({ upstream }) => !this.#rests(upstream));
    const candidates = awake.length > 0 ? awake : own;
    if (candidates.length < 2) return candidates[0]?.upstream;
    const waited = this.#waited.get(entry) ?? new Map<string, number>();
    this.#waited.set(entry, waited);
    let best = candidates[0];
    let sum = 0;
    for (const candidate of candidates) {
      const { name } = candidate.upstream;
      waited.set(name, (waited.get(name) ?? 0) + candidate.weight);
      sum += candidate.weight;
      if ((waited.get(name) ?? 0) > (waited.get(best?.upstream.name ?? '') ?? 0)) best = candidate;
    }
    if (best !== undefined)
      waited.set(best.upstream.name, (waited.get(best.upstream.name) ?? 0) - sum);
    return best?.upstream;
  };

  /** The route's other targets, then its fallbacks, then the same one again: what rests comes last. */
  next(
    entry: RouteEntry,
    tried: readonly Upstream[],
    among: readonly Upstream[],
  ): Upstream | undefined {
    const names = [...targetsOf(entry).map(({ upstream }) => upstream), ...(entry.fallback ?? [])];
    const known = names.flatMap((name) => among.filter((upstream) => upstream.name === name));
    const awake = known.filter((upstream) => !this.#rests(upstream));
    return (
      awake.find((upstream) => !tried.includes(upstream)) ??
      awake.find((each) => each === tried.at(-1))
    );
  }

  countCall(): void {
    this.#tries = Math.min(triesMax, this.#tries + triesPerCall);
  }

  /** False where too much is tried again already. */
  takeTry(): boolean {
    if (this.#tries < 1) return false;
    this.#tries -= 1;
    return true;
  }
}
