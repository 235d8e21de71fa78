/** `governance audit retire`: a replica is gone for good, and answers need not say any more that it is not heard of. */
import { retireSharedLogs } from '../audit/shared/logs.ts';
import { reasonCharactersMax } from '../audit/steward.ts';
import { findPlace, findSharedIndex, readActor, withTrail } from './audit-open.ts';
import { counted } from './counted.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments } from './options.ts';
import { refuseUsage } from './refusal.ts';

const usage = `usage: governance audit retire ORIGIN --reason TEXT

Takes the logs of a replica out of those that answers of the shared index wait
for. It must not have been heard of for thirty seconds. What it indexed is found
as before, and an entry of this replica's trail says who did it and why. Fetch
and verify its copy first. While the gateway runs, use its API:
POST /v1/audit/logs/retire.

  --reason TEXT    why; the trail keeps it
`;

const flags = {
  reason: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export async function auditRetire(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  const [origin, ...rest] = positionals;
  const { reason = '' } = values;
  if (origin === undefined || rest.length > 0) throw refuseUsage('the origin of one log is needed');
  if (reason === '' || reason.length > reasonCharactersMax)
    throw refuseUsage(`\`--reason\` is needed, of at most ${reasonCharactersMax} characters`);
  const shared = findSharedIndex({ shared: true }, configFlags, io);
  if (shared === undefined) return exitStatus.bad;
  const place = findPlace(undefined, configFlags, io);
  return await withTrail(place, 'POST /v1/audit/logs/retire', async ({ record }) => {
    const retirement = { origin, reason, actor: readActor() };
    const { id, logs } = await retireSharedLogs(shared.databaseUrl, retirement, record);
    for (const { first, entries, heardAt } of logs)
      io.out(
        `${origin} (${first}): ${counted(entries, 'entry', 'entries')}, last heard of ${heardAt.toISOString()}\n`,
      );
    io.out(`retired; entry ${id} says so\n`);
    return exitStatus.fine;
  });
}
