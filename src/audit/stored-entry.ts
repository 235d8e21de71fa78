/** Reads a journal line back into the members that recovery, pairing and the index need, or says that it is no entry. */
import { z } from 'zod';

const members = z.object({
  v: z.literal(1),
  id: z.string(),
  seq: z.int().min(0),
  epoch: z.string(),
  origin: z.string(),
  at: z.string(),
  type: z.string(),
  prev: z.string().regex(/^[0-9a-f]{64}$/),
  exchange: z.string().optional(),
  attempt: z.int().optional(),
  open: z.array(z.tuple([z.string(), z.int()])).optional(),
});

/** Whatever else stands in it is nobody's business here. */
export type StoredEntry = z.infer<typeof members> & Readonly<Record<string, unknown>>;

export function readStoredEntry(line: Buffer): StoredEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line.toString('utf8'));
    return isStoredEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** The version that a line says it is of, whether it can be read or not; undefined where it says none. */
export function readVersion(line: Buffer): number | undefined {
  try {
    return z.object({ v: z.int() }).parse(JSON.parse(line.toString('utf8'))).v;
  } catch {
    return undefined;
  }
}

/** Looked at as it is: a copy of each entry took longer than the looking. */
function isStoredEntry(entry: unknown): entry is StoredEntry {
  return members.safeParse(entry).success;
}

/** The place of a call's entry: which attempt of which exchange; empty for entries that stand for no call. */
export function placeInExchange(entry: StoredEntry): {
  readonly exchange: string;
  readonly attempt: number;
} {
  return { exchange: entry.exchange ?? '', attempt: entry.attempt ?? 0 };
}
