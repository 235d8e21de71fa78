/** The audit trail: what it keeps, for how long, how surely, and who else has a copy. */
import { z } from 'zod';
import { indexSchema } from './shared-index.ts';
import { shipSchema } from './ship.ts';
import { secret, whole, words } from './value-kinds.ts';
import { parseWebAddress } from './web-address.ts';

const retentionDays = (what: string) =>
  whole(
    { from: 0, to: 36_500, default: 0 },
    { description: `Days that the texts of ${what} calls are kept; \`0\`: for good.` },
  );

const retentionSchema = z
  .strictObject({
    allowedDays: retentionDays('allowed'),
    flaggedDays: retentionDays('flagged and redacted'),
    blockedDays: retentionDays('blocked'),
    clockAheadDaysMax: whole(
      { from: 1, to: 36_500, default: 7 },
      {
        description:
          'Days by which the clock may be ahead of when the log was last at work; over it, nothing is destroyed.',
      },
    ),
  })
  .prefault({})
  .meta({
    description: 'How long kept texts stay; entries stay for good, and so does what is held.',
  });

export const auditSchema = z
  .strictObject({
    durability: z.enum(['fsync', 'os', 'strict']).default('fsync').meta({
      description:
        '`fsync`: an entry survives a power loss; `os`: a crash of the gateway; `strict`: the loss of this machine.',
    }),
    content: z
      .enum(['redacted', 'full', 'none'])
      .default('redacted')
      .meta({ description: 'What is kept, encrypted, of what was said.' }),
    masterKey: secret(
      {
        description:
          '32 bytes in base64 that wrap the content keys; generated into the data directory where absent.',
        environment: 'GATEWAY_MASTER_KEY',
      },
      (value) => value.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, '32 bytes in base64'),
    ),
    retention: retentionSchema,
    index: indexSchema,
    journalBytesMax: whole(
      { from: 65_536, to: 1_073_741_824, default: 67_108_864 },
      { description: 'Size at which a journal file is closed and the next one begun.' },
    ),
    writeTimeoutMs: whole(
      { from: 100, to: 60_000, default: 2_000 },
      { description: 'Time for a durable write; over it, governed calls get 503.' },
    ),
    verifyIntervalMs: whole(
      { from: 0, to: 604_800_000, default: 86_400_000 },
      {
        description:
          'How often each log verifies itself while it serves, the first time within an hour; `0`: only when asked.',
      },
    ),
    ship: shipSchema,
    reserveBytes: whole(
      { from: 0, to: 1_073_741_824, default: 67_108_864 },
      {
        description:
          'Room on the disk, at most 4 % of it, that is kept for the ends of what is under way: with less, governed calls get 503.',
      },
    ),
    witnessLagMaxMs: whole(
      { from: 0, to: 86_400_000, default: 0 },
      {
        description:
          'How long a checkpoint may wait for all witnesses before governed calls get 503; `0`: they go on.',
      },
    ),
    witnesses: z
      .array(words().refine(isPlace, 'a file, or an http or https URL without user'))
      .max(16)
      .default([])
      .meta({
        description:
          'Files, best on another disk, or http addresses that take a copy of each checkpoint.',
      }),
  })
  .prefault({})
  .meta({ description: 'The audit trail.' });

/**
 * A user's password could not be sent, and would stand in the reason that it was not. What looks like an address and is
 * none is hardly meant as the name of a file.
 */
function isPlace(place: string): boolean {
  if (!/^[a-z][\w+.-]+:[/\d]/i.test(place)) return true;
  const url = parseWebAddress(place);
  return url !== undefined && url.username + url.password === '';
}
