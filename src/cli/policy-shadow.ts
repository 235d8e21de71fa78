/** `governance policy shadow`: what enforcing the shadow rules would have done to recorded calls. */
import type { Config } from '../config/config.ts';
import { toOutsideDetectors } from '../config/detectors.ts';
import { type Action, strongest } from '../governance/decision.ts';
import { suggestion } from '../governance/policy/suggest.ts';
import { counted } from './counted.ts';
import { readMoment } from './audit-open.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, readSettings, refuseOperands } from './options.ts';
import { type Change, Comparison, writeChanges } from './policy-compare.ts';
import { compileDirectory } from './policy-open.ts';
import { type PastCall, findTrail, pastCallSchema, readPast } from './policy-past.ts';
import { Refusal } from './refusal.ts';
import { showPath } from './shown-path.ts';

const usage = `usage: governance policy shadow [--since AGE] [--policy ID] [--json]

Reads from the audit trail which rules fired in shadow mode, and tells for each
policy which calls would have been blocked, redacted or flagged if it had been
enforced, by rule and team, with the ids of entries. It needs no kept text, so
it covers every call.
Exit status: 0 fine, 1 the trail cannot be read or there is no such policy, 2
wrong usage, 78 bad configuration.

  --since AGE  how far back: 24h, 7d, or RFC 3339 (default: 7d)
  --policy ID  of this policy only
  --json       as JSON

${describeConfigFlags(['config', 'data', 'policies'])}`;

const flags = {
  since: { type: 'string', default: '7d' },
  policy: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

export async function policyShadow(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals);
  const fromUs = readMoment('since', values.since);
  const config = readSettings(configFlags, io);
  const directory = findTrail(config);
  const byPolicy = new Map<string, Comparison>();
  const recorded = new Set<string>();
  let calls = 0;
  readPast(io, directory, { fromUs, masterKey: undefined }, ({ entry }) => {
    const parsed = pastCallSchema.safeParse(entry);
    if (!parsed.success) return;
    calls += 1;
    for (const { policy } of parsed.data.ruling.rules) recorded.add(policy);
    addShadows(byPolicy, parsed.data, values.policy);
  });
  if (values.policy !== undefined && !recorded.has(values.policy))
    await refuseUnknown(values.policy, config, recorded, io.cwd);
  io.out(values.json ? writeJson(calls, byPolicy) : writeText(calls, byPolicy));
  return exitStatus.fine;
}

/** A slip in a name would look like a policy that never fires. Where policies cannot be read, nobody knows which there are. */
async function refuseUnknown(
  name: string,
  { policies, detectors }: Config,
  recorded: ReadonlySet<string>,
  cwd: string,
): Promise<void> {
  const options = { untested: true, outside: toOutsideDetectors(detectors) };
  const { compiled } = await compileDirectory(policies, undefined, options);
  if ('faults' in compiled) return;
  const present = compiled.bundle.policies.map(({ id }) => id);
  if (present.includes(name)) return;
  const message = `there is no policy \`${name}\`, neither in \`${showPath(cwd, policies)}\` nor in this part of the trail`;
  throw new Refusal(exitStatus.bad, message + suggestion(name, [...present, ...recorded]));
}

/** Each policy is compared by itself: promoting one does not promote the others. */
function addShadows(byPolicy: Map<string, Comparison>, past: PastCall, only?: string): void {
  const { action, rules } = past.ruling;
  const shadows = rules.filter(
    ({ mode, policy }) => mode === 'shadow' && policy === (only ?? policy),
  );
  for (const [policy, fired] of Map.groupBy(shadows, (rule) => rule.policy)) {
    const would = fired.reduce<Action>((best, rule) => strongest(best, rule.action), 'allow');
    const comparison = byPolicy.get(policy) ?? new Comparison();
    byPolicy.set(policy, comparison);
    comparison.add({
      name: `entry ${past.id}`,
      team: past.actor.team,
      before: { action, rules: [] },
      after: {
        action: strongest(action, would),
        rules: fired.map(({ rule }) => `${policy}/${rule}`),
      },
    });
  }
}

type Told = {
  readonly policy: string;
  readonly fired: number;
  readonly changes: readonly Change[];
};

function writeJson(calls: number, byPolicy: ReadonlyMap<string, Comparison>): string {
  const policies = [...byPolicy].map(([policy, comparison]): Told => ({
    policy,
    fired: comparison.total,
    changes: comparison.changes(),
  }));
  return `${JSON.stringify({ calls, policies }, undefined, 2)}\n`;
}

function writeText(calls: number, byPolicy: ReadonlyMap<string, Comparison>): string {
  const judged = counted(calls, 'judged text');
  if (byPolicy.size === 0) return `${judged}; no rule fired in shadow mode\n`;
  const told = [...byPolicy].map(
    ([policy, comparison]) =>
      `\n${policy}\n${writeChanges(comparison, 'text on which it fired', 'texts on which it fired')}`,
  );
  return `${judged}\n${told.join('')}`;
}
