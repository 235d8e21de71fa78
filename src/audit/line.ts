/** One entry as one canonical line: the members that an entry may have, in the only order they may stand in. */
import { inOnePiece, writeString } from './canonical.ts';
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
  readonly act?: string | undefined;
  readonly actor?: string | undefined;
  readonly answer?: string | undefined;
  readonly attempt?: string | undefined;
  readonly budgets?: string | undefined;
  readonly call?: string | undefined;
  readonly cause?: string | undefined;
  readonly content?: string | undefined;
  readonly count?: string | undefined;
  readonly coverage?: string | undefined;
  readonly detail?: string | undefined;
  readonly elapsedUs?: string | undefined;
  readonly exchange?: string | undefined;
  readonly onRequest?: string | undefined;
  readonly open?: string | undefined;
  readonly outcome?: string | undefined;
  readonly reason?: string | undefined;
  readonly request?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retry?: string | undefined;
  readonly ruling?: string | undefined;
  readonly spent?: string | undefined;
  readonly trace?: string | undefined;
};

/** Who writes, when and under which name: the same for all types. */
export type Stamp = {
  readonly at: string;
  readonly id: string;
  readonly epoch: string;
  readonly origin: string;
};

/** What all lines of one run of the writer say, in pieces that are put together once. */
type Run = Pick<Stamp, 'epoch' | 'origin'> & {
  readonly byEpoch: string;
  readonly byOrigin: string;
};

let run: Run = { epoch: '', origin: '', byEpoch: '', byOrigin: '' };

function findRun({ epoch, origin }: Stamp): Run {
  if (run.epoch === epoch && run.origin === origin) return run;
  const byEpoch = inOnePiece(`,"epoch":"${epoch}"`);
  run = { epoch, origin, byEpoch, byOrigin: inOnePiece(`,"origin":${writeString(origin)}`) };
  return run;
}

const byNoPrev = inOnePiece(`,${prevMark}${unchained}"`);

/** A member as it stands behind another one. */
function add(name: string, value: string | undefined): string {
  return value === undefined ? '' : name + value;
}

/** A member as it stands before another one. */
function begin(name: string, value: string | undefined): string {
  return value === undefined ? '' : `${name}${value},`;
}

/**
 * Members stand sorted by name, as RFC 8785 asks, because they are written in that order. Each piece that a line is put
 * together from costs when its bytes are written, so there are few.
 */
export function writeLine(type: EntryType, sections: Sections, stamp: Stamp, link: Link): string {
  const { byEpoch, byOrigin } = findRun(stamp);
  const byPrev = link.prev === unchained ? byNoPrev : `,${prevMark}${link.prev}"`;
  return (
    `{${begin('"act":', sections.act)}${begin('"actor":', sections.actor)}${begin('"answer":', sections.answer)}` +
    `"at":"${stamp.at}"${add(',"attempt":', sections.attempt)}${add(',"budgets":', sections.budgets)}` +
    `${add(',"call":', sections.call)}${add(',"cause":', sections.cause)}${add(',"content":', sections.content)}` +
    `${add(',"count":', sections.count)}${add(',"coverage":', sections.coverage)}${add(',"detail":', sections.detail)}` +
    `${add(',"elapsed_us":', sections.elapsedUs)}${byEpoch}${add(',"exchange":', sections.exchange)}` +
    `,"id":"${stamp.id}"${add(',"on_request":', sections.onRequest)}${add(',"open":', sections.open)}${byOrigin}${add(',"outcome":', sections.outcome)}` +
    `${byPrev}${add(',"reason":', sections.reason)}${add(',"request":', sections.request)}` +
    `${add(',"request_id":', sections.requestId)}${add(',"retry":', sections.retry)}${add(',"ruling":', sections.ruling)}` +
    `,"seq":${link.seq}${add(',"spent":', sections.spent)}${add(',"trace":', sections.trace)},"type":"${type}","v":${formatVersion}}`
  );
}
