/** A number, or a list, in the place of a text is what a client puts together of it: judged so, and written back so. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Judge } from '../../../src/proxy/house.ts';
import { call } from '../../support/call.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { familiesAt, judgeBy, mountProxy, type Mounted } from './support.ts';
import { holdToEnd, ways } from './ways.ts';

const rulesOf = (action: string): (() => Judge) =>
  judgeBy({
    patterns: { account: { keywords: ['70001020'] } },
    rules: [{ id: 'account', when: 'hit("account")', action }],
  });
const actions = ['block', 'redact'] as const;
let upstream: Upstream;
const gateways = new Map<string, Mounted>();
beforeAll(async () => {
  upstream = await startUpstream();
  for (const action of actions) {
    const judge = rulesOf(action);
    const upstreams = familiesAt(upstream.url);
    gateways.set(`live ${action}`, await mountProxy(upstreams, { judge }));
    gateways.set(`held ${action}`, await mountProxy(upstreams, { judge: holdToEnd(judge) }));
  }
});
afterAll(async () => {
  for (const gateway of gateways.values()) {
    expect(gateway.bugs).toEqual([]);
    await gateway.close();
  }
  await upstream.close();
});

const messages = [{ role: 'user', content: 'hi' }];
const finish = { index: 0, delta: {}, finish_reason: 'stop' };
const delta = (said: object) => ({
  choices: [{ index: 0, delta: said, finish_reason: null }],
});
const place = { item_id: 'i', output_index: 0, content_index: 0 };
const usage = { input_tokens: 1, output_tokens: 1 };
const tokens = (token: unknown) => ({
  choices: [{ index: 0, delta: {}, logprobs: { content: [{ token, logprob: -1 }] } }],
});

type Format = {
  readonly path: string;
  readonly asked: object;
  readonly before?: readonly object[];
  readonly say: (said: unknown) => object;
  readonly end: readonly object[];
};

const chat = (say: (said: unknown) => object): Format => ({
  path: '/v1/chat/completions',
  asked: { model: 'm', stream: true, messages },
  say: (said) => delta(say(said)),
  end: [{ choices: [finish] }],
});

const started = [
  { type: 'message_start', message: { role: 'assistant', model: 'm', content: [], usage } },
];
const claude = (block: object, say: (said: unknown) => object): Format => ({
  path: '/v1/messages',
  asked: { model: 'm', stream: true, max_tokens: 9, messages },
  before: [...started, { type: 'content_block_start', index: 0, content_block: block }],
  say: (said) => ({ type: 'content_block_delta', index: 0, delta: say(said) }),
  end: [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ],
});

/** Each place in which a client joins what comes. */
const places: Readonly<Record<string, Format>> = {
  content: chat((content) => ({ content })),
  'content in a list': chat((content) => ({ content: [content] })),
  'a text in a list': chat((text) => ({ content: [{ type: 'text', text }] })),
  'a text with annotations in a list': chat((value) => ({
    content: [{ type: 'text', text: { value, annotations: [] } }],
  })),
  reasoning: chat((reasoning_content) => ({ reasoning_content })),
  refusal: chat((refusal) => ({ refusal })),
  'the tokens that say it again': {
    ...chat(() => ({})),
    say: tokens,
  },
  completions: {
    path: '/v1/completions',
    asked: { model: 'm', stream: true, prompt: 'hi' },
    say: (text) => ({ choices: [{ index: 0, text, finish_reason: null }] }),
    end: [{ choices: [{ index: 0, text: '', finish_reason: 'stop' }] }],
  },
  'a text of a Response': {
    path: '/v1/responses',
    asked: { model: 'm', stream: true, input: 'hi' },
    say: (said) => ({ type: 'response.output_text.delta', ...place, delta: said }),
    end: [{ type: 'response.completed', response: { status: 'completed', output: [] } }],
  },
  'a text of a message': claude({ type: 'text', text: '' }, (text) => ({
    type: 'text_delta',
    text,
  })),
  'a text of Gemini': {
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    asked: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
    say: (text) => ({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }] }),
    end: [{ candidates: [{ index: 0, finishReason: 'STOP' }] }],
  },
  'a text of Ollama': {
    path: '/api/chat',
    asked: { model: 'm', messages },
    say: (content) => ({ message: { role: 'assistant', content }, done: false }),
    end: [{ message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' }],
  },
};
const fixed: Readonly<Record<string, Format>> = {
  'a thought of a message': claude({ type: 'thinking', thinking: '' }, (thinking) => ({
    type: 'thinking_delta',
    thinking,
  })),
  'arguments of a call in a message': claude(
    { type: 'tool_use', id: 't', name: 'pay', input: {} },
    (partial_json) => ({ type: 'input_json_delta', partial_json }),
  ),
  'arguments of a call': chat((args) => ({
    tool_calls: [{ index: 0, id: 'a', function: { name: 'pay', arguments: args } }],
  })),
};

function writeFrame({ path }: Format, frame: object): string {
  if (path === '/api/chat') return `${JSON.stringify({ model: 'm', ...frame })}\n`;
  const { type } = frame as { readonly type?: unknown };
  const name = typeof type === 'string' ? `event: ${type}\n` : '';
  return `${name}data: ${JSON.stringify({ id: 'c', model: 'm', ...frame })}\n\n`;
}

function answerWith(format: Format, pieces: readonly unknown[]): void {
  const frames = [...(format.before ?? []), ...pieces.map(format.say), ...format.end];
  const type = format.path === '/api/chat' ? 'application/x-ndjson' : 'text/event-stream';
  upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(frames.map((frame) => writeFrame(format, frame)).join(''));
  };
}

async function ask(way: string, { path, asked }: Format): Promise<string> {
  return (await call(`${gateways.get(way)?.url ?? ''}${path}`, { body: asked })).text;
}

const all = Object.entries({ ...places, ...fixed });
const pieces: readonly (readonly unknown[])[] = [
  [7000, 1020],
  ['7000', 1020],
  [['7000'], [1020]],
  [7000, ['1020']],
];

describe.each(ways)('in a stream that is %s,', (way) => {
  test.each(all)('numbers as %s are put together and blocked', async (_, format) => {
    for (const said of pieces) {
      answerWith(format, said);
      const text = await ask(`${way} block`, format);
      expect([said, text]).toEqual([said, expect.stringContaining('Blocked by policy')]);
      expect(text).not.toContain('1020');
    }
  });

  test.each(Object.entries(places))('numbers as %s are taken out', async (name, format) => {
    for (const said of pieces) {
      answerWith(format, ['say ', ...said, ' now']);
      const text = await ask(`${way} redact`, format);
      expect(text).not.toMatch(/7000|1020/);
      if (!name.startsWith('the tokens')) expect(text).toMatch(/say .*\[.*now/s);
      expect(text).not.toContain('Blocked by policy');
    }
  });
});

test('a number in the place of a text is what that text would be', async () => {
  const said = { role: 'assistant', content: 70001020 };
  upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ index: 0, message: said, finish_reason: 'stop' }] }));
  };
  const body = { model: 'm', messages };
  const url = `${gateways.get('live redact')?.url ?? ''}/v1/chat/completions`;
  const answer = await call(url, { body });
  expect(answer.json).toMatchObject({ choices: [{ message: { content: expect.any(String) } }] });
  const asked = {
    model: 'm',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 7000 },
          { type: 'text', text: 1020 },
        ],
      },
    ],
  };
  upstream.clear();
  await call(url, { body: asked });
  expect(upstream.arrived[0]?.body.toString()).not.toMatch(/7000|1020/);
});
