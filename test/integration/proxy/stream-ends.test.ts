/** How streams end: what clients read last is whole, and only what the format takes for an end is one. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { GovernanceEvent, TerminalEvent } from '../../../src/governance/event.ts';
import { call } from '../../support/call.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { familiesAt, judgeBy, mountProxy, type Mounted } from './support.ts';

const judge = judgeBy({
  patterns: { codename: { keywords: ['blue heron'] } },
  rules: [
    { id: 'card', when: 'found("pii/card", 0.7)', action: 'redact' },
    { id: 'codename', when: 'hit("codename")', action: 'block' },
  ],
});

let upstream: Upstream;
let gateway: Mounted;
/** Waits shortly for what an upstream may say behind its end. */
let hasty: Mounted;
/** For so long that what comes soon comes in time, also where the machine stands still meanwhile. */
let calm: Mounted;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await mountProxy(familiesAt(upstream.url), { judge });
  hasty = await mountProxy(familiesAt(upstream.url), {
    judge,
    limits: { upstreamOpenTimeoutMs: 150 },
  });
  calm = await mountProxy(familiesAt(upstream.url), {
    judge,
    limits: { upstreamOpenTimeoutMs: 2_500 },
  });
});
afterAll(async () => {
  await gateway.close();
  await hasty.close();
  await calm.close();
  await upstream.close();
});
afterEach(() => {
  for (const { bugs, events } of [gateway, hasty, calm]) {
    expect(bugs).toEqual([]);
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type !== 'request')).toHaveLength(types.length / 2);
    events.length = 0;
  }
});

const words = 'the weather is clear today and nobody in town has to stay at home for it ';
const pieces = words.repeat(4).match(/.{1,9}/g) ?? [];

type Format = {
  readonly path: string;
  readonly body: object;
  readonly type: string;
  readonly say: (text: string, more?: object) => string;
  /** What ends the stream, and what clients read as its frames. */
  readonly end: string;
  readonly read: (text: string) => readonly string[];
};

const messages = [{ role: 'user', content: 'hi' }];
const sse = 'text/event-stream';
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { readonly type: string; readonly [name: string]: unknown }): string =>
  `event: ${value.type}\n${data(value)}`;
const choice = (delta: object, finish: string | null = null): object => ({
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const candidate = (text: string, more: object = {}): object => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...more }],
});
const readEvents = (text: string): string[] =>
  text.split(/\r?\n\r?\n/).flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? []);

const formats: Readonly<Record<string, Format>> = {
  chat: {
    path: '/v1/chat/completions',
    body: { model: 'm', stream: true, messages },
    type: sse,
    say: (content, more = {}) => data({ ...choice({ content }), ...more }),
    end: `${data(choice({}, 'stop'))}data: [DONE]\n\n`,
    read: (text) => readEvents(text).filter((one) => one !== '[DONE]'),
  },
  messages: {
    path: '/v1/messages',
    body: { model: 'm', max_tokens: 9, stream: true, messages },
    type: sse,
    say: (text) =>
      named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    end: named({ type: 'message_stop' }),
    read: (text) => readEvents(text).filter((one) => one !== '[DONE]'),
  },
  gemini: {
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    body: { contents: [{ parts: [{ text: 'hi' }] }] },
    type: sse,
    say: (text, more = {}) => data({ ...candidate(text), ...more }).replaceAll('\n', '\r\n'),
    end: data(candidate('', { finishReason: 'STOP' })).replaceAll('\n', '\r\n'),
    read: readEvents,
  },
  lines: {
    path: '/api/chat',
    body: { model: 'm', messages },
    type: 'application/x-ndjson',
    say: (content, more = {}) =>
      `${JSON.stringify({ message: { role: 'assistant', content }, done: false, ...more })}\n`,
    end: '{"message":{"role":"assistant","content":""},"done":true}\n',
    read: (text) => text.split('\n').filter((line) => line !== ''),
  },
};
const array = {
  path: '/v1beta/models/m:streamGenerateContent',
  body: { contents: [{ parts: [{ text: 'hi' }] }] },
  type: 'application/json',
};

