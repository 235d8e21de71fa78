/** Where a copy of the audit trail is shipped to: a directory or a bucket, how often, and whether calls wait for it. */
import { z } from 'zod';
import type { Secret } from './secret.ts';
import { parseWebAddress } from './web-address.ts';
import { credential, secret, text, whole, words } from './value-kinds.ts';

const bucketSchema = z
  .strictObject({
    endpoint: z.string().refine(isEndpoint, 'an http or https URL without a path').meta({
      description: 'Scheme and host of the store; the bucket follows in the path.',
    }),
    region: text('us-east-1', { description: 'Region that requests are signed for.' }),
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
      .meta({ description: 'Name of the bucket.' }),
    prefix: z
      .string()
      .regex(/^(?:[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*)?$/, 'a path without slashes at its ends')
      .default('')
      .meta({ description: 'What the names of all objects begin with.' }),
    accessKeyId: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'printable characters')
      .meta({ description: 'Who signs.' }),
    secretAccessKey: secret({
      description: 'The secret key of the bucket that copies are shipped to.',
      environment: 'GATEWAY_SHIP_SECRET_KEY',
    }),
    sessionToken: secret({ description: 'Of credentials that are lent for a time.' }, credential),
    lock: z.enum(['none', 'governance', 'compliance']).default('none').meta({
      description:
        'Object Lock: `governance` lets those with a right of their own delete early, `compliance` nobody.',
    }),
    lockDays: whole(
      { from: 1, to: 36_500, default: 365 },
      { description: 'Days that an object is locked from when it was put.' },
    ),
  })
  .optional()
  .meta({ description: 'An S3-compatible bucket.' });

export const shipSchema = z
  .strictObject({
    directory: words()
      .optional()
      .meta({ description: 'A directory that is there, such as a network volume.' }),
    bucket: bucketSchema,
    intervalMs: whole(
      { from: 100, to: 3_600_000, default: 5_000 },
      { description: 'How long new entries wait for company; `durability: strict` does not wait.' },
    ),
    timeoutMs: whole(
      { from: 100, to: 300_000, default: 10_000 },
      { description: 'Time for one answer of the store, and for the last copy on a stop.' },
    ),
    content: z
      .boolean()
      .default(true)
      .meta({ description: 'Ship kept texts too, encrypted as they are; their keys stay here.' }),
  })
  .optional()
  .meta({ description: 'Where a copy of the trail is kept up to date.' });

function isEndpoint(value: string): boolean {
  const url = parseWebAddress(value);
  if (url === undefined) return false;
  return url.href === `${url.origin}/` && value.replace(/\/$/, '') === url.origin;
}

type Bucket = NonNullable<z.output<typeof bucketSchema>>;
type Given = {
  readonly durability: 'fsync' | 'os' | 'strict';
  readonly ship?: z.output<typeof shipSchema>;
};

export type BucketPlace = Pick<
  Bucket,
  'endpoint' | 'region' | 'name' | 'prefix' | 'accessKeyId'
> & {
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly lock: { readonly mode: 'governance' | 'compliance'; readonly days: number } | undefined;
  readonly timeoutMs: number;
};

export type ShipTo =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 'bucket'; readonly bucket: BucketPlace };

export type TrailSettings = {
  /** Of the copy that lies here: with `strict` an entry survives a power loss before it is shipped. */
  readonly durability: 'fsync' | 'os';
  readonly ship:
    | {
        readonly to: ShipTo;
        readonly intervalMs: number;
        readonly timeoutMs: number;
        readonly content: boolean;
        readonly strict: boolean;
      }
    | undefined;
};

/** As the trail takes it. */
export function toTrailSettings({ durability, ship }: Given): TrailSettings {
  const strict = durability === 'strict';
  return {
    durability: strict ? 'fsync' : durability,
    ship: ship && {
      to: toShipTo(ship),
      intervalMs: ship.intervalMs,
      timeoutMs: ship.timeoutMs,
      content: ship.content,
      strict,
    },
  };
}

function toShipTo({ directory, bucket, timeoutMs }: NonNullable<Given['ship']>): ShipTo {
  if (bucket === undefined) return { kind: 'directory', directory: directory ?? '' };
  const { lock, lockDays, secretAccessKey, sessionToken, ...rest } = bucket;
  return {
    kind: 'bucket',
    bucket: {
      ...rest,
      secretAccessKey: reveal(secretAccessKey) ?? '',
      sessionToken: reveal(sessionToken),
      lock: lock === 'none' ? undefined : { mode: lock, days: lockDays },
      timeoutMs,
    },
  };
}

function reveal(value: Secret | undefined): string | undefined {
  return value?.reveal();
}
