/** One entry as one canonical line: the members that an entry may have, in the only order they may stand in. */
import { writeString } from './canonical.ts';
import { firstLink } from './chain.ts';
import type { Link } from './chain.ts';

export const formatVersion = 1;

/** What stands before the hash of the line before. */
export const prevMark = '"prev":"';

/** What stands in its place until the line is chained: the first line's own. */
export const unchained: string = firstLink.prev;

export const entryTypes = [
  'request',
  'answered',
  'blocked',
  'failed',
  'aborted',
  'recovered',
  'decision',
  'denied',
  'policy',
  'key',
  'admin',
  'reveal',
  'export',
  'erasure',
  'gap',
  'heartbeat',
] as const;
export type EntryType = (typeof entryTypes)[number];

/** The ways an exchange that was begun can end. */
export const terminalTypes: ReadonlySet<string> = new Set<EntryType>([
  'answered',
  'blocked',
  'failed',
  'aborted',
  'recovered',
]);

/** Canonical JSON values of the members that depend on the type; absent ones are left out of the line. */
export type Sections = {
  readonly act?: string;
  readonly actor?: string;
  readonly answer?: string;
  readonly attempt?: string;
  readonly budgets?: string;
  readonly call?: string;
  readonly cause?: string;
  readonly content?: string;
  readonly count?: string;
  readonly coverage?: string;
  readonly detail?: string;
  readonly elapsedUs?: string;
  readonly exchange?: string;
  readonly open?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly request?: string;
  readonly requestId?: string;
  readonly retry?: string;
  readonly ruling?: string;
  readonly spent?: string;
  readonly trace?: string;
};

/** Who writes, when and under which name: the same for all types. */
export type Stamp = {
  readonly at: string;
  readonly id: string;
  readonly epoch: string;
  readonly origin: string;
};

function member(name: string, value: string | undefined): string {
  return value === undefined ? '' : `"${name}":${value},`;
}

/** Members stand sorted by name, as RFC 8785 asks, because they are written in that order. */
export function writeLine(type: EntryType, sections: Sections, stamp: Stamp, link: Link): string {
  return (
    `{${member('act', sections.act)}${member('actor', sections.actor)}${member('answer', sections.answer)}` +
    `"at":"${stamp.at}",${member('attempt', sections.attempt)}${member('budgets', sections.budgets)}` +
    `${member('call', sections.call)}${member('cause', sections.cause)}${member('content', sections.content)}${member('count', sections.count)}` +
    `${member('coverage', sections.coverage)}${member('detail', sections.detail)}` +
    `${member('elapsed_us', sections.elapsedUs)}"epoch":"${stamp.epoch}",${member('exchange', sections.exchange)}` +
    `"id":"${stamp.id}",${member('open', sections.open)}"origin":${writeString(stamp.origin)},` +
    `${member('outcome', sections.outcome)}"prev":"${link.prev}",${member('reason', sections.reason)}` +
    `${member('request', sections.request)}${member('request_id', sections.requestId)}` +
    `${member('retry', sections.retry)}${member('ruling', sections.ruling)}"seq":${link.seq},` +
    `${member('spent', sections.spent)}${member('trace', sections.trace)}"type":"${type}","v":${formatVersion}}`
  );
}
