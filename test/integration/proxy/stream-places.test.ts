/** What a client puts together out of a stream is what was judged, wherever an upstream says that its pieces belong. */
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const rules = {
  patterns: { codename: { keywords: ['BLOCKME'] } },
  rules: [
    { id: 'codename', when: 'hit("codename")', action: 'block' },
    { id: 'tool', when: 'tool.name == "evil"', action: 'block' },
  ],
} as const;
const live = judgeBy(rules);
const stage = setWays(live);

type Frame = Readonly<Record<string, unknown>>;
const write = (frame: Frame): string =>
  `${typeof frame.type === 'string' ? `event: ${frame.type}\n` : ''}data: ${JSON.stringify(frame)}\n\n`;

type Format = { readonly path: string; readonly asked: object; readonly end: string };

const question = { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] };
const chunk = (...choices: readonly unknown[]): Frame => ({ id: 'c', model: 'm', choices });
const delta = (said: object, index: unknown = 0): Frame => ({
  index,
  delta: said,
  finish_reason: null,
});
const stop = { index: 0, delta: {}, finish_reason: 'stop' };
const chat: Format = {
  path: '/v1/chat/completions',
  asked: question,
  end: `${write(chunk(stop))}data: [DONE]\n\n`,
};
const calling = (...pieces: readonly Frame[]): Frame[] =>
  pieces.map(({ name, args, ...rest }) =>
    chunk(delta({ tool_calls: [{ index: 0, ...rest, function: { name, arguments: args } }] })),
  );

const usage = { input_tokens: 1, output_tokens: 1 };
const messages: Format = {
  path: '/v1/messages',
  asked: { ...question, max_tokens: 9 },
  end: [
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ]
    .map(write)
    .join(''),
};
const started = (...content: readonly Frame[]): Frame => ({
  type: 'message_start',
  message: { type: 'message', role: 'assistant', model: 'm', content, usage },
});
const textBlock = (text: string): Frame => ({ type: 'text', text });
const block = (index: unknown, content_block: object): Frame => ({
  type: 'content_block_start',
  index,
  content_block,
});
const blockDelta = (index: unknown, text: string): Frame => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'text_delta', text },
});
const use = (name: string): Frame => ({ type: 'tool_use', id: name, name, input: {} });

const responses: Format = {
  path: '/v1/responses',
  asked: { model: 'm', stream: true, input: 'hi' },
  end: write({ type: 'response.completed', response: { status: 'completed', output: [] } }),
};
const place = { item_id: 'i', output_index: 0, content_index: 0 };
const textDelta = (said: string, more: object = {}): Frame => ({
  type: 'response.output_text.delta',
  ...place,
  delta: said,
  ...more,
});
const output = (text: string): Frame => ({ type: 'output_text', text, annotations: [] });
const item = (more: object): Frame => ({
  type: 'response.output_item.added',
  output_index: 0,
  item: { id: 'i', ...more },
});
const functionCall = (name: string): Frame =>
  item({ type: 'function_call', call_id: 'c', name, arguments: '', status: 'in_progress' });
const argumentsDone = (name: string): Frame => ({
  type: 'response.function_call_arguments.done',
  output_index: 0,
  name,
  arguments: '{}',
});

const gemini: Format = {
  path: '/v1beta/models/m:streamGenerateContent?alt=sse',
  asked: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  end: write({ candidates: [{ index: 0, finishReason: 'STOP' }] }),
};
const candidate = (parts: unknown, more: object = {}): Frame => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
});

/** As servers say them that name no place: told apart by their ids alone. */
const unplaced = (id: string, kind: string, said: string, more: object): Frame[] => [
  { type: 'response.output_item.added', item: { id, ...more } },
  { type: `response.${kind}.delta`, item_id: id, delta: said },
];
const unplacedCall = (id: string, name: string): Frame[] =>
  unplaced(id, 'function_call_arguments', '{}', {
    type: 'function_call',
    call_id: id,
    name,
    arguments: '',
  });
const unplacedText = (id: string, text: string): Frame[] =>
  unplaced(id, 'output_text', text, { type: 'message', role: 'assistant', content: [] });

type Case = readonly [name: string, format: Format, frames: readonly Frame[]];

