/** `governance audit hold` and `release`: puts a person under legal hold, or ends that, and says so in the trail. */
import { reasonCharactersMax } from '../audit/steward.ts';
import { findHoldsIn, findPlace, readActor, readSubject, withTrail } from './audit-open.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';
import { refuseUsage } from './refusal.ts';

const options = `
  --subject NAME   the end user that calls name
  --owner NAME     the owner of keys
  --reason TEXT    why; the trail keeps it
  --dir DIRECTORY  the trail (default: the configured one)
`;

const flags = {
  subject: { type: 'string' },
  owner: { type: 'string' },
  reason: { type: 'string' },
  dir: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Act = {
  readonly usage: string;
  readonly act: 'holdSubject' | 'releaseSubject';
  readonly route: string;
  readonly done: string;
};

const hold: Act = {
  act: 'holdSubject',
  route: 'POST /v1/audit/holds',
  done: 'held',
  usage: `usage: governance audit hold (--subject NAME | --owner NAME) --reason TEXT
                             [--dir DIRECTORY]

Keeps what was said by or for a person, as calls name them, or an owner of keys,
for the calls that name nobody: it is neither erased nor expires until somebody
says \`governance audit release\`. A hold is on the person and not for a case.
Where replicas share a database (DATABASE_URL) it holds at all of them. While
the gateway runs, use its API: POST /v1/audit/holds.
${options}`,
};

const release: Act = {
  act: 'releaseSubject',
  route: 'POST /v1/audit/releases',
  done: 'released',
  usage: `usage: governance audit release (--subject NAME | --owner NAME) --reason TEXT
                                [--dir DIRECTORY]

Ends the hold on a person, whoever else asked for it too: look at
\`governance audit holds\`, and in the trail at act:hold,release for each reason,
before you do. What is over its time is destroyed within minutes after that.
While the gateway runs, use its API: POST /v1/audit/releases.
${options}`,
};

export function auditHold(args: readonly string[], io: Io): Promise<number> {
  return run(hold, args, io);
}

export function auditRelease(args: readonly string[], io: Io): Promise<number> {
  return run(release, args, io);
}

async function run(
  { usage, act, route, done }: Act,
  args: readonly string[],
  io: Io,
): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  refuseOperands(positionals);
  const who = readSubject(values.subject, values.owner);
  const reason = values.reason?.trim() ?? '';
  if (reason === '' || reason.length > reasonCharactersMax)
    throw refuseUsage(`\`--reason\` is needed, of at most ${reasonCharactersMax} characters`);
  const place = findPlace(values.dir, configFlags, io);
  // Also of another directory: where replicas share their holds, each of them has to know.
  const holdsIn = findHoldsIn(configFlags, io);
  return await withTrail(
    place,
    route,
    async (trail) => {
      const { id } = await trail[act](who, reason, readActor());
      io.out(`${done}; entry ${id} says so\n`);
      return exitStatus.fine;
    },
    { holdsIn },
  );
}
