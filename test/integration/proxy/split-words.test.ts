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

test.each(plain)('is blocked around %s', async (_, { path, asked }, answer) => {
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
});
