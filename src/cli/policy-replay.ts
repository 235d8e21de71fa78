/** `governance policy replay`: judges recorded exchanges again, and says which could not be and why. */
import { toOutsideDetectors } from '../config/detectors.ts';
import { limitsSchema } from '../config/limits.ts';
import { readMoment } from './audit-open.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, readSettings, refuseOperands } from './options.ts';
import { writeChanges } from './policy-compare.ts';
import { openPolicies } from './policy-open.ts';
import { findTrail, findTrailKey, readPast } from './policy-past.ts';
import { Replay } from './policy-replayed.ts';

const usage = `usage: governance policy replay --policies DIRECTORY [--since AGE] [--json]

Judges the exchanges of the audit trail again under these policies and tells
what would be blocked, redacted or let through instead, by rule and team, with
the ids of entries. No text is shown. Texts that were kept as they were said are
judged as they were. Of a redacted copy, only what it still shows can be judged;
what cannot be judged at all is counted, with the reason.
Exit status: 0 fine, 1 the policies or the trail cannot be read, 2 wrong usage,
78 bad configuration.

  --since AGE  how far back: 24h, 7d, or RFC 3339 (default: 7d)
  --exit-code  exit with 1 where anything is ruled differently
  --json       as JSON

${describeConfigFlags(['config', 'data', 'policies'])}`;

const flags = {
  since: { type: 'string', default: '7d' },
  'exit-code': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export async function policyReplay(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals);
  const fromUs = readMoment('since', values.since);
  const config = readSettings(configFlags, io);
  const { bundle } = await openPolicies(config.policies, toOutsideDetectors(config.detectors));
  const directory = findTrail(config);
  const replay = new Replay(bundle, limitsSchema.parse(undefined));
  const masterKey = findTrailKey(config, directory);
  readPast(io, directory, { fromUs, masterKey }, (past) => replay.take(past));
  const changes = replay.comparison.changes();
  io.out(values.json ? writeJson(replay, bundle.version) : writeText(replay));
  return values['exit-code'] && changes.length > 0 ? exitStatus.bad : exitStatus.fine;
}

function writeJson({ comparison, copies, skipped, notes }: Replay, version: string): string {
  const told = {
    policy_version: version,
    judged: comparison.total,
    judged_redacted_copies: copies,
    changes: comparison.changes(),
    not_judged: Object.fromEntries(skipped),
    notes,
  };
  return `${JSON.stringify(told, undefined, 2)}\n`;
}

function writeText({ comparison, skipped, notes }: Replay): string {
  const lines = [
    writeChanges(comparison, 'recorded text judged again', 'recorded texts judged again'),
  ];
  if (skipped.size > 0) {
    const all = [...skipped.values()].reduce((sum, count) => sum + count, 0);
    lines.push(`\n${all} could not be judged again\n`);
    for (const [reason, count] of skipped) lines.push(`  ${count}: ${reason}\n`);
  }
  lines.push(...notes.map((note) => `note: ${note}\n`));
  return lines.join('');
}
