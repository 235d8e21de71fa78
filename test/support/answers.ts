/** Scripts for the scripted upstream: a whole answer, or a stream in any pieces. */
import type { ServerResponse } from 'node:http';
import type { Script } from './upstream.ts';

export type Line = Readonly<Record<string, unknown>>;

/** Ends after the last piece; `bytes` cuts all of it into pieces of that size, to fall inside characters too. */
export function stream(type: string, text: string, bytes = Number.POSITIVE_INFINITY): Script {
  return async (_arrived, response) => {
    response.writeHead(200, { 'content-type': type });
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += bytes)
      await write(response, all.subarray(at, at + bytes));
    response.end();
  };
}

function write(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.write(chunk, () => resolve());
  });
}

export function plain(value: unknown, status = 200, headers: Record<string, string> = {}): Script {
  return (_arrived, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

export type Event = Line & { readonly type: string };

/** As Anthropic writes events: the type on a line of its own, too. */
export function writeAnthropic(events: readonly Event[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

const usage = { input_tokens: 3, output_tokens: 4 };

const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-test' };

export function anthropicMessage(content: readonly Line[], more: Line = {}): Line {
  return { ...head, content, stop_reason: 'end_turn', stop_sequence: null, usage, ...more };
}

/** One block as it is streamed: its start and its deltas. */
export type StreamedBlock = { readonly start: Line; readonly deltas: readonly Line[] };

export function anthropicEvents(blocks: readonly StreamedBlock[], stop = 'end_turn'): Event[] {
  return [
    {
      type: 'message_start',
      message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage },
    },
    { type: 'ping' },
    ...blocks.flatMap(({ start, deltas }, index): Event[] => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta): Event => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
}

export function textBlock(...pieces: readonly string[]): StreamedBlock {
  const deltas = pieces.map((text) => ({ type: 'text_delta', text }));
  return { start: { type: 'text', text: '' }, deltas };
}
