/** `governance audit fetch`: brings shipped copies of trails here, so that they can be verified and read. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fetchLog } from '../audit/ship/fetch-log.ts';
import { openStore } from '../audit/ship/shipping.ts';
import { toTrailSettings } from '../config/ship.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, readSettings, refuseOperands } from './options.ts';
import { Refusal, refuseUsage } from './refusal.ts';

const usage = `usage: governance audit fetch --out DIRECTORY [--log LOG] [options]

Fetches the copies that \`audit.ship\` keeps, each into a folder of its own name.
\`governance audit verify --dir DIRECTORY\` then checks all of them.

  --out DIRECTORY  where to put them; a copy that is there already is refused
  --log LOG        only this log; may be repeated (default: all that are there)
  --list           print the logs that have a copy, and fetch none
`;

const flags = {
  out: { type: 'string' },
  log: { type: 'string', multiple: true },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export async function auditFetch(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  refuseOperands(positionals);
  const { ship } = toTrailSettings(readSettings(configFlags, io).audit);
  if (ship === undefined)
    throw new Refusal(exitStatus.bad, 'nothing is shipped; `audit.ship` says where to');
  const store = openStore(ship.to);
  const there = await store.listLogs();
  if (values.list) {
    for (const log of there) io.out(`${log}\n`);
    return exitStatus.fine;
  }
  if (values.out === undefined) throw refuseUsage('`--out DIRECTORY` is needed');
  for (const log of values.log ?? there) {
    if (!there.includes(log))
      throw new Refusal(exitStatus.bad, `there is no copy of \`${log}\` in ${store.place}`);
    const out = join(resolve(io.cwd, values.out), log);
    if (existsSync(out)) throw new Refusal(exitStatus.bad, `\`${out}\` is there already`);
    io.out(`${log}: ${await fetchLog(store, log, out)} bytes\n`);
  }
  return exitStatus.fine;
}
