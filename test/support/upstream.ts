/** A scripted upstream on a free loopback port: it keeps what arrived, byte for byte, and answers as it is told. */
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  const head = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'gpt-test',
  };
  const write = (choice: unknown): void => {
    response.write(`data: ${JSON.stringify({ ...head, choices: [choice] })}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  write({ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null });
  for (const content of pieces) write({ index: 0, delta: { content }, finish_reason: null });
  write({ index: 0, delta: {}, finish_reason: 'stop' });
  response.end('data: [DONE]\n\n');
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
