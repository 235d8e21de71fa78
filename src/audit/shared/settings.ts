/** What a trail is told of the index that it shares with others. */
import { z } from 'zod';

/** A replica says every few seconds that it is there. */
export const unheardSeconds = 30;

export const sharedSettings = z.object({
  databaseUrl: z.string(),
  /** Days that entries are found there; 0: for good. */
  retentionDays: z.number(),
});
export type SharedSettings = z.output<typeof sharedSettings>;
