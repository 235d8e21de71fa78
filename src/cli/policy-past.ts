/** The recorded calls of a trail as the commands on policies read them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readMasterKey } from '../audit/master-key.ts';
import { type PastEntry, type PastOptions, readPastEntries } from '../audit/past-entries.ts';
import type { Config } from '../config/config.ts';
import { actions } from '../governance/decision.ts';
import { partKinds, stages } from '../governance/interaction.ts';
import { type Io, exitStatus } from './io.ts';
import { createProgress } from './progress.ts';
import { Refusal } from './refusal.ts';

const rulingSchema = z.object({
  action: z.enum(actions),
  policy_version: z.string(),
  rules: z.array(
    z.object({
      action: z.enum(actions),
      mode: z.enum(['enforce', 'shadow']),
      policy: z.string(),
      rule: z.string(),
    }),
  ),
});

/** What an entry says of its call; entries that stand for no judged call do not parse. */
export const pastCallSchema = z.object({
  id: z.string(),
  at: z.string(),
  type: z.string(),
  exchange: z.string(),
  attempt: z.int(),
  actor: z.object({
    key: z.string(),
    owner: z.string(),
    team: z.string(),
    env: z.string().default(''),
    tags: z.array(z.string()).default([]),
  }),
  call: z.object({
    dialect: z.string(),
    route: z.string(),
    model: z.string(),
    upstream: z.string(),
    session: z.string(),
    tags: z.array(z.string()),
    part: z.enum(partKinds).default('user'),
    stage: z.enum(stages).default('request'),
  }),
  ruling: rulingSchema,
});

export type PastCall = z.infer<typeof pastCallSchema>;

export function findTrail({ data }: Config): string {
  const directory = join(data, 'audit');
  if (existsSync(join(directory, 'journal'))) return directory;
  throw new Refusal(exitStatus.bad, `there is no audit trail in \`${directory}\``);
}

/** Every recorded call since then, one after the other, with a bar for whoever watches. */
export function readPast(
  io: Io,
  directory: string,
  options: Pick<PastOptions, 'fromUs' | 'masterKey'>,
  take: (past: PastEntry) => void,
): void {
  const progress = createProgress(io, 'of the trail', 100);
  const onSegment = (done: number, total: number): void => progress.step((100 * done) / total);
  readPastEntries(directory, { ...options, onSegment }, take);
  progress.end();
}

/** Never makes a key: one that did not seal the texts could not open them. */
export function findTrailKey({ audit }: Config, directory: string): Uint8Array | undefined {
  if (audit.masterKey !== undefined) return readMasterKey(audit.masterKey.reveal());
  const path = join(directory, 'master.key');
  return existsSync(path) ? readMasterKey(readFileSync(path, 'utf8')) : undefined;
}
