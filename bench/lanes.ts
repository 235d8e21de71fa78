/** A short run measures two rows at once where both count; those that go by the clock are measured alone, afterwards. */
import { z } from 'zod';
import { runBench } from './own-process.ts';
import type { Result } from './report.ts';
import type { Measured, Row } from './row.ts';

const printedSchema = z.object({
  measured: z.array(
    z.object({
      row: z.string(),
      columns: z.array(z.string()),
      lines: z.array(z.array(z.string())),
      // JSON has no word for what is no number.
      figures: z.record(
        z.string(),
        z
          .number()
          .nullable()
          .transform((figure) => figure ?? Number.NaN),
      ),
    }),
  ),
});

export type Lanes = Readonly<Record<'first' | 'second' | 'timed', readonly Row[]>>;

export function splitLanes(rows: readonly Row[]): Lanes {
  const [first, second] = (['first', 'second'] as const).map((lane) =>
    rows.filter((row) => row.lane === lane),
  ) as [Row[], Row[]];
  // One lane alone has nothing to run beside.
  if (first.length === 0 || second.length === 0) return { first: [], second: [], timed: rows };
  return { first, second, timed: rows.filter(({ lane }) => lane === undefined) };
}

/** Where all of the lane broke: the rows of the other one are told all the same. */
function toBroken(status: number | null): Measured {
  const reason = `the second lane ended with ${status ?? 'a signal'}`;
  return { columns: ['not measured'], lines: [[reason]], figures: {} };
}

/** In a process of its own, with programs of its own; each row's own failure is told in its place. */
export async function measureApart(rows: readonly Row[]): Promise<readonly Result[]> {
  if (rows.length === 0) return [];
  const { printed, status } = await runBench({ rows, words: ['--quick'] });
  if (status !== 0) process.exitCode = 1;
  if (printed === '') return rows.map((row) => ({ row, measured: toBroken(status) }));
  const { measured } = printedSchema.parse(JSON.parse(printed));
  const byName = new Map<string, Measured>(measured.map(({ row, ...each }) => [row, each]));
  return rows.flatMap((row) => {
    const each = byName.get(row.name);
    return each === undefined ? [] : [{ row, measured: each }];
  });
}
