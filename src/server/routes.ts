/** All routes of the gateway's own API; nothing answers on its address that is not listed here or proxied. */
import type { Recorder } from '../governance/event.ts';
import type { BundleKeeper } from './bundle-keeper.ts';
import type { Step } from '../proxy/steps.ts';
import type { BodyReader } from './body.ts';
import { consoleDirectory, readConsoleFiles } from './console-files.ts';
import { type Policies, createDrafts } from './draft/drafts.ts';
import { createReader } from './reading/reading.ts';
import type { Route } from './route.ts';
import { type AuditArchive, createArchiveRoutes } from './routes/audit-content.ts';
import { type AuditEvidence, createEvidenceRoutes } from './routes/audit-evidence.ts';
import { type SharedLogs, createLogRoutes } from './routes/audit-logs.ts';
import { type AuditProver, createProofRoutes } from './routes/audit-proof.ts';
import { type ReviewKeeper, createReviewRoutes } from './routes/audit-review.ts';
import { type SubjectOptions, createSubjectRoutes } from './routes/audit-subjects.ts';
import { type AuditReader, createAuditRoutes } from './routes/audit.ts';
import { type BudgetKeeper, createBudgetRoute } from './routes/budgets.ts';
import { createConsoleRoutes } from './routes/console.ts';
import { createGovernanceRoutes } from './routes/governance.ts';
import { type Alive, type Notes, type Readiness, createHealthRoutes } from './routes/health.ts';
import { type KeyKeeper, createKeyRoutes } from './routes/keys.ts';
import { createPolicyRoutes } from './routes/policies.ts';
import { createDraftRoutes } from './routes/policy-draft.ts';
import { createExplainRoute } from './routes/policy-explain.ts';
import { type SignInWay, createSignInRoutes } from './routes/sign-in.ts';
import type { FiredCounts } from './rule-counts.ts';

export type RoutesOptions = {
  readonly keeper: BundleKeeper;
  /** How often each rule fired, in all workers. */
  readonly readFired: () => Promise<FiredCounts>;
  readonly record: Recorder;
  readonly trail: AuditReader &
    AuditProver &
    AuditArchive &
    AuditEvidence &
    ReviewKeeper &
    SubjectOptions['trail'];
  /** The logs of all replicas; absent where they share no index. */
  readonly sharedLogs?: SharedLogs | undefined;
  readonly keys: KeyKeeper;
  readonly budgets: BudgetKeeper;
  /** By an identity provider, where one is configured. */
  readonly signIn: SignInWay | undefined;
  /** Where the policies in force stand, for drafts beside them. */
  readonly policies: Policies;
  readonly readBody: BodyReader;
  /** Asked before each step that costs time: resolves when the thread has some. */
  readonly step: Step;
  readonly readiness: Readiness;
  /** Whether a restart would help although the process answers; absent where it never does. */
  readonly alive?: Alive | undefined;
  /** What of the trail is amiss although it can be written. */
  readonly trailNotes: Notes;
  /** What of keys, rates and budgets cannot be asked. */
  readonly storeNotes: Notes;
  readonly now: () => number;
};

export function createRoutes(options: RoutesOptions): readonly Route[] {
  const { keeper, readFired, record, trail, keys, policies, readBody, readiness, now } = options;

  const tryDraft = createDrafts(policies, now);
  const read = createReader({ trail, bundle: () => keeper.bundle, look: keeper.look, now });
  return [
    ...createGovernanceRoutes({
      judge: (interaction) => keeper.judge()(interaction),
      record,
      readBody,
      step: options.step,
    }),
    ...createAuditRoutes(trail, now),
    ...createArchiveRoutes({ trail, read, readBody }),
    ...createSubjectRoutes({ trail, readBody }),
    ...createReviewRoutes(trail, readBody),
    ...createProofRoutes(trail),
    ...createEvidenceRoutes(trail, readBody, now),
    ...createLogRoutes(options.sharedLogs, readBody),
    ...createPolicyRoutes(keeper, readFired),
    createExplainRoute({ keeper, record, readBody, tryDraft }),
    ...createDraftRoutes({ tryDraft, trail, record, readBody, now }),
    ...createKeyRoutes(keys, readBody),
    createBudgetRoute(options.budgets),
    ...createSignInRoutes(options.signIn, keys, readBody),
    ...createConsoleRoutes(() => readConsoleFiles(consoleDirectory)),
    ...createHealthRoutes({
      alive: options.alive,
      readiness,
      notes: async () => ({
        ...notePolicies(keeper),
        ...(await options.trailNotes()),
        ...(await options.storeNotes()),
      }),
    }),
  ];
}

/** Whoever asks has shown no key, so neither files nor rules are named. */
function notePolicies({ rejected }: BundleKeeper): Record<string, string> {
  const note = 'the newest policies were rejected, and those before serve on';
  return rejected === undefined ? {} : { policies: `${note}; GET /v1/policies says why` };
}