async function ask(
  { path, body, type }: Pick<Format, 'path' | 'body' | 'type'>,
  stream: string,
): Promise<{ text: string; last: GovernanceEvent | undefined }> {
  upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': type }).end(stream);
  };
  const { text } = await call(`${gateway.url}${path}`, { body });
  return { text, last: gateway.events.at(-1) };
}

describe.each(Object.entries(formats))('a stream of %s', (_, format) => {
  const all = pieces.map((piece) => format.say(piece)).join('');

  test.each([
    ['its last frame', all + format.say('x').slice(0, 12)],
    ['the end of its last frame', all + format.say('').trimEnd()],
    ['the end of a frame of which nothing waits', format.say('') + format.say('').trimEnd()],
  ])('that stops in %s ends with an error that can be read', async (_name, stream) => {
    const { text, last } = await ask(format, stream);
    const read = format.read(text).map((one): unknown => JSON.parse(one));
    expect(read.length).toBeGreaterThan(1);
    expect(JSON.stringify(read.at(-1))).toMatch(/"error"/);
    expect(last).toMatchObject({
      type: 'failed',
      outcome: { delivered: 'partial', endedBy: 'upstream' },
    });
  });

  test('that is stopped at its end, which was cut, ends in words that can be read', async () => {
    const { text, last } = await ask(
      format,
      `${all}${format.say('of the blue heron')}${format.end.trimEnd()}`,
    );
    const read = format.read(text).map((one): unknown => JSON.parse(one));
    expect(JSON.stringify(read.at(-1))).toMatch(/"error"/);
    expect(text).not.toMatch(/heron/);
    expect(last).toMatchObject({ type: 'blocked' });
  });

  test('without the end of its last frame reaches the client as it came', async () => {
    const stream = all + format.end.trimEnd();
    const { text, last } = await ask(format, stream);
    expect(text).toBe(stream);
    expect(last).toMatchObject({ type: 'answered' });
  });
});

test.each(['chat', 'gemini', 'lines'])(
  'a stream of %s that says in each frame that there is no error goes on, and ends where it ends',
  async (name) => {
    const format = formats[name];
    if (format === undefined) throw new Error('no such format');
    const all = pieces.map((piece) => format.say(piece, { error: null })).join('');
    const whole = await ask(format, all + format.end);
    expect(whole.text).toBe(all + format.end);
    gateway.events.length = 0;
    const { text, last } = await ask(format, all);
    expect(JSON.parse(format.read(text).at(-1) ?? '')).toHaveProperty('error');
    expect(last).toMatchObject({ type: 'failed' });
  },
);

test.each(['chat', 'gemini'])(
  'a stream of %s of which one choice of four never ends was cut, however the others ended',
  async (name) => {
    const format = formats[name];
    if (format === undefined) throw new Error('no such format');
    const say = (index: number, said: string, finish: string | null): string =>
      name === 'chat'
        ? data({ choices: [{ index, delta: { content: said }, finish_reason: finish }] })
        : data({
            candidates: [{ index, content: { parts: [{ text: said }] }, finishReason: finish }],
          });
    const all = [0, 1, 2, 3].map((index) => say(index, words, null)).join('');
    const ends = [3, 0, 2].map((index) => say(index, '', 'stop')).join('');
    const more = { n: 4, generationConfig: { candidateCount: 4 } };
    const { text, last } = await ask({ ...format, body: { ...format.body, ...more } }, all + ends);
    expect(JSON.stringify(JSON.parse(format.read(text).at(-1) ?? ''))).toMatch(/"error"/);
    expect(last).toMatchObject({ type: 'failed', outcome: { endedBy: 'upstream' } });
  },
);

test('a stream of messages may end with the mark of another format, which is no end', async () => {
  const { messages: format } = formats;
  if (format === undefined) throw new Error('no such format');
  const all = pieces.map((piece) => format.say(piece)).join('');
  const whole = await ask(format, `${all}${format.end}data: [DONE]\n\n`);
  expect(whole.text).toBe(`${all}${format.end}data: [DONE]\n\n`);
  expect(whole.last).toMatchObject({ type: 'answered' });
  gateway.events.length = 0;
  const { last } = await ask(format, `${all}data: [DONE]\n\n`);
  expect(last).toMatchObject({ type: 'failed' });
});

