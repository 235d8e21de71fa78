/** The index of the audit trail in the database: whether replicas share one, and for how long. */
import { z } from 'zod';
import type { Secret } from './secret.ts';
import { whole } from './value-kinds.ts';

export const indexSchema = z
  .strictObject({
    shared: z.boolean().default(false).meta({
      description:
        'Index entries in the database of `databaseUrl` too, so that each replica finds those of all; needs one `masterKey` for all.',
    }),
    retentionDays: whole(
      { from: 0, to: 36_500, default: 0 },
      {
        description:
          'Days that entries are found in the shared index, which forgets whole months; `0`: for good. Journals keep them.',
      },
    ),
  })
  .prefault({})
  .meta({ description: 'Where entries are searched.' });

type Given = {
  readonly databaseUrl?: Secret | undefined;
  readonly audit: { readonly index: z.output<typeof indexSchema> };
};

type SharedIndexSettings = { readonly databaseUrl: string; readonly retentionDays: number };

/** As the trail takes it; undefined where nothing is shared. */
export function toSharedSettings({ databaseUrl, audit }: Given): SharedIndexSettings | undefined {
  const { shared, retentionDays } = audit.index;
  return shared && databaseUrl !== undefined
    ? { databaseUrl: databaseUrl.reveal(), retentionDays }
    : undefined;
}
