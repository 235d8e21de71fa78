/** What a model reads as one was judged as one, whatever a request puts between its pieces. */
import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { answerJson, chatCompletion } from '../../support/upstream.ts';
import { judgeBy } from './support.ts';
import { setWays } from './ways.ts';

const stage = setWays(
  judgeBy({
    patterns: { codename: { keywords: ['BLOCKME'] } },
    rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
  }),
);

const claudeAsked = { model: 'm', max_tokens: 9 };
const user = (content: unknown, more: object = {}): object => ({ role: 'user', content, ...more });
const functionOf = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":"x"}' } };
const inParts = (type: string, more: object): readonly object[] => [
  { type, text: 'BLO', ...more },
  { type, text: 'CKME' },
];
const inThought = [{ text: 'BLO', thought: true }, { text: 'CKME' }];
const turns = (more: object): readonly object[] => [user('BLO', more), user('CKME')];
const around = (turn: object): readonly object[] => [user('BLO'), turn, user('CKME')];
const asked = (list: readonly object[]): object => ({ model: 'm', messages: list });

/** What servers pass over, or put elsewhere, so that the model reads what stands around it in one. */
const requests: readonly (readonly [string, string, object])[] = [
  ['a member of no known name', '/v1/chat/completions', asked(turns({ note: 'hm' }))],
  [
    'one in a part',
    '/v1/chat/completions',
    asked([user(inParts('text', { note: { deep: 'hm' } }))]),
  ],
  ['one of Ollama’s', '/api/chat', asked(turns({ note: 'hm' }))],
  [
    'one of Responses',
    '/v1/responses',
    { model: 'm', input: [user(inParts('input_text', { note: 'hm' }))] },
  ],
  [
    'one of Anthropic’s',
    '/v1/messages',
    { ...claudeAsked, messages: [], system: inParts('text', { note: 'hm' }) },
  ],
  [
    'one of Gemini’s',
    '/v1beta/models/m:generateContent',
    { contents: [{ role: 'user', parts: [{ text: 'BLO', note: 'hm' }, { text: 'CKME' }] }] },
  ],
  [
    'a thought of Gemini’s user',
    '/v1beta/models/m:generateContent',
    { contents: [{ parts: inThought }] },
  ],
  ['a call of the user', '/v1/chat/completions', asked(turns({ tool_calls: [functionOf] }))],
  ['a thought of the user', '/v1/chat/completions', asked(turns({ reasoning_content: 'hm' }))],
  ['a refusal of the user', '/v1/chat/completions', asked(turns({ refusal: 'hm' }))],
  ['a turn in no known role', '/api/chat', asked(around({ role: 'narrator', content: 'hm' }))],
  [
    'a text that goes to the front',
    '/v1/chat/completions',
    asked(around({ role: 'system', content: 'hm' })),
  ],
  [
    'the turns between texts that go there',
    '/v1/chat/completions',
    asked([{ role: 'system', content: 'BLO' }, user('hi'), { role: 'system', content: 'CKME' }]),
  ],
];

test.each(requests)('of a request is blocked around %s', async (_, path, body) => {
  stage.upstream.clear();
  const { status, text } = await call(stage.gateways.held.url + path, { body });
  expect([status, text]).toEqual([400, expect.stringContaining('Blocked by policy')]);
  expect(stage.upstream.arrived).toEqual([]);
});

test('of a request passes around a turn of somebody else', async () => {
  stage.upstream.clear();
  stage.upstream.script = (_, response) => answerJson(response, chatCompletion('hm'));
  const body = asked(around({ role: 'assistant', content: 'hm' }));
  const { status } = await call(stage.gateways.held.url + '/v1/chat/completions', { body });
  expect([status, stage.upstream.arrived.length]).toEqual([200, 1]);
});
