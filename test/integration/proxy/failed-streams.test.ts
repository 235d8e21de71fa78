/** A stream in which the upstream says that it failed goes to its client as it came, and is on record as failed. */
import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const stage = setWays(
  judgeBy({
    patterns: { codename: { keywords: ['BLOCKME'] } },
    rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
  }),
);

const messages = [{ role: 'user', content: 'hi' }];
const question = { model: 'm', stream: true, messages };
const sse = 'text/event-stream';
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string; readonly [name: string]: unknown }): string =>
  `event: ${value.type}\n${data(value)}`;
const contents = [{ parts: [{ text: 'hi' }] }];

type Form = readonly [path: string, body: object, type: string, said: string, failure: string];
const chat = data({ choices: [{ index: 0, delta: { content: 'fair' } }] });
const said = event({ type: 'response.output_text.delta', output_index: 0, delta: 'fair' });
const candidates = [{ index: 0, content: { parts: [{ text: 'fair' }] } }];
const forms: readonly Form[] = [
  ['/v1/chat/completions', question, sse, chat, data({ error: { message: 'no more' } })],
  [
    '/v1/messages',
    { ...question, max_tokens: 9 },
    sse,
    event({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'fair' },
    }),
    event({ type: 'error', error: { type: 'overloaded_error', message: 'no more' } }),
  ],
  [
    '/v1/responses',
    { model: 'm', stream: true, input: 'hi' },
    sse,
    said,
    event({ type: 'response.failed', response: { status: 'failed', error: { message: 'no' } } }),
  ],
  [
    '/v1/responses',
    { model: 'm', stream: true, input: 'hi' },
    sse,
    said,
    event({ type: 'error', message: 'no more' }),
  ],
  [
    '/v1beta/models/m:streamGenerateContent?alt=sse',
    { contents },
    sse,
    data({ candidates }),
    data({ error: { code: 503, message: 'no more' } }),
  ],
  [
    '/api/chat',
    { model: 'm', messages },
    'application/x-ndjson',
    '{"message":{"role":"assistant","content":"fair"},"done":false}\n',
    '{"error":"no more"}\n',
  ],
];

test.each(ways.flatMap((way) => forms.map((form) => [way, ...form] as const)))(
  '%s: %s',
  async (way, path, body, type, said, failure) => {
    const gateway = stage.gateways[way];
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': type }).end(said + failure);
    };
    const { text } = await call(gateway.url + path, { body });
    expect(text).toBe(said + failure);
    expect(gateway.events.at(-1)).toMatchObject({
      type: 'failed',
      status: 200,
      reason: 'the upstream said in its stream that it failed',
      outcome: { delivered: 'full', endedBy: 'upstream' },
    });
  },
);
