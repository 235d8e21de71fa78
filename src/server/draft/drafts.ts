/** Drafts as routes take and try them: beside the policies that stand in the directory now. */
import { z } from 'zod';
import type { PolicyLimits } from '../../config/policy-files.ts';
import type { OutsideDetector } from '../../governance/outside.ts';
import { createDraftTrial } from './thread.ts';
import type { DraftJob, DraftResult } from './trial.ts';

export const document = z.string().min(1).max(1_000_000).describe('The policy as YAML.');

export type TryDraft = (
  job: Pick<DraftJob, 'document' | 'calls' | 'asked'>,
) => Promise<DraftResult>;

export type Policies = {
  readonly directory: string;
  readonly limits: PolicyLimits;
  readonly outside?: readonly OutsideDetector[];
};

export function createDrafts(policies: Policies, now: () => number): TryDraft {
  const tryDraft = createDraftTrial();
  return (job) => tryDraft({ ...job, ...policies, now: now() });
}