describe('a stream that is one array', () => {
  const items = [
    ...pieces.map((piece) => candidate(piece)),
    candidate('', { finishReason: 'STOP' }),
  ];
  const elements = items.map((item) => JSON.stringify(item)).join(',\r\n');

  test('and is closed reaches the client as it came', async () => {
    const { text, last } = await ask(array, `[${elements}\n]\n`);
    expect(text).toBe(`[${elements}\n]\n`);
    expect(last).toMatchObject({ type: 'answered' });
  });

  test.each([
    ['is not closed', `[${elements}`],
    ['stops behind a comma', `[${elements},`],
    ['has another behind it', `[${elements}\n][]`],
    ['is closed before its end', `[${elements.slice(0, elements.lastIndexOf(',\r\n'))}\n]`],
  ])('and %s ends with an error that can be read', async (_, stream) => {
    const { text, last } = await ask(array, stream);
    const read = JSON.parse(text) as readonly unknown[];
    expect(read.length).toBeGreaterThan(4);
    expect(read.at(-1)).toMatchObject({ error: { status: 'INTERNAL' } });
    expect(last).toMatchObject({ type: 'failed', outcome: { endedBy: 'upstream' } });
  });
});

/** Says `all`, and then a sign of life again and again until somebody leaves. */
function stayOpen(type: string, all: string, sign: string): Promise<void> {
  return new Promise((resolve) => {
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': type }).write(all);
      const timer = setInterval(() => response.write(sign), 20);
      response.once('close', () => {
        clearInterval(timer);
        resolve();
      });
    };
  });
}

describe('an upstream that stays open behind the end of its stream', () => {
  const askHasty = async ({ path, body }: Pick<Format, 'path' | 'body'>): Promise<string> =>
    (await call(`${hasty.url}${path}`, { body })).text;

  // maximhq/bifrost#6784: a stream whose choices have ended hung for as long as heartbeats came.
  test.each(Object.entries(formats))(
    'and gives signs of life is left: %s',
    async (name, format) => {
      const all = pieces.map((piece) => format.say(piece)).join('') + format.end;
      const sign = name === 'lines' ? '\n' : ': ping\n\n';
      const left = stayOpen(format.type, all, sign);
      const text = await askHasty(format);
      // Blank lines are the signs of a format that has no comments.
      const said = name === 'lines' ? `${text.trimEnd()}\n` : text.replaceAll(sign, '');
      expect(said).toBe(all);
      expect(hasty.events.at(-1)).toMatchObject({
        type: 'answered',
        outcome: { delivered: 'full', endedBy: 'gateway' },
      });
      await left;
    },
  );

  test('is waited for where it said that more would come', async () => {
    const { chat: format } = formats;
    if (format === undefined) throw new Error('no such format');
    const all = pieces.map((piece) => format.say(piece)).join('') + format.end;
    upstream.script = (_arrived, response) => {
      const length = Buffer.byteLength(all) + 9;
      response.writeHead(200, { 'content-type': sse, 'content-length': length }).write(all);
      setTimeout(() => response.destroy(), 400);
    };
    const text = await askHasty(format);
    expect(text).toContain('"code":"upstream_failed"');
    expect(hasty.events.at(-1)).toMatchObject({ type: 'failed' });
  });

  test('is heard of what it says there in time', async () => {
    const { chat: format } = formats;
    if (format === undefined) throw new Error('no such format');
    const usage = data({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 9 } });
    const all = pieces.map((piece) => format.say(piece)).join('') + data(choice({}, 'stop'));
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': sse }).write(all);
      setTimeout(() => response.write(usage), 50);
    };
    const { text } = await call(`${calm.url}${format.path}`, { body: format.body });
    expect(text).toBe(all + usage);
    expect(calm.events.at(-1)).toMatchObject({ answer: { usage: { input: 7, output: 9 } } });
  });

  test.each([
    [
      'chat',
      { n: 2 },
      (index: number, content: string, finish: string | null = null) =>
        data({ ...choice({}), choices: [{ index, delta: { content }, finish_reason: finish }] }),
    ],
    [
      'gemini',
      { generationConfig: { candidateCount: 2 } },
      (index: number, text: string, finish?: string) => {
        const parts = [{ text }];
        const content = { role: 'model', parts };
        return data({ candidates: [{ index, content, finishReason: finish?.toUpperCase() }] });
      },
    ],
  ])('is waited for while a choice of %s has not begun', async (name, more, of) => {
    const format = formats[name];
    if (format === undefined) throw new Error('no such format');
    const first = of(0, 'well said', 'stop');
    const rest = of(1, 'well ') + of(1, 'done', 'stop');
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': sse }).write(first);
      // More than twice as long as an end is waited for.
      setTimeout(() => response.end(rest), 400);
    };
    expect(await askHasty({ path: format.path, body: { ...format.body, ...more } })).toBe(
      first + rest,
    );
    expect(hasty.events.at(-1)).toMatchObject({ type: 'answered' });
  });

  test.each([
    ['it says last', 'data: [DONE]\n\n'],
    ['it says of tokens', data({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 9 } })],
    ['it says of tokens alone', data({ usage: { prompt_tokens: 7, completion_tokens: 9 } })],
    ['it says of tokens and no choice', data({ choices: null, usage: { completion_tokens: 9 } })],
  ])('is left when all is said, by what %s, whatever was asked for', async (_, end) => {
    const { chat: format } = formats;
    if (format === undefined) throw new Error('no such format');
    const all = format.say('well') + data(choice({}, 'stop')) + end;
    const left = stayOpen(sse, all, ': ping\n\n');
    const text = await askHasty({ path: format.path, body: { ...format.body, n: 2 } });
    expect(text.replaceAll(': ping\n\n', '')).toBe(all);
    await left;
  });

  test('is not taken to have ended while one of its choices goes on', async () => {
    const { chat: format } = formats;
    if (format === undefined) throw new Error('no such format');
    const of = (index: number, content: string, finish: string | null = null): string =>
      data({ ...choice({}), choices: [{ index, delta: { content }, finish_reason: finish }] });
    const first = of(0, 'well ') + of(1, 'and ') + of(0, 'said', 'stop');
    const rest = of(1, 'done', 'stop');
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': sse }).write(first);
      setTimeout(() => response.end(rest), 500);
    };
    expect(await askHasty({ path: format.path, body: { ...format.body, n: 2 } })).toBe(
      first + rest,
    );
  });
});

