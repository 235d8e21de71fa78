/** A long trail to measure on: seeded into a folder of its own, and taken away afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedTrail } from '../tools/seed/seed.ts';

export type SeededTrail = {
  readonly entries: number;
  /** Whether the texts of its calls are kept. */
  readonly content: boolean;
  readonly index: boolean;
};

export async function withSeededTrail<T>(
  trail: SeededTrail,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'governance-bench-'));
  try {
    const directory = join(folder, 'audit');
    await seedTrail({ ...trail, directory, seed: 1, untilMs: Date.now() - 60_000 });
    return await work(directory);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
