/** The texts whose ruling may not change: attacks that are acted on as they stand, and ordinary texts that pass. */
import { join } from 'node:path';
import type { Bundle } from '../../src/governance/policy/policy.ts';
import { createRandom } from '../train/random.ts';
import { readRows } from '../train/row.ts';
import { type Rank, rankOf } from './ruling.ts';

export type Plain = { readonly text: string; readonly family: string; readonly rank: Rank };

const directory = join(import.meta.dirname, '..', 'training');

/** Somebody has been there before: another disguise on top would be another text. */
const disguised = /[A-Za-z0-9+/]{20,}=|(?:\b[a-z]\.){3}|metsys|m4k3/;

/** In an order that the seed decides, with no family ahead of another. */
export function pickTexts(
  bundle: Bundle,
  names: readonly string[],
  fits: (rank: Rank) => boolean,
  count: number,
  seed: number,
): readonly Plain[] {
  const rows = names.flatMap((name) => readRows(join(directory, `${name}.jsonl`)));
  const order = Int32Array.from(rows.keys());
  createRandom(seed).shuffle(order);
  const picked: Plain[] = [];
  for (const index of order) {
    if (picked.length === count) break;
    const row = rows[index];
    if (row === undefined || row.text.includes('{') || disguised.test(row.text)) continue;
    const rank = rankOf(bundle, row.text);
    if (fits(rank)) picked.push({ text: row.text, family: row.family, rank });
  }
  if (picked.length < count) throw new Error(`only ${picked.length} texts of ${count} fit`);
  return picked;
}
