/** `governance keys rotate`: a new key that may do the same, while the old one works on for a while. */
import { readOverlapMs } from '../keys/term.ts';
import { type Io, exitStatus } from './io.ts';
import { readChanger, showIssued, toId, withKeys, writeTime } from './keys-open.ts';
import { wantsHelp } from './help.ts';
import { describeConfigFlags, readArguments, refuseOperands } from './options.ts';
import { refuseUsage } from './refusal.ts';

const usage = `usage: governance keys rotate ID [--overlap SPAN] [--json]

Makes a new key with the owner, scopes, limits and length of life of the old one
and shows it this once. For a key that has leaked, use \`--overlap 0\`: it is
revoked at once.

  --overlap SPAN  how long the old key works on, such as 15m or 2d (default: 1d)
  --json          print id, key and the rest as JSON

${describeConfigFlags(['config', 'data'])}`;

const flags = {
  overlap: { type: 'string', default: '1d' },
  json: { type: 'boolean', default: false },
} as const;

export async function keysRotate(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  const [given] = positionals;
  if (given === undefined) throw refuseUsage('expected the id of a key; `keys list` shows them');
  refuseOperands(positionals, 1);
  const id = toId(given);
  const overlapMs = readOverlapMs(values.overlap);
  if (overlapMs === undefined)
    throw refuseUsage(`--overlap: expected a span such as \`2d\`, or 0, got \`${values.overlap}\``);
  return withKeys(configFlags, io, async (keys) => {
    const rotation = await keys.rotate(id, overlapMs, readChanger());
    if (rotation.kind !== 'rotated') {
      const why =
        rotation.kind === 'missing'
          ? 'is not known; `keys list` shows those there are'
          : 'has ended already';
      io.error(`\`${id}\` ${why}\n`);
      return exitStatus.bad;
    }
    showIssued(rotation.issued, values.json, io);
    io.error(`${id} works until ${writeTime(rotation.oldEndsAt) ?? 'its end'}.\n`);
    return exitStatus.fine;
  });
}