/** Each puts a word together that a rule blocks, or calls a tool that one blocks, for some client or other. */
const cases: readonly Case[] = [
  [
    'a negative index between',
    chat,
    [
      chunk(delta({ content: 'BLO' })),
      chunk(delta({ content: 'x' }, -1)),
      chunk(delta({ content: 'CKME' })),
    ],
  ],
  [
    'an index that is a word between',
    chat,
    [
      chunk(delta({ content: 'BLO' })),
      chunk(delta({ content: 'x' }, '0')),
      chunk(delta({ content: 'CKME' })),
    ],
  ],
  [
    'a choice that nobody asked for',
    chat,
    [chunk(delta({ content: 'BLO' })), chunk(delta({ content: 'CKME' }, 1))],
  ],
  [
    'one choice twice in a chunk',
    chat,
    [chunk(delta({ content: 'BLO' }), delta({ content: 'x' })), chunk(delta({ content: 'CKME' }))],
  ],
  [
    'choices by name',
    chat,
    [{ choices: { 0: delta({ content: 'BLO' }) } }, { choices: { 0: delta({ content: 'CKME' }) } }],
  ],
  [
    'a message in the place of a delta',
    chat,
    [chunk(delta({ content: 'BLO' })), chunk({ index: 0, message: { content: 'CKME' } })],
  ],
  [
    'a message beside a delta, between its pieces',
    chat,
    [
      chunk({ ...delta({ content: 'BLO' }), message: { content: 'x' } }),
      chunk({ ...delta({ content: 'CKME' }), message: { content: 'y' } }),
    ],
  ],
  [
    'a delta beside a message, between its pieces',
    chat,
    [
      chunk({ ...delta({ content: 'x' }), message: { content: 'BLO' } }),
      chunk({ ...delta({ content: 'y' }), message: { content: 'CKME' } }),
    ],
  ],
  [
    'a call in a message beside a delta',
    chat,
    ['{"a":', '1}'].map((args) => {
      const tool_calls = [{ index: 0, id: 'a', function: { name: 'evil', arguments: args } }];
      return chunk({ ...delta({ content: 'x' }), message: { tool_calls } });
    }),
  ],
  [
    'a list in the place of a text',
    chat,
    [chunk(delta({ content: 'BLO' })), chunk(delta({ content: [{ type: 'text', text: 'CKME' }] }))],
  ],
  [
    'a member off the map',
    chat,
    [
      { ...chunk(), said: 'BLO' },
      { ...chunk(), said: 'CKME' },
    ],
  ],
  [
    'a member off the map that says the same again and again',
    chat,
    [
      { ...chunk(), said: 'KMEBLOC' },
      { ...chunk(), said: 'KMEBLOC' },
    ],
  ],
  [
    'a tool without a name at first',
    chat,
    calling({ name: '', args: '' }, { name: 'evil' }, { args: '{}' }),
  ],
  ['a tool named behind its arguments', chat, calling({ args: '{}' }, { name: 'evil' })],
  [
    'a tool named in two pieces',
    chat,
    calling({ name: 'ev', args: '' }, { name: 'il', args: '{}' }),
  ],
  [
    'a second call in the place of the first',
    chat,
    calling({ id: 'a', name: 'safe', args: '{}' }, { id: 'b', name: 'evil', args: '{}' }),
  ],
  [
    'a second call behind one that has not all its arguments',
    chat,
    calling({ id: 'a', name: 'safe', args: '{"a":' }, { id: 'b', name: 'evil', args: '1}' }),
  ],
  [
    'a second call behind one that goes on after its arguments',
    chat,
    calling(
      { id: 'a', name: 'safe', args: '{}' },
      { args: ' ' },
      { id: 'b', name: 'evil', args: '{}' },
    ),
  ],
  [
    'a second call of text in the place of the first',
    chat,
    ['safe', 'evil'].map((name) =>
      chunk(delta({ tool_calls: [{ index: 0, type: 'custom', custom: { name, input: '{}' } }] })),
    ),
  ],
  [
    'calls of one frame under one index',
    chat,
    [
      chunk(
        delta({
          tool_calls: ['safe', 'evil'].map((name) => ({
            index: 0,
            function: { name, arguments: '{}' },
          })),
        }),
      ),
    ],
  ],
  [
    'a name that is said twice and is then another tool’s',
    {
      ...chat,
      asked: {
        ...question,
        tools: ['ev', 'evev'].map((name) => ({ type: 'function', function: { name } })),
      },
    },
    calling({ name: 'ev', args: '{' }, { name: 'ev', args: '}' }),
  ],
  [
    'a second call in the place of the first, written alike',
    chat,
    [
      chunk(delta({ content: 'fair '.repeat(99) })),
      ...calling({ id: 'a', name: 'safe', args: '{}' }, { id: 'b', name: 'evil', args: '{}' }),
    ],
  ],
  [
    'a tool named in two pieces, written alike',
    chat,
    [
      chunk(delta({ content: 'fair '.repeat(99) })),
      ...calling({ name: 'ev', args: '{' }, { name: 'il', args: '}' }),
    ],
  ],
  [
    'a message that has begun already',
    messages,
    [started(textBlock('BLO')), blockDelta(0, 'CKME')],
  ],
  [
    'a block of a negative index between',
    messages,
    [
      started(),
      block(0, textBlock('')),
      blockDelta(0, 'BLO'),
      blockDelta(-1, 'x'),
      blockDelta(0, 'CKME'),
    ],
  ],
  [
    'an unknown kind of event',
    messages,
    [started(), { type: 'novel', said: 'BLO' }, { type: 'novel', said: 'CKME' }],
  ],
  [
    'a second block in the place of the first',
    messages,
    [started(), block(0, use('safe')), block(0, use('evil'))],
  ],
  [
    'a part that has begun already',
    responses,
    [{ type: 'response.content_part.added', ...place, part: output('BLO') }, textDelta('CKME')],
  ],
  [
    'an item that has begun already',
    responses,
    [item({ type: 'message', role: 'assistant', content: [output('BLO')] }), textDelta('CKME')],
  ],
  [
    'a place that is none between',
    responses,
    [textDelta('BLO'), textDelta('x', { output_index: -1 }), textDelta('CKME')],
  ],
  [
    'a content that is counted in words between',
    responses,
    [textDelta('BLO'), textDelta('x', { content_index: 'a' }), textDelta('CKME')],
  ],
  [
    'an unknown kind of delta',
    responses,
    [
      { type: 'response.novel.delta', delta: 'BLO' },
      { type: 'response.novel.delta', delta: 'CKME' },
    ],
  ],
  [
    'a second item in the place of the first',
    responses,
    [functionCall('safe'), functionCall('evil')],
  ],
  [
    'a second item in the place of the first, written alike',
    responses,
    [
      { ...functionCall('safe'), output_index: 1 },
      textDelta('fair '.repeat(99)),
      { ...functionCall('safe'), output_index: 2 },
      { ...functionCall('evil'), output_index: 2 },
    ],
  ],
  [
    'a word that is split over items without a place',
    responses,
    [...unplacedText('a', 'BLO'), ...unplacedCall('b', 'safe'), ...unplacedText('c', 'CKME')],
  ],
  [
    'a tool in an item without a place',
    responses,
    [...unplacedCall('a', 'safe'), ...unplacedCall('b', 'evil')],
  ],
  [
    'two items without a place under one id',
    responses,
    [...unplacedCall('a', 'safe'), ...unplacedCall('a', 'evil')],
  ],
  [
    'a word of an item without a place that goes on behind the next',
    responses,
    [
      ...unplacedText('a', 'BLO'),
      ...unplacedText('b', 'CK'),
      { type: 'response.output_text.delta', item_id: 'a', delta: 'CKME' },
    ],
  ],
  [
    'an item without a place that has not begun, between the words of another',
    responses,
    [
      ...unplacedText('a', 'BLO'),
      { type: 'response.output_text.delta', item_id: 'z', delta: 'x' },
      { type: 'response.output_text.delta', item_id: 'a', delta: 'CKME' },
    ],
  ],
  [
    'items without a place of which none has begun, by turns',
    responses,
    ['a', 'z', 'a'].map((item_id, at) => ({
      type: 'response.output_text.delta',
      item_id,
      delta: ['BLO', 'x', 'CKME'][at],
    })),
  ],
  ['a tool that only its end names', responses, [argumentsDone('evil')]],
  ['a tool that its end names otherwise', responses, [functionCall('safe'), argumentsDone('evil')]],
  [
    'a thought that is neither one nor none between',
    gemini,
    [
      candidate([{ text: 'BLO' }]),
      candidate([{ text: 'x', thought: 1 }]),
      candidate([{ text: 'CKME' }]),
    ],
  ],
  [
    'a candidate that nobody asked for',
    gemini,
    [candidate([{ text: 'BLO' }]), candidate([{ text: 'CKME' }], { index: 1 })],
  ],
  [
    'parts by name',
    gemini,
    [candidate({ 0: { text: 'BLO' } }), candidate({ 0: { text: 'CKME' } })],
  ],
  ['a strange part', gemini, [candidate([{ said: 'BLO' }]), candidate([{ said: 'CKME' }])]],
];

