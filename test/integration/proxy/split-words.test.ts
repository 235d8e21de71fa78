/** What clients put together of the words of an answer was judged together, whatever stands between its pieces. */
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const live = judgeBy({
  patterns: { codename: { keywords: ['BLOCKME'] } },
  rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
});
const stage = setWays(live);

const messages = [{ role: 'user', content: 'hi' }];
const claude = { path: '/v1/messages', asked: { model: 'm', max_tokens: 9, messages } };
const responses = { path: '/v1/responses', asked: { model: 'm', input: 'hi' } };
const gemini = {
  path: '/v1beta/models/m:generateContent',
  asked: { contents: [{ parts: [{ text: 'hi' }] }] },
};

const message = (...content: readonly object[]) => ({
  ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
  content,
});
const block = (text: string, more: object = {}) => ({ type: 'text', text, ...more });
const said = (text: string, more: object = {}) => ({
  ...{ type: 'message', id: 'i', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [], ...more }],
});
const response = (...output: readonly object[]) => ({
  ...{ id: 'r', object: 'response', status: 'completed', model: 'm' },
  output,
});
const candidate = (...parts: readonly object[]) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
});

const use = { type: 'tool_use', id: 't', name: 'look', input: { at: 'it' } };
const thought = { type: 'thinking', thinking: 'hm', signature: 'cw==' };
const cited = { type: 'char_location', cited_text: 'x', document_title: 'y' };
const functionCall = { type: 'function_call', id: 'f', call_id: 'c', name: 'look' };
const summary = [{ type: 'summary_text', text: 'hm' }];
const annotations = [{ type: 'url_citation', url: 'https://a.example', title: 'x' }];
const logprobs = [{ token: 'x', logprob: -1, bytes: [120], top_logprobs: [] }];

type Format = { readonly path: string; readonly asked: object };
const plain: readonly (readonly [string, Format, object])[] = [
  ['a call of Anthropic’s', claude, message(block('BLO'), use, block('CKME'))],
  ['a thought of Anthropic’s', claude, message(block('BLO'), thought, block('CKME'))],
  [
    'a citation of Anthropic’s',
    claude,
    message(block('BLO', { citations: [cited] }), block('CKME')),
  ],
  [
    'a call of Responses',
    responses,
    response(said('BLO'), { ...functionCall, arguments: '{"a":1}' }, said('CKME')),
  ],
  [
    'a thought of Responses',
    responses,
    response(said('BLO'), { type: 'reasoning', id: 'x', summary }, said('CKME')),
  ],
  [
    'an annotation of Responses',
    responses,
    response(said('BLO', { annotations, logprobs }), said('CKME')),
  ],
  [
    'a call of Gemini’s',
    gemini,
    candidate({ text: 'BLO' }, { functionCall: { name: 'f', args: { a: 'x' } } }, { text: 'CKME' }),
  ],
  [
    'a thought of Gemini’s',
    gemini,
    candidate({ text: 'BLO' }, { text: 'hm', thought: true }, { text: 'CKME' }),
  ],
];

