/** Who called, as entries say it: all but the person's pseudonym is put together once for each key that comes back. */
import type { Actor } from '../governance/event.ts';
import { inOnePiece, writeName, writeNames } from './canonical.ts';
import type { Privacy } from './privacy.ts';
import { areSame, Recurring } from './recurring.ts';

/** What stands before and behind the pseudonym, and of which caller. */
type Known = Omit<Actor, 'key' | 'subject'> & { readonly before: string; readonly behind: string };

/** By key. What an entry says of an address or of a key does not depend on the trail. */
const actors = new Recurring<Known>();

export function writeActor(actor: Actor, privacy: Privacy): string {
  const found = actors.find(actor.key);
  const { before, behind } =
    found !== undefined && isSame(found, actor)
      ? found
      : actors.keep(actor.key, writeKnown(actor, privacy));
  return before + privacy.toPseudonym(actor.subject) + behind;
}

function isSame(known: Known, actor: Actor): boolean {
  return (
    known.address === actor.address &&
    known.agent === actor.agent &&
    known.owner === actor.owner &&
    known.team === actor.team &&
    known.env === actor.env &&
    areSame(known.tags, actor.tags) &&
    areSame(known.degraded, actor.degraded)
  );
}

function writeKnown(actor: Actor, privacy: Privacy): Known {
  const { key, subject: _, ...caller } = actor;
  const { address, agent, degraded, env, owner, tags, team } = caller;
  const before =
    `{"address":"${privacy.toAddress(address)}","agent":"${privacy.toDigest(agent)}",` +
    (degraded === undefined ? '' : `"degraded":${writeNames(degraded)},`) +
    (env === undefined ? '' : `"env":${writeName(env)},`) +
    `"key":${writeName(key)},"owner":${writeName(owner)},"subject":"`;
  const behind = `",${tags === undefined ? '' : `"tags":${writeNames(tags)},`}"team":${writeName(team)}}`;
  return { ...caller, before: inOnePiece(before), behind: inOnePiece(behind) };
}
