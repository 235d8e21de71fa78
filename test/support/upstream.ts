/** A scripted upstream on a free loopback port: it keeps what arrived, byte for byte, and answers as it is told. */
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Arrived = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type Script = (arrived: Arrived, response: ServerResponse) => void | Promise<void>;

export type Upstream = {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  script: Script;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
};

export function chatCompletion(content: string): Record<string, unknown> {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'gpt-test',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        finish_reason: 'stop',
        logprobs: null,
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  };
}

export function answerJson(response: ServerResponse, value: unknown, status = 200): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** A stream of chat completion chunks, one per piece of text. */
export function answerStream(response: ServerResponse, pieces: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of toStreamEvents(pieces)) response.write(event);
  response.end();
}

/** The same with a rest before each event, so that much can happen while it lasts. */
export async function paceStream(
  response: ServerResponse,
  pieces: readonly string[],
  pauseMs: number,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of toStreamEvents(pieces)) {
    await sleep(pauseMs);
    if (response.destroyed) return;
    response.write(event);
  }
  response.end();
}

function toStreamEvents(pieces: readonly string[]): readonly string[] {
  const head = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'gpt-test',
  };
  const choices = [
    { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
    ...pieces.map((content) => ({ index: 0, delta: { content }, finish_reason: null })),
    { index: 0, delta: {}, finish_reason: 'stop' },
  ];
  const events = choices.map((choice) => JSON.stringify({ ...head, choices: [choice] }));
  return [...events, '[DONE]'].map((event) => `data: ${event}\n\n`);
}

const answerPlainly: Script = (_arrived, response) => {
  answerJson(response, chatCompletion('All is well.'));
};

export async function startUpstream(script: Script = answerPlainly): Promise<Upstream> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one: Arrived = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      arrived.push(one);
      void upstream.script(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upstream: Upstream = {
    url: `http://127.0.0.1:${port}`,
    arrived,
    script,
    clear: () => arrived.splice(0),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}
