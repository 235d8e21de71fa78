/** What an entry says of another log: its newest checkpoint, and whose log it is. */
import { z } from 'zod';

export const witnessedAct = 'witnessed';

export const witnessedDetail = z.object({
  log: z.string(),
  checkpoint: z.string(),
  /** The number of a worker, where it is one of the logs that lie below the one that says so. */
  worker: z.int().min(1).max(9_999).optional(),
});
