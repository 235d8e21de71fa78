/** Whether a streamed answer is judged while it flows, and how much of it is held back. */
import type { Hold } from '../../governance/policy/hold.ts';
import { isBare, isSuccess } from '../answer.ts';
import { findEncoding } from '../compression.ts';
import type { Inbound } from '../crossing.ts';
import type { StreamFormat } from '../dialects/dialect.ts';
import { framings, type Framing } from '../framing.ts';
import type { House } from '../house.ts';
import { mediaTypeOf } from '../media-type.ts';
import type { Story } from '../story.ts';

type LiveHold = Extract<Hold, { kind: 'live' }>;

export type LivePlan = {
  readonly format: StreamFormat;
  readonly framing: Framing;
  readonly hold: LiveHold;
};

/** Undefined where the answer is no stream of its format, or a rule needs all of it: then it is held. */
export function planLive(story: Story, inbound: Inbound): LivePlan | undefined {
  const { received, house, judge } = story;
  const format = received.passage.route.dialect.stream;
  if (format === undefined || !isSuccess(inbound.status) || isBare(inbound.status))
    return undefined;
  const framing: Framing = framings[format.framing];
  if (mediaTypeOf(inbound.headers) !== framing.type) return undefined;
  if (findEncoding(inbound.headers['content-encoding']) !== 'identity') return undefined;
  const hold = withinBounds(judge.hold?.({ ...received.interaction, stage: 'response' }), house);
  house.onStream?.(hold);
  return hold.kind === 'whole' ? undefined : { format, framing, hold };
}

function withinBounds(hold: Hold | undefined, { limits }: House): Hold {
  if (hold?.kind === 'whole') return hold;
  if (hold !== undefined && hold.characters <= limits.streamHoldBackCharsMax) return hold;
  return { kind: 'whole', rule: '', why: 'more has to be held back than `limits` allow' };
}