test.each([
  ...Object.entries(formats).map(([name, { say, end, ...format }]) => {
    return [name, format, say('well said') + end] as const;
  }),
  [
    'array',
    array,
    `[${JSON.stringify(candidate('well said', { finishReason: 'STOP' }))}]`,
  ] as const,
])(
  'a stream of %s of which nothing has gone is refused where its entry cannot be made durable',
  async (_, { path, body, type }, stream) => {
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': type }).end(stream);
    };
    gateway.failRecord = ({ type }) => type === 'answered';
    const { status, headers, text } = await call(`${gateway.url}${path}`, { body });
    gateway.failRecord = () => false;
    gateway.events.length = 0;
    expect([status, headers.get('content-type')]).toEqual([503, 'application/json']);
    expect(JSON.parse(text)).toHaveProperty('error');
    expect(headers.get('x-governance-decision')).toBeNull();
  },
);

test('a mark at the beginning of a stream does not go on behind a comment that it has to wait', async () => {
  const { messages: format } = formats;
  if (format === undefined) throw new Error('no such format');
  const patient = await mountProxy(familiesAt(upstream.url), {
    judge,
    limits: { streamKeepAliveMs: 20 },
  });
  let end = (): void => undefined;
  upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': sse }).write(`\ufeff${format.say('well')}`);
    end = () => response.end(format.end);
  };
  const answered = await fetch(`${patient.url}${format.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(format.body),
  });
  const waits = ': keep-alive\n\n';
  let text = '';
  for await (const piece of answered.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes(waits)) end();
  }
  await patient.close();
  const said = format.say('well') + format.end;
  const { contents } = patient.events.at(-1) as TerminalEvent;
  expect(String(contents.returned?.raw)).toBe(`\ufeff${said}`);
  expect(String(contents.released?.raw)).toBe(text);
  expect(text.startsWith(waits)).toBe(true);
  expect(text.replaceAll(waits, '')).toBe(said);
});
