/** A number in the arguments of a call is taken out like any text, and the call can still be read. */
import { describe, expect, test } from '@jest/globals';
import { stream } from '../../support/answers.ts';
import { call } from '../../support/call.ts';
import { answerJson } from '../../support/upstream.ts';
import { familiesAt, judgeBy, setStage } from './support.ts';

const judge = judgeBy({
  rules: [
    {
      id: 'card',
      when: 'found("pii/card")',
      action: 'redact',
      redact: { operator: 'mask', keep: 4 },
    },
  ],
});

const card = '4111111111111111';
const written = `{"card":${card},"note":"\\u0034${card.slice(1)}"}`;
const left = '{"card":"************1111","note":"************1111"}';

const chatCall = (args: string) => ({
  id: 'call-1',
  type: 'function',
  function: { name: 'pay', arguments: args },
});
const item = (args: string) => ({
  ...{ type: 'function_call', id: 'fc_1', call_id: 'call-1', name: 'pay', arguments: args },
});
const turn = (args: string) => ({ role: 'assistant', content: null, tool_calls: [chatCall(args)] });

type Format = {
  readonly path: string;
  readonly request: (args: string) => object;
  readonly answer: (args: string) => object;
};

const formats: readonly Format[] = [
  {
    path: '/v1/chat/completions',
    request: (args) => ({ model: 'm', messages: [{ role: 'user', content: 'pay' }, turn(args)] }),
    answer: (args) => ({ choices: [{ index: 0, message: turn(args) }] }),
  },
  {
    path: '/v1/responses',
    request: (args) => ({ model: 'm', input: [{ role: 'user', content: 'pay' }, item(args)] }),
    answer: (args) => ({ id: 'resp_1', object: 'response', output: [item(args)] }),
  },
];

const stage = setStage((url) => familiesAt(url), { judge });

describe.each(formats)('a call with a card as a number: $path', ({ path, request, answer }) => {
  test('goes on in a request with the card taken out', async () => {
    stage.upstream.script = (_, response) => {
      answerJson(response, answer('{}'));
    };
    const { status } = await call(stage.proxy.url + path, {
      body: JSON.stringify(request(written)),
    });
    expect([status, stage.upstream.arrived[0]?.body.toString()]).toEqual([
      200,
      JSON.stringify(request(left)),
    ]);
    expect(stage.proxy.events.map(({ type }) => type)).toEqual(['request', 'answered']);
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('comes back in an answer with the card taken out', async () => {
    stage.upstream.script = (_, response) => {
      answerJson(response, answer(written));
    };
    const { status, text } = await call(stage.proxy.url + path, {
      body: JSON.stringify(request('{}')),
    });
    expect([status, text]).toEqual([200, JSON.stringify(answer(left))]);
    expect(stage.proxy.bugs).toEqual([]);
  });
});

test('a streamed call is put together from what is left of its pieces', async () => {
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const pieces = `{"card":${card}}`.match(/.{1,5}/g) ?? [];
  const called = (args: string, more: object = {}) =>
    chunk({ tool_calls: [{ index: 0, ...more, function: { name: 'pay', arguments: args } }] });
  const goesOn = (args: string) =>
    chunk({ tool_calls: [{ index: 0, function: { arguments: args } }] });
  const frames = [
    called('', { id: 'call-1', type: 'function' }),
    ...pieces.map(goesOn),
    chunk({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ];
  stage.upstream.script = stream('text/event-stream', frames.join(''));
  const { text } = await call(`${stage.proxy.url}/v1/chat/completions`, {
    body: JSON.stringify({ model: 'm', stream: true, messages: [] }),
  });
  const joined = text
    .matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)
    .map(([, args = '']) => String(JSON.parse(args)))
    .toArray()
    .join('');
  expect(joined).toBe('{"card":"************1111"}');
  expect(stage.proxy.events.map(({ type }) => type)).toEqual(['request', 'answered']);
});

type Arguments = Readonly<Record<string, unknown>>;
const given: Arguments = { card: Number(card), cards: [Number(card), 7], note: card };
const masked: Arguments = {
  card: '************1111',
  cards: ['************1111', 7],
  note: '************1111',
};

type ObjectFormat = {
  readonly path: string;
  readonly request: (args: Arguments) => object;
  readonly answer: (args: Arguments) => object;
};

const uses = (input: Arguments) => [{ type: 'tool_use', id: 't', name: 'pay', input }];
const asked = { role: 'user', content: 'pay' };
const calls = (args: Arguments) => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ function: { name: 'pay', arguments: args } }],
});
const turnOf = (args: Arguments) => ({
  role: 'model',
  parts: [{ functionCall: { name: 'pay', args } }],
});
const resultOf = (response: Arguments) => ({
  role: 'user',
  parts: [{ functionResponse: { name: 'pay', response } }],
});

