/** Rules on every text in every disguise, and counts where the ruling fell below or rose above that of the plain text. */
import type { Bundle } from '../../src/governance/policy/policy.ts';
import { createRandom } from '../train/random.ts';
import type { Disguise } from './disguise.ts';
import { type Rank, rankOf } from './ruling.ts';
import type { Plain } from './texts.ts';

export type Change = {
  readonly disguise: string;
  readonly family: string;
  readonly plain: Rank;
  readonly made: Rank;
  readonly text: string;
};

export type Tally = {
  readonly disguise: string;
  readonly judged: number;
  readonly fell: readonly Change[];
  readonly rose: readonly Change[];
};

/** A seed for each text and disguise, so that a sample makes the same texts as the whole. */
function seedOf(seed: number, disguise: string, text: string): number {
  let hash = seed;
  for (const letter of `${disguise}\0${text}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash;
}

export function compare(
  bundle: Bundle,
  texts: readonly Plain[],
  { name, make }: Disguise,
  seed: number,
): Tally {
  const fell: Change[] = [];
  const rose: Change[] = [];
  let judged = 0;
  for (const { text, family, rank } of texts) {
    const made = make(text, createRandom(seedOf(seed, name, text)));
    if (made === undefined || made === text) continue;
    judged++;
    const changed = rankOf(bundle, made);
    if (changed === rank) continue;
    const change = { disguise: name, family, plain: rank, made: changed, text };
    (changed < rank ? fell : rose).push(change);
  }
  return { disguise: name, judged, fell, rose };
}
