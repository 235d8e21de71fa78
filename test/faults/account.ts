/** Holds what callers were told against the journal: no answer without its entry, exactly one end for each beginning. */
import { terminalTypes } from '../../src/audit/line.ts';
import { readEntries } from '../support/trail-directory.ts';
import type { Told } from './caller.ts';

/** Refusals that say nothing of one call: entries count them. */
const folded: ReadonlySet<string> = new Set(['rate_limited', 'overloaded', 'not_ready']);

type Entry = {
  readonly id: string;
  readonly type: string;
  readonly exchange: string;
  readonly requestId: string;
  readonly model: string;
  readonly delivered: string;
};

export type Account = {
  readonly entries: number;
  readonly exchanges: number;
  /** How many exchanges ended in which way. */
  readonly ends: Readonly<Record<string, number>>;
  /** What must not be, one sentence each; empty where all is well. */
  readonly broken: readonly string[];
};

/** `reached` are the models of the calls that arrived at the upstream. Several directories are several replicas. */
export function accountFor(
  directories: readonly string[],
  told: readonly Told[],
  reached: readonly string[],
): Account {
  const entries = directories.flatMap(readEntries).map(toEntry);
  const requests = entries.filter(({ type }) => type === 'request');
  const terminals = Map.groupBy(
    entries.filter(({ type }) => terminalTypes.has(type)),
    ({ exchange }) => exchange,
  );
  const ends: Record<string, number> = {};
  const broken: string[] = [];
  for (const { exchange, model } of requests) {
    const types = (terminals.get(exchange) ?? []).map(({ type }) => type);
    for (const type of types) ends[type] = (ends[type] ?? 0) + 1;
    if (types.length !== 1) broken.push(`${model} has the ends [${types.join(', ')}]`);
  }
  const begun = new Set(requests.map(({ model }) => model));
  for (const model of new Set(reached)) {
    if (!begun.has(model)) broken.push(`${model} reached the upstream without a request entry`);
  }
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const requestIds = new Set(entries.map(({ requestId }) => requestId));
  for (const each of told) {
    const fault = findFault(each, byId, terminals, requestIds);
    if (fault !== undefined) broken.push(`${each.model} was told ${each.status}, but ${fault}`);
  }
  return { entries: entries.length, exchanges: requests.length, ends, broken };
}

function findFault(
  { status, whole, code, entry, requestId }: Told,
  byId: ReadonlyMap<string, Entry>,
  terminals: ReadonlyMap<string, readonly Entry[]>,
  requestIds: ReadonlySet<string>,
): string | undefined {
  if (code === 'forgotten') return 'no answer came and no end';
  if (status === 0 || (status === 503 && code === 'audit_unavailable')) return undefined;
  if (code === 'internal') return 'something is broken in the gateway';
  // A flood of them is one counted entry.
  if (folded.has(code)) return undefined;
  if (entry === '') return requestIds.has(requestId) ? undefined : 'no entry tells of it';
  const found = byId.get(entry);
  if (found === undefined) return `its entry ${entry} is missing`;
  if (found.type !== 'request') return undefined;
  const [end] = terminals.get(found.exchange) ?? [];
  const answered = end?.type === 'answered' && end.delivered === 'full';
  return answered === (status === 200 && whole)
    ? undefined
    : `its end is on record as ${end?.type ?? 'none'}, delivered ${end?.delivered ?? 'not'}`;
}

function toEntry(entry: Record<string, unknown>): Entry {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const member = (section: unknown, name: string): string =>
    typeof section === 'object' && section !== null ? text(Reflect.get(section, name)) : '';
  return {
    id: text(entry['id']),
    type: text(entry['type']),
    exchange: text(entry['exchange']),
    requestId: text(entry['request_id']),
    model: member(entry['call'], 'model'),
    delivered: member(entry['outcome'], 'delivered'),
  };
}
