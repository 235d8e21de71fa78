/** `governance keys revoke`: ends keys at once. */
import { type Io, exitStatus } from './io.ts';
import { readChanger, toId, withKeys } from './keys-open.ts';
import { wantsHelp } from './help.ts';
import { describeConfigFlags, readArguments } from './options.ts';
import { refuseUsage } from './refusal.ts';

const usage = `usage: governance keys revoke ID…

Ends keys. A running gateway refuses them within 5 seconds.
Exit status: 0 all were revoked, 1 one is not known or was revoked before.

${describeConfigFlags(['config', 'data'])}`;

export async function keysRevoke(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { positionals, configFlags } = readArguments(args, {});
  const ids = positionals.map(toId);
  if (ids.length === 0) throw refuseUsage('expected the id of a key; `keys list` shows them');
  return withKeys(configFlags, io, async (keys) => {
    let status: number = exitStatus.fine;
    for (const id of ids) {
      const done = await keys.revoke(id, readChanger());
      if (!done) status = exitStatus.bad;
      const known = (await keys.find(id)) !== undefined;
      const why = known ? 'was revoked before' : 'is not known; `keys list` shows those there are';
      if (done) io.out(`${id} is revoked\n`);
      else io.error(`\`${id}\` ${why}\n`);
    }
    return status;
  });
}