const objectFormats: readonly ObjectFormat[] = [
  {
    path: '/v1/messages',
    request: (args) => ({
      model: 'm',
      max_tokens: 9,
      messages: [asked, { role: 'assistant', content: uses(args) }, asked],
    }),
    answer: (args) => ({ type: 'message', role: 'assistant', model: 'm', content: uses(args) }),
  },
  {
    path: '/v1beta/models/m:generateContent',
    request: (args) => ({ contents: [turnOf(args), resultOf(args)] }),
    answer: (args) => ({ candidates: [{ index: 0, content: turnOf(args) }] }),
  },
  {
    path: '/api/chat',
    request: (args) => ({ model: 'm', stream: false, messages: [asked, calls(args)] }),
    answer: (args) => ({ model: 'm', done: true, message: calls(args) }),
  },
];

describe.each(objectFormats)('a call with numbers in an object: $path', (format) => {
  const { path, request, answer } = format;

  test('goes on in a request with the card taken out', async () => {
    stage.upstream.script = (_, response) => answerJson(response, answer({}));
    await call(stage.proxy.url + path, { body: request(given) });
    expect(stage.upstream.arrived.map(({ body }) => body.toString())).toEqual([
      JSON.stringify(request(masked)),
    ]);
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('comes back in an answer with the card taken out', async () => {
    stage.upstream.script = (_, response) => answerJson(response, answer(given));
    const { status, text } = await call(stage.proxy.url + path, { body: request({}) });
    expect([status, text]).toEqual([200, JSON.stringify(answer(masked))]);
    expect(stage.proxy.bugs).toEqual([]);
  });
});

test('a streamed call with numbers in an object comes with the card taken out', async () => {
  const lines = (args: Arguments): string =>
    [
      { model: 'm', done: false, message: calls(args) },
      { model: 'm', done: true, message: { role: 'assistant', content: '' } },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
  stage.upstream.script = stream('application/x-ndjson', lines(given));
  const { text } = await call(`${stage.proxy.url}/api/chat`, {
    body: { model: 'm', messages: [asked] },
  });
  expect(text).toBe(lines(masked));
  expect(stage.proxy.events.map(({ type }) => type)).toEqual(['request', 'answered']);
});

describe.each(objectFormats)('a call with a mail address beside others: $path', (format) => {
  const { path, request, answer } = format;
  const told: Arguments = { name: 'Linden', to: 'ada@example.org', at: 7, cc: 'bob@example.org' };
  const cut: Arguments = { name: 'Linden', to: '[EMAIL_1]', at: 7, cc: '[EMAIL_2]' };
  const mail = judgeBy({ rules: [{ id: 'mail', when: 'found("pii/email")', action: 'redact' }] });
  const own = setStage((url) => familiesAt(url), { judge: mail });

  test('goes on in a request with the address taken out, and nothing beside it', async () => {
    own.upstream.script = (_, response) => answerJson(response, answer({}));
    await call(own.proxy.url + path, { body: request(told) });
    expect(own.upstream.arrived.map(({ body }) => body.toString())).toEqual([
      JSON.stringify(request(cut)),
    ]);
  });

  test('comes back in an answer with the address taken out, whatever numbers stand there', async () => {
    own.upstream.script = (_, response) => answerJson(response, answer(told));
    const { status, text } = await call(own.proxy.url + path, { body: request({}) });
    expect([status, text]).toEqual([200, JSON.stringify(answer(cut))]);
  });
});
