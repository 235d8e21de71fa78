/** What judging costs as ratios within one run: hostile against ordinary text, long against short, many rules against few. */
import { govern } from '../governance/govern.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import { toCall, writeHostileTexts, writeOrdinaryText } from './policy-bench-scene.ts';
import { hostileKinds } from './policy-bench-texts.ts';

const options = { hash: () => 'hash' };

/** How long each figure is measured: rounds in which both sides of a ratio take turns. */
export type Effort = { readonly warmMs: number; readonly rounds: number; readonly roundMs: number };

export const usualEffort: Effort = { warmMs: 250, rounds: 5, roundMs: 20 };

/** CPU milliseconds of this thread; what other threads and other processes take does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** CPU milliseconds of one call. */
function timeCall(run: () => unknown, forMs: number): number {
  const startedMs = cpuMs();
  let calls = 0;
  let usedMs: number;
  do {
    run();
    calls += 1;
    usedMs = cpuMs() - startedMs;
  } while (usedMs < forMs);
  return usedMs / calls;
}

export type Compared = { readonly ms: number; readonly ratio: number };

/** The median of what one call costs, and of its ratio to another of the same round. */
export function compareCalls(
  run: () => unknown,
  reference: () => unknown,
  { warmMs, rounds, roundMs }: Effort,
): Compared {
  timeCall(reference, warmMs);
  timeCall(run, warmMs);
  const times: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const own = timeCall(run, roundMs);
    times.push(own);
    ratios.push(own / timeCall(reference, roundMs));
  }
  return { ms: median(times), ratio: median(ratios) };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function judging(bundle: Bundle, call: Interaction): () => unknown {
  return () => govern(bundle, call, options);
}

/** Each kind of hostile text against ordinary text of the same size. */
export function compareKinds(
  bundle: Bundle,
  characters: number,
  effort: Effort,
  kinds: readonly string[] = Object.keys(hostileKinds),
): Readonly<Record<string, Compared>> {
  const ordinary = judging(bundle, toCall(writeOrdinaryText(characters)));
  return Object.fromEntries(
    kinds.map((kind) => {
      const text = hostileKinds[kind]?.(characters) ?? '';
      return [kind, compareCalls(judging(bundle, toCall(text)), ordinary, effort)];
    }),
  );
}

/** Cost by character of a long text against that of a short one; 1 is linear. */
export function compareSizes(
  bundle: Bundle,
  write: (characters: number) => string,
  [short, long]: readonly [number, number],
  effort: Effort,
): number {
  const { ratio } = compareCalls(
    judging(bundle, toCall(write(long))),
    judging(bundle, toCall(write(short))),
    effort,
  );
  return ratio / (long / short);
}

/** Text made of a bundle's own beginnings against ordinary text, run together or in words, whichever costs more. */
export function compareHostile(bundle: Bundle, effort: Effort): number {
  const ordinary = judging(bundle, toCall(writeOrdinaryText()));
  const ratios = writeHostileTexts(bundle).map(
    (text) => compareCalls(judging(bundle, toCall(text)), ordinary, effort).ratio,
  );
  return Math.max(...ratios);
}

/** A bundle against another on the same ordinary text. */
export function compareBundles(
  bundle: Bundle,
  reference: Bundle,
  characters: number,
  effort: Effort,
): Compared {
  const call = toCall(writeOrdinaryText(characters));
  return compareCalls(judging(bundle, call), judging(reference, call), effort);
}
