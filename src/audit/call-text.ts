/** Which call it was, as entries say it: all but sizes, session and status is put together once for each model that comes back. */
import type { Call } from '../governance/event.ts';
import { inOnePiece, writeName, writeNames, writeString, writeWhole } from './canonical.ts';
import { areSame, Recurring } from './recurring.ts';

/** What stands before the session, between session and status, and behind them, and of which call. */
type Known = Omit<Call, 'model' | 'session'> & {
  readonly before: string;
  readonly between: string;
  readonly behind: string;
};

/** By model. */
const whole = new Recurring<Known>();
const streamed = new Recurring<Known>();

/** Sizes and status are undefined where the entry does not tell them. */
export function writeCall(
  call: Call,
  bytesIn: number | undefined,
  bytesOut: number | undefined,
  status: number | undefined,
): string {
  const { before, between, behind } = findKnown(call);
  return (
    (bytesIn === undefined ? '{' : `{"bytes_in":${writeWhole(bytesIn)},`) +
    (bytesOut === undefined ? '' : `"bytes_out":${writeWhole(bytesOut)},`) +
    before +
    writeName(call.session) +
    between +
    (status === undefined ? '' : `"status":${writeWhole(status)},`) +
    behind
  );
}

function findKnown(call: Call): Known {
  const calls = call.stream ? streamed : whole;
  const found = calls.find(call.model);
  if (found !== undefined && isSame(found, call)) return found;
  return calls.keep(call.model, writeKnown(call));
}

function isSame(known: Known, call: Call): boolean {
  return (
    known.dialect === call.dialect &&
    known.route === call.route &&
    known.upstream === call.upstream &&
    known.part === call.part &&
    known.stage === call.stage &&
    areSame(known.tags, call.tags)
  );
}

function writeKnown(call: Call): Known {
  const { model, session: _, ...kind } = call;
  const { dialect, part, route, stage, stream, tags, upstream } = kind;
  const before =
    `"dialect":${writeName(dialect)},"model":${writeName(model)},` +
    (part === undefined ? '' : `"part":"${part}",`) +
    `"route":${writeString(route)},"session":`;
  const between = stage === undefined ? ',' : `,"stage":"${stage}",`;
  const behind = `"stream":${stream ? 'true' : 'false'},"tags":${writeNames(tags)},"upstream":${writeName(upstream)}}`;
  return { ...kind, before: inOnePiece(before), between, behind: inOnePiece(behind) };
}
