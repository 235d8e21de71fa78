/** Measures a row with the engine's sampler in every thread, and keeps what it saw as flame graphs and as a page. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ThreadSeen, drawRow } from './pictures/flames-of-row.ts';
import { runBench } from './own-process.ts';
import { toSampler } from './process.ts';
import type { Row } from './row.ts';

const printedSchema = z.object({
  /** While the row was measured: the bench's own loading is not part of it. */
  stretch: z.object({ fromUs: z.number(), untilUs: z.number() }),
});

const profiles = join(import.meta.dirname, 'profiles');

export type RowSeen = { readonly row: Row; readonly threads: readonly ThreadSeen[] };

/**
 * In a process of its own, so that rows which call parts of the house within the bench are sampled like programs.
 * The sampler costs some: such a run says where time goes, and not how much.
 */
export async function profileRow(row: Row, quick: boolean): Promise<RowSeen> {
  const folder = join(profiles, row.name);
  await rm(folder, { recursive: true, force: true });
  const { printed, status } = await runBench({
    rows: [row],
    flags: toSampler(join(folder, 'bench')),
    words: ['--sampled', ...(quick ? ['--quick'] : [])],
    environment: { BENCH_PROFILES: folder },
  });
  if (status !== 0) throw new Error(`it ended with ${status ?? 'a signal'} under the sampler`);
  const { stretch } = printedSchema.parse(JSON.parse(printed));
  return { row, threads: await drawRow(folder, row.name, stretch) };
}
