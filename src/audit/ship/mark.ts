/** The file beside a copied trail that says that it is a copy, of which log, and whether texts came along. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readStart } from '../proof/whole-files.ts';

export const markFile = 'copy.json';

const markSchema = z.object({ v: z.literal(1), log: z.string(), content: z.boolean() });

export type Mark = z.output<typeof markSchema>;

export function writeMark(log: string, content: boolean): string {
  return `${JSON.stringify({ v: 1, log, content } satisfies Mark)}\n`;
}

/** Undefined for a trail that is no copy. */
export function readMark(directory: string): Mark | undefined {
  const path = join(directory, markFile);
  if (!existsSync(path)) return undefined;
  try {
    return markSchema.parse(JSON.parse(readStart(path).toString('utf8')) as unknown);
  } catch (error) {
    throw new Error(`\`${markFile}\` does not say what this is a copy of`, { cause: error });
  }
}