const refusal = { type: 'refusal', refusal: 'no.' };
const compaction = { type: 'compaction', content: 'long ago' };
const stranger = { type: 'weather', stuff: 'fair' };
const picture = { type: 'image_generation_call', id: 'p', status: 'completed', result: 'AAAA' };
const inSummary = (text: string): object => ({
  ...{ type: 'reasoning', id: text },
  summary: [{ type: 'summary_text', text }],
});
const chat = { path: '/v1/chat/completions', asked: { model: 'm', messages } };
const completion = (...content: readonly object[]) => ({
  ...{ id: 'c', object: 'chat.completion', model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
});

/** What is itself told as words of the assistant, and passed over by clients that look for texts. */
const overlooked: typeof plain = [
  ['a block of no known kind', claude, message(block('BLO'), stranger, block('CKME'))],
  ['a compaction', claude, message(block('BLO'), compaction, block('CKME'))],
  ['a member of no known name', claude, message(block('BLO', { note: 'hm' }), block('CKME'))],
  [
    'a refusal of Responses',
    responses,
    response(said('BLO'), { ...said(''), content: [refusal] }, said('CKME')),
  ],
  ['an item of no known kind', responses, response(said('BLO'), stranger, said('CKME'))],
  [
    'what a picture was drawn from',
    responses,
    response(said('BLO'), { ...picture, revised_prompt: 'a cat' }, said('CKME')),
  ],
  [
    'words between thoughts, which LangChain puts together',
    responses,
    response(inSummary('BLO'), said('and so'), inSummary('CKME')),
  ],
  ['a refusal of a chat completion', chat, completion(block('BLO'), refusal, block('CKME'))],
  ['a part of no known kind', gemini, candidate({ text: 'BLO' }, stranger, { text: 'CKME' })],
  [
    'a file of Gemini’s',
    gemini,
    candidate(
      { text: 'BLO' },
      { inlineData: { mimeType: 'text/plain', data: 'WFg=' } },
      { text: 'CKME' },
    ),
  ],
];

test.each([...plain, ...overlooked])('is blocked around %s', async (_, { path, asked }, answer) => {
  stage.upstream.script = (_arrived, sent) => {
    sent.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
  const { status, text } = await call(stage.gateways.held.url + path, { body: asked });
  expect([status, text]).toEqual([400, expect.not.stringContaining('CKME')]);
});

const blocks: readonly (readonly [string, object, object | undefined])[] = [
  ['a call', { ...use, input: {} }, { type: 'input_json_delta', partial_json: '{"at":"it"}' }],
  ['a thought', { ...thought, thinking: '' }, { type: 'thinking_delta', thinking: 'hm' }],
  ['an outcome', { type: 'weather_tool_result', content: [{ text: 'fair' }] }, undefined],
  ['a block of no known kind', stranger, undefined],
  [
    'a compaction',
    { type: 'compaction', content: null },
    { type: 'compaction_delta', content: 'long ago. '.repeat(99) },
  ],
];

describe.each(ways)('of a stream that is %s', (way) => {
  test.each(blocks)('is blocked around %s', async (_, start, delta) => {
    const say = (index: number, content_block: object, more?: object): object[] => [
      { type: 'content_block_start', index, content_block },
      ...(more === undefined ? [] : [{ type: 'content_block_delta', index, delta: more }]),
      { type: 'content_block_stop', index },
    ];
    const frames: object[] = [
      { type: 'message_start', message: message() },
      ...say(0, block(''), { type: 'text_delta', text: 'BLO' }),
      ...say(1, start, delta),
      ...say(2, block(''), { type: 'text_delta', text: 'CKME' }),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
      { type: 'message_stop' },
    ];
    stage.upstream.script = (_arrived, sent) => {
      sent.writeHead(200, { 'content-type': 'text/event-stream' });
      sent.end(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''));
    };
    const { text } = await call(stage.gateways[way].url + claude.path, {
      body: { ...claude.asked, stream: true },
    });
    expect(text).toContain('Blocked by policy');
    expect(text).not.toContain('CKME');
  });

  test('is blocked around a refusal, and around words where thoughts are put together', async () => {
    const place = { output_index: 0, content_index: 0, summary_index: 0 };
    const item = (output_index: number, kind: string, said: string): object[] => [
      {
        type: `response.${kind}.delta`,
        ...place,
        output_index,
        item_id: `${output_index}`,
        delta: said,
      },
    ];
    const tell = async (kind: string, between: string): Promise<string> => {
      const frames = [
        ...item(0, kind, 'BLO'),
        ...item(1, between, 'no. '.repeat(200)),
        ...item(2, kind, 'CKME'),
        { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
      ];
      stage.upstream.script = (_arrived, sent) => {
        sent.writeHead(200, { 'content-type': 'text/event-stream' });
        sent.end(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''));
      };
      const body = { ...responses.asked, stream: true };
      return (await call(stage.gateways[way].url + responses.path, { body })).text;
    };
    for (const text of [
      await tell('output_text', 'refusal'),
      await tell('reasoning_summary_text', 'output_text'),
    ]) {
      expect(text).toContain('Blocked by policy');
      expect(text).not.toContain('CKME');
    }
  });

  test('is blocked around another part, where parts of one number are put together', async () => {
    const say = (output_index: number, content_index: number, delta: string): object => ({
      ...{ type: 'response.output_text.delta', item_id: `i${output_index}` },
      ...{ output_index, content_index, delta },
    });
    const frames = [
      say(0, 0, 'it is BLO'),
      say(0, 1, 'and another part, '),
      say(1, 0, 'CKME'),
      say(1, 1, 'and the last'),
      { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
    ];
    stage.upstream.script = (_arrived, sent) => {
      sent.writeHead(200, { 'content-type': 'text/event-stream' });
      sent.end(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''));
    };
    const body = { ...responses.asked, stream: true };
    const { text } = await call(stage.gateways[way].url + responses.path, { body });
    expect(text).toContain('Blocked by policy');
    expect(text).not.toContain('CKME');
  });
});
