/** The version of this program, as its package says it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const packageSchema = z.object({ version: z.string() });

export function readVersion(): string {
  const path = new URL('../../package.json', import.meta.url);
  return packageSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).version;
}
