/** `governance audit erase`: makes everything that was said by or for somebody unreadable, and says so in the trail. */
import { findHoldsIn, findPlace, readActor, readSubject, withTrail } from './audit-open.ts';
import type { Trail } from '../audit/trail.ts';
import { counted } from './counted.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';
import { refuseUsage } from './refusal.ts';

const usage = `usage: governance audit erase (--subject NAME | --owner NAME) --yes
                              [--dir DIRECTORY]

Destroys the keys to all content of a person, as calls name them, or of an
owner of keys, for the calls that name nobody, and takes every word of it out
of the search index. The entries stay, so the trail still verifies. There is no
way back. Who is under legal hold is not erased; where replicas share a database
(DATABASE_URL), that is asked, and while it does not answer nobody is erased.
The other replicas are told and do the same, each of its own texts; with --dir
that directory alone is erased in.

  --subject NAME   the end user that calls name
  --owner NAME     the owner of keys
  --yes            do it
  --dir DIRECTORY  the trail (default: the configured one)
`;

const nobody =
  'nothing is kept of anybody of that name: names are taken as calls give them, letter by letter\n';

const flags = {
  subject: { type: 'string' },
  owner: { type: 'string' },
  yes: { type: 'boolean', default: false },
  dir: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export async function auditErase(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  refuseOperands(positionals);
  const who = readSubject(values.subject, values.owner);
  if (!values.yes) throw refuseUsage('there is no way back from an erasure; say `--yes` to do it');
  const place = findPlace(values.dir, configFlags, io);
  // Also of another directory: who was put under hold at another replica is known there alone.
  const holdsIn = findHoldsIn(configFlags, io);
  const shared = { holdsIn, erasuresIn: values.dir === undefined ? holdsIn : undefined };
  const erase = async (trail: Trail): Promise<number> => {
    const { entries, id, pending } = await trail.eraseSubject(who, readActor());
    io.out(
      `the content of ${counted(entries, 'entry', 'entries')} is erased; entry ${id} says so\n`,
    );
    // Names are taken letter by letter, so one that is mistyped is another person, of whom nothing is kept.
    if (entries === 0) io.error(nobody);
    if (pending.length > 0)
      io.error(`told, and not yet erased at: ${[...new Set(pending)].join(', ')}\n`);
    return exitStatus.fine;
  };
  return await withTrail(place, 'POST /v1/audit/erasures', erase, shared);
}
