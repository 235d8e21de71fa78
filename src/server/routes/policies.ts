/** What is in force: the bundle, its policies and their rules, and whether a newer one was turned away. */
import { z } from 'zod';
import { actions, modes } from '../../governance/decision.ts';
import { severities } from '../../governance/finding.ts';
import { stages } from '../../governance/interaction.ts';
import type { Policy } from '../../governance/policy/policy.ts';
import type { BundleKeeper } from '../bundle-keeper.ts';
import type { Route } from '../route.ts';
import type { FiredCounts } from '../rule-counts.ts';

const rule = z.object({
  id: z.string(),
  action: z.enum(actions),
  severity: z.enum(severities),
  message: z.string(),
  fired: z.int().describe('Times since the gateway started.'),
});

const policy = z.object({
  id: z.string(),
  title: z.string(),
  owner: z.string(),
  severity: z.enum(severities),
  status: z.string(),
  mode: z.enum(modes),
  stages: z.array(z.enum(stages)),
  file: z.string(),
  controls: z.array(z.string()),
  rules: z.array(rule),
});

const answer = z.object({
  policy_version: z.string(),
  rejected: z
    .string()
    .nullable()
    .describe('What is wrong with the newest bundle, where it does not serve.'),
  policies: z.array(policy),
});

function toListed(from: Policy, fired: FiredCounts): z.infer<typeof policy> {
  const { metadata } = from.document;
  return {
    id: from.id,
    title: metadata.title,
    owner: metadata.owner,
    severity: metadata.severity,
    status: metadata.status,
    mode: from.mode,
    stages: [...from.stages],
    file: from.file,
    controls: [...(metadata.controls ?? [])],
    rules: from.rules.map(({ id, action, severity, message }) => ({
      id,
      action,
      severity,
      message,
      fired: fired.get(`${from.id}/${id}`) ?? 0,
    })),
  };
}

export function createPolicyRoutes(
  keeper: BundleKeeper,
  readFired: () => Promise<FiredCounts>,
): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/v1/policies',
      operation: 'listPolicies',
      scope: 'audit:read',
      summary: 'The bundle in force: its policies, their rules and modes, and how often each fired',
      answer,
      errors: ['not_ready'],
      async handle() {
        const { bundle, rejected } = keeper;
        const fired = await readFired();
        const body: z.infer<typeof answer> = {
          policy_version: bundle.version,
          rejected: rejected ?? null,
          policies: bundle.policies.map((each) => toListed(each, fired)),
        };
        return { status: 200, body };
      },
    },
  ];
}
