/** `governance audit review`: says of an entry whether its decision was right; what is left out stays as it is. */
import { readIdentifier } from '../audit/identifier.ts';
import { type Review, reviewWord } from '../audit/review.ts';
import { reviewStatuses } from '../audit/search/fields.ts';
import { toSharedSettings } from '../config/shared-index.ts';
import type { Flags } from '../config/flags.ts';
import { findPlace, readActor, withTrail } from './audit-open.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, readSettings, refuseOperands } from './options.ts';
import { Refusal, refuseUsage } from './refusal.ts';

const usage = `usage: governance audit review ID [--status STATUS] [--assignee NAME]
                               [--tags TAGS] [--note TEXT] [--revision N]
                               [--dir DIRECTORY]

Says of an entry whether its decision was right. What is left out stays as it
is; without anything to say it only tells what was said last. The act is an
entry.

  --status STATUS   ${reviewStatuses.join(', ')}
  --assignee NAME   who is to look at it; '' for nobody
  --tags TAGS       all of its tags, with commas; '' for none
  --note TEXT       kept as what was said is
  --revision N      the one that you know: refused where there is a newer one
  --dir DIRECTORY   the trail (default: the configured one)
`;

const flags = {
  status: { type: 'string' },
  assignee: { type: 'string' },
  tags: { type: 'string' },
  note: { type: 'string' },
  revision: { type: 'string' },
  dir: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Given = Readonly<
  Partial<Record<'status' | 'assignee' | 'tags' | 'note' | 'revision', string | undefined>>
>;

export async function auditReview(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  refuseOperands(positionals, 1);
  const [given] = positionals;
  if (given === undefined) throw refuseUsage('an id is needed');
  const id = readIdentifier(given);
  const review = readReview(values);
  if (values.dir === undefined) expectAlone(configFlags, io);
  const place = findPlace(values.dir, configFlags, io);
  const isAct = Object.keys(review).some((name) => name !== 'revision');
  const route = `${isAct ? 'POST' : 'GET'} /v1/audit/entries/ID/review`;
  return await withTrail(place, route, async (_, reading) => {
    const { state, act = '' } = isAct
      ? await reading
          .review(id, review, readActor())
          .then((reviewed) => ({ state: reviewed.state, act: `; entry ${reviewed.id} says so` }))
      : { state: await reading.readReview(id) };
    const { status, assignee, tags, revision } = state;
    const words = [
      status,
      assignee && `for ${assignee}`,
      tags.length > 0 && `tagged ${tags.join(', ')}`,
      `revision ${revision}`,
    ];
    // What was said by a version that took such is not obeyed by a terminal either.
    const said = words
      .filter(Boolean)
      .join(', ')
      .replaceAll(/\p{Cc}/gu, '\ufffd');
    io.out(`${said}${act}\n`);
    return exitStatus.fine;
  });
}

/** What reviewers at other replicas said can be asked of the database alone, which a running gateway does. */
function expectAlone(configFlags: Flags, io: Io): void {
  if (toSharedSettings(readSettings(configFlags, io)) === undefined) return;
  const detail = 'replicas share an index of this trail; review through the API of one of them';
  throw new Refusal(exitStatus.bad, detail);
}

function readReview({ status, assignee, tags, note, revision }: Given): Review {
  const known = reviewStatuses.find((each) => each === status);
  if (status !== undefined && known === undefined)
    throw refuseUsage(`\`${status}\` is no status; there are ${reviewStatuses.join(', ')}`);
  if (revision !== undefined && !/^\d{1,9}$/.test(revision))
    throw refuseUsage(`\`${revision}\` is no revision; it is a number`);
  const all = tags?.split(',').map((tag) => tag.trim());
  if (![assignee ?? '', ...(all ?? [])].every((word) => reviewWord.test(word)))
    throw refuseUsage('expected an assignee and tags without control characters');
  return {
    ...(known === undefined ? {} : { status: known }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(all === undefined ? {} : { tags: all.filter((tag) => tag !== '') }),
    ...(note === undefined ? {} : { note }),
    ...(revision === undefined ? {} : { revision: Number(revision) }),
  };
}
