/** The headers that every answer has: they join its head when that is written, and none of them is set by itself. */
import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import { findContext } from './context.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Node checks each header that is set, and keeps all of them in a table as long as the answer lasts: a dozen of each
 * call's, and two kilobytes of each stream's. Those that come with the head are written and forgotten.
 */
export function addHeaders(app: Express, always: readonly (readonly [string, string])[]): void {
  const alike: Headers = Object.fromEntries(always);
  app.response.writeHead = function writeWholeHead(
    this: Response,
    status: number,
    ...rest: readonly unknown[]
  ): Response {
    const requestId = findContext(this.req)?.requestId;
    const [reason, given] = typeof rest[0] === 'string' ? rest : [undefined, rest[0]];
    if (typeof reason === 'string') this.statusMessage = reason;
    const names = this.getHeaderNames();
    const headers =
      names.length === 0 && !Array.isArray(given)
        ? toList(always, requestId, given)
        : { ...without({ ...toId(requestId), ...alike }, names), ...toTable(given) };
    ServerResponse.prototype.writeHead.call(this, status, headers);
    return this;
  };
}

function toId(requestId: string | undefined): Headers {
  return requestId === undefined ? {} : { 'x-request-id': requestId };
}

/** Names and values in turn: a table that is made anew for each answer costs more than what is written of it. */
function toList(
  always: readonly (readonly [string, string])[],
  requestId: string | undefined,
  given: unknown,
): OutgoingHttpHeader[] {
  const own = (given ?? {}) as OutgoingHttpHeaders;
  const list: OutgoingHttpHeader[] = [];
  if (requestId !== undefined && !('x-request-id' in own)) list.push('x-request-id', requestId);
  for (const [name, value] of always) if (!(name in own)) list.push(name, value);
  for (const name of Object.keys(own)) list.push(name, own[name] as OutgoingHttpHeader);
  return list;
}

/** What was set for this answer alone stays as it was set. */
function without(headers: Headers, names: readonly string[]): Headers {
  if (names.length === 0) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Of names and values in turn, as node takes them as well, a name may come several times. */
function toTable(given: unknown): OutgoingHttpHeaders {
  if (!Array.isArray(given)) return (given ?? {}) as OutgoingHttpHeaders;
  const table: Record<string, string[]> = {};
  for (let at = 0; at + 1 < given.length; at += 2)
    (table[String(given[at]).toLowerCase()] ??= []).push(String(given[at + 1]));
  return table;
}
