/** A labelled text as it stands in a JSONL file. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const row = z.object({
  text: z.string().min(1),
  label: z.string().min(1),
  family: z.string().default('none'),
  source: z.string().optional(),
  lang: z.string().optional(),
  category: z.string().optional(),
  kind: z.string().optional(),
  payload: z.string().optional(),
});

export type Row = z.infer<typeof row>;

/** Throws with the line where a row is not what it should be. */
export function readRows(path: string): readonly Row[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = row.safeParse(JSON.parse(line));
    if (!read.success) throw new Error(`${path}:${index + 1}: not a labelled text`);
    return [read.data];
  });
}
