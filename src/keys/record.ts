/** What is kept of a key: whom it belongs to, what it may do, until when; never the key itself. */
import { z } from 'zod';
import { scopes } from '../governance/scope.ts';

const word = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'expected text without control characters');
const pattern = word(256).min(1);

/** What somebody asks for when a key is made. */
export const profileSchema = z.strictObject({
  owner: word(200).trim().min(1),
  team: word(200).default(''),
  env: word(64).default(''),
  tags: z.array(word(64).min(1)).max(32).default([]),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  /** Patterns (`gpt-*`); empty means all. */
  models: z.array(pattern).max(100).default([]),
  upstreams: z.array(pattern).max(100).default([]),
  rate: z
    .strictObject({ count: z.int().min(1), windowMs: z.int().min(1_000).max(86_400_000) })
    .optional(),
});
export type Profile = z.output<typeof profileSchema>;
export type ProfileInput = z.input<typeof profileSchema>;

export type KeyRecord = {
  readonly id: string;
  /** SHA-256 of the whole key, in hex. */
  readonly digest: string;
  readonly profile: Profile;
  /** Times are milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
  /** Coarse: at most one write a minute and key. */
  readonly lastSeenAt: number | undefined;
};

/** Who changes keys: an administrator's key, or somebody at the command line. */
export type Changer = { readonly key: string; readonly owner: string; readonly agent: string };

/** A change of a key, kept in the store until the audit trail has it. */
export const keyActSchema = z.strictObject({
  /** Tells an act that was written twice, since a crash may come between the two writes. */
  id: z.string(),
  at: z.number(),
  act: z.enum(['created', 'rotated', 'revoked']),
  key: z.string(),
  by: z.strictObject({ key: z.string(), owner: z.string(), agent: z.string() }),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type KeyAct = z.output<typeof keyActSchema>;
