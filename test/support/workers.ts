/** A gateway of several workers: who they are, what their logs hold, and calls that reach any of them. */
import { type Answered, call } from './call.ts';
import type { RunningGateway } from './gateway.ts';

export type Row = {
  readonly id: string;
  readonly type: string;
  readonly origin: string;
  readonly exchange?: string;
  readonly act?: string;
};

const terminals = ['answered', 'blocked', 'failed', 'aborted', 'recovered'];

type Worker = { readonly worker: number; readonly pid: number };

/** Each process that ever served, as soon as so many have; each logs for itself, and the primary may be heard before them. */
export async function untilServed(
  gateway: RunningGateway,
  processes: number,
): Promise<readonly Worker[]> {
  await gateway.untilSaid(() => listServed(gateway).length >= processes);
  return listServed(gateway);
}

/** Each process that ever served, in the order in which they told so. */
export function listServed(gateway: RunningGateway): readonly Worker[] {
  return gateway
    .logs()
    .filter(({ msg }) => msg === 'worker serves')
    .map(({ worker, pid }) => ({ worker: Number(worker), pid: Number(pid) }));
}

/** Resolves when the log says it so many times. */
export async function untilLogged(
  gateway: RunningGateway,
  is: (log: Record<string, unknown>) => boolean,
  times = 1,
): Promise<void> {
  await gateway.untilSaid(() => gateway.logs().filter(is).length >= times);
}

/** Over a connection of its own, so that any of the workers may have it. */
export function callAnyWorker(
  gateway: RunningGateway,
  path: string,
  options: Parameters<typeof call>[1] = {},
): Promise<Answered> {
  const { headers, ...rest } = options;
  return call(`${gateway.url}${path}`, {
    key: gateway.key,
    ...rest,
    headers: { ...headers, connection: 'close' },
  });
}

/** All entries of all logs, newest first. */
export async function readEntries(gateway: RunningGateway, query = ''): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/v1/audit/entries?limit=200${query}${from}`;
    const { status, json, text } = await callAnyWorker(gateway, path);
    if (status !== 200) throw new Error(text);
    rows.push(...(json['entries'] as Row[]));
    cursor = json['next'] as string | null;
  }
  return rows;
}

/** Exchanges by how many terminal entries they have, of those that have not exactly one. */
export function findUnpaired(rows: readonly Row[]): readonly string[] {
  const ends = new Map<string, number>();
  for (const { type, exchange = '' } of rows)
    if (terminals.includes(type)) ends.set(exchange, (ends.get(exchange) ?? 0) + 1);
  return rows
    .filter(({ type, exchange = '' }) => type === 'request' && ends.get(exchange) !== 1)
    .map(({ exchange = '' }) => `${exchange}: ${ends.get(exchange) ?? 0}`);
}

export function originsOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.map(({ origin }) => origin.replace(/^.*(\.worker-\d+)$/, '$1')))].sort();
}