describe.each(ways)('of a stream that is %s, is stopped:', (way) => {
  test.each(cases)('%s', async (_, { path, asked, end }, frames) => {
    const gateway = stage.gateways[way];
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(frames.map(write).join('') + end);
    };
    const { text } = await call(`${gateway.url}${path}`, { body: asked });
    expect(text).toMatch(/Blocked by policy|the upstream’s stream/);
    expect(text).not.toContain('CKME');
    expect(text).not.toContain('evil');
    expect(gateway.events.at(-1)?.type).toMatch(/^(?:blocked|failed)$/);
  });
});

describe.each(ways)('of a stream that is %s, goes on as it is:', (way) => {
  const fine: readonly Case[] = [
    [
      'a name that is said with each piece',
      chat,
      calling({ name: 'safe', args: '{' }, { name: 'safe', args: '}' }),
    ],
    [
      'calls under one index, each said whole',
      chat,
      calling(
        { id: 'a', name: 'safe', args: '{"a":1}' },
        { id: 'b', name: 'sound', args: '{"b":2}' },
        { id: 'c', name: 'sound', args: '{}' },
      ),
    ],
    [
      'items without a place',
      responses,
      [
        ...unplaced('r', 'reasoning_text', 'hm', { type: 'reasoning', summary: [] }),
        ...unplacedText('m', 'fair'),
        ...unplacedCall('a', 'safe'),
        ...unplacedCall('b', 'sound'),
        { type: 'response.output_text.done', item_id: 'm', text: 'fair' },
      ],
    ],
    [
      'an item without a place that is never begun',
      responses,
      [
        { type: 'response.output_text.delta', item_id: 'm', delta: 'fair ' },
        { type: 'response.output_text.delta', item_id: 'm', delta: 'day' },
        { type: 'response.output_text.done', item_id: 'm', text: 'fair day' },
      ],
    ],
    [
      'texts in lists',
      chat,
      [
        chunk(delta({ content: [{ type: 'text', text: 'fair ' }] })),
        chunk(delta({ content: 'day' })),
      ],
    ],
    [
      'a message that is all that was said so far, beside each delta',
      chat,
      ['fair ', 'fair day', 'fair day and night'].map((content, at) =>
        chunk({
          ...delta({ content: ['fair ', 'day', ' and night'][at] }),
          message: { role: 'assistant', content },
        }),
      ),
    ],
    [
      'a label of the server’s',
      chat,
      Array.from({ length: 40 }, () => ({ ...chunk(delta({ content: 'a ' })), server: 'eu-1' })),
    ],
    [
      'a moment of the server’s',
      chat,
      Array.from({ length: 40 }, (_, at) => ({
        ...chunk(delta({ content: 'a ' })),
        when: `at-${at * 37}`,
      })),
    ],
    [
      'an unknown kind of delta',
      responses,
      [{ type: 'response.novel.delta', ...place, delta: 'fair' }, textDelta('day')],
    ],
  ];

  test.each(fine)('%s', async (_, { path, asked, end }, frames) => {
    const stream = frames.map(write).join('') + end;
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
    };
    expect((await call(`${stage.gateways[way].url}${path}`, { body: asked })).text).toBe(stream);
  });
});

const disordered: readonly Case[] = [
  ['a block', messages, [started(), block(1, textBlock('CKME')), block(0, textBlock('BLO'))]],
  [
    'an item',
    responses,
    [
      { ...item({ type: 'message', content: [output('CKME')] }), output_index: 1 },
      item({ type: 'message', content: [output('BLO')] }),
    ],
  ],
];

describe.each(ways)('a stream that is %s', (way) => {
  test.each(disordered)('ends where %s begins behind the next one', async (...given) => {
    const [, { path, asked, end }, frames] = given;
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(frames.map(write).join('') + end);
    };
    const { text } = await call(`${stage.gateways[way].url}${path}`, { body: asked });
    expect(text).toMatch(/begins one (?:block|item) behind the next/);
    expect(text).not.toContain('BLO');
  });
});
