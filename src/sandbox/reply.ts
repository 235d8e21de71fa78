/** What all formats of the sandbox share: writing JSON and events, and reading loosely what it is sent. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** What a call says beside its body. */
export type Call = {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
};

export type Handler = (body: unknown, response: ServerResponse, call: Call) => Promise<void> | void;

export const modelName = 'sandbox';

/** A fixed moment: the sandbox says the same for the same request. */
export const createdAt = 1_700_000_000;

export function writeJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-request-id': 'req_sandbox',
  });
  response.end(body);
}

export function startEvents(response: ServerResponse, type = 'text/event-stream'): void {
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-cache',
    'x-request-id': 'req_sandbox',
  });
}

export function writeEvent(response: ServerResponse, data: string): Promise<void> {
  return writeText(response, `data: ${data}\n\n`);
}

/** Waits where the reader is slower, so that a stream never piles up here. */
export async function writeText(response: ServerResponse, text: string): Promise<void> {
  if (response.write(text)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Counts words: near enough to tokens for a model that has none. */
export function countTokens(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** Pieces of a few words each, which joined are the text again. */
export function toPieces(text: string): string[] {
  return text.match(/(?:^\s+)?\S+(?:\s+\S+){0,2}\s*/g) ?? (text === '' ? [] : [text]);
}
