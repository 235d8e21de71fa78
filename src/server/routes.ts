/** All routes of the gateway's own API; nothing answers on its address that is not listed here or proxied. */
import type { Recorder } from '../governance/event.ts';
import type { BundleKeeper } from './bundle-keeper.ts';
import type { BodyReader } from './body.ts';
import type { Route } from './route.ts';
import { type AuditArchive, createArchiveRoutes } from './routes/audit-content.ts';
import { type AuditProver, createProofRoutes } from './routes/audit-proof.ts';
import { type AuditReader, createAuditRoutes } from './routes/audit.ts';
import { createGovernanceRoutes } from './routes/governance.ts';
import { type Readiness, createHealthRoutes } from './routes/health.ts';
import { createPolicyRoutes } from './routes/policies.ts';
import { createExplainRoute } from './routes/policy-explain.ts';
import type { RuleCounts } from './rule-counts.ts';

export type RoutesOptions = {
  readonly keeper: BundleKeeper;
  readonly ruleCounts: RuleCounts;
  readonly record: Recorder;
  readonly trail: AuditReader & AuditProver & AuditArchive;
  readonly readBody: BodyReader;
  readonly readiness: Readiness;
  readonly now: () => number;
};

export function createRoutes(options: RoutesOptions): readonly Route[] {
  const { keeper, ruleCounts, record, trail, readBody, readiness, now } = options;
  return [
    ...createGovernanceRoutes({
      judge: (interaction) => keeper.judge()(interaction),
      record,
      readBody,
    }),
    ...createAuditRoutes(trail, now),
    ...createArchiveRoutes(trail, readBody),
    ...createProofRoutes(trail),
    ...createPolicyRoutes(keeper, ruleCounts),
    createExplainRoute({ keeper, record, readBody }),
    ...createHealthRoutes(readiness, () => {
      const { rejected } = keeper;
      return rejected === undefined
        ? {}
        : { policies: `the newest policies were rejected: ${rejected}` };
    }),
  ];
}
