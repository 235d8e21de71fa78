/** What an entry says of another log: its newest checkpoint, and whose log it is. */
import { z } from 'zod';

export const witnessedAct = 'witnessed';

export const witnessedDetail = z.object({
  log: z.string(),
  checkpoint: z.string(),
  /** Of logs in one directory, the number of its worker, 0 for the first one; absent of logs in one store. */
  worker: z.int().min(0).max(9_999).optional(),
});
