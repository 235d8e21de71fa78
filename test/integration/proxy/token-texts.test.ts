/** Token probabilities say an answer again: nothing that stands among them may get past the rules. */
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { answerJson, chatCompletion } from '../../support/upstream.ts';
import { familiesAt, setStage } from './support.ts';

const stage = setStage((url) => familiesAt(url, ['openai', 'gemini', 'ollama']));

const spelled = [...Buffer.from('BLOCKME')];
const beside = { logprob: -0.1, bytes: null };

/** A token each, of which none may pass; `{}` stands after it, and must not take its place. */
const strangers: readonly (readonly [string, unknown])[] = [
  ['a member that a later token has too', { token: 'a', note: 'BLOCKME', ...beside }],
  ['a member’s name', { token: 'a', BLOCKME: 1, ...beside }],
  ['a token that is no text', { ...beside, token: ['BLOCKME'] }],
  ['bytes that are text', { token: 'a', logprob: -0.1, bytes: 'BLOCKME' }],
  ['bytes that spell another text', { token: 'a', logprob: -0.1, bytes: spelled }],
  [
    'bytes of which a byte keeps less',
    { token: 'a', logprob: -0.1, bytes: [-1, ...spelled.map((byte) => byte + 256)] },
  ],
  ['bytes with something else among them', { token: 'a', logprob: -0.1, bytes: [1, 'BLOCKME'] }],
  ['a probability that is text', { token: 'a', logprob: 'BLOCKME' }],
  ['no record at all', 'BLOCKME'],
];
const others: readonly (readonly [string, unknown])[] = [
  ['others that are no list', { token: 'a', ...beside, top_logprobs: { BLOCKME: 1 } }],
  ...strangers.map(
    ([name, token]) =>
      [`another: ${name}`, { token: 'a', ...beside, top_logprobs: [token] }] as const,
  ),
  [
    'others of another',
    {
      ...{ token: 'a', ...beside },
      top_logprobs: [{ token: 'b', ...beside, top_logprobs: [{ token: 'BLOCKME' }] }],
    },
  ],
];
const plain = { token: 'b', note: '', ...beside, top_logprobs: [] };

const body = { model: 'gpt-test', messages: [{ role: 'user', content: 'hi' }] };

async function ask(path: string, asked: unknown, answer: unknown): Promise<string> {
  stage.upstream.script = (_arrived, response) => answerJson(response, answer);
  const { status, text } = await call(`${stage.proxy.url}${path}`, { body: asked });
  return status === 400 && !text.includes('BLOCKME') ? 'blocked' : text;
}

function completion(logprobs: unknown): unknown {
  const { choices, ...rest } = chatCompletion('ab') as { choices: [object] };
  return { ...rest, choices: [{ ...choices[0], logprobs }] };
}

async function askStreamed(logprobs: unknown): Promise<string> {
  const choice = { index: 0, delta: { content: 'ab' }, logprobs, finish_reason: null };
  const chunk = { object: 'chat.completion.chunk', model: 'gpt-test', choices: [choice] };
  stage.upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const end = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    for (const each of [chunk, end]) response.write(`data: ${JSON.stringify(each)}\n\n`);
    response.end('data: [DONE]\n\n');
  };
  const { text } = await call(`${stage.proxy.url}/v1/chat/completions`, {
    body: { ...body, stream: true },
  });
  return /BLOCKME/.test(text) || !text.includes('content_policy_violation') ? text : 'blocked';
}

describe('probabilities of a chat completion', () => {
  const lists = [...strangers, ...others];

  test.each(lists)('are judged: %s', async (_, token) => {
    for (const name of ['content', 'refusal'])
      expect(await ask('/v1/chat/completions', body, completion({ [name]: [token, plain] }))).toBe(
        'blocked',
      );
  });

  test.each(lists)('are judged in a stream: %s', async (_, token) => {
    expect(await askStreamed({ content: [token, plain] })).toBe('blocked');
  });

  test.each([{ BLOCKME: null }, { content: { BLOCKME: 1 } }, ['BLOCKME'], { other: ['BLOCKME'] }])(
    'are judged around the tokens: %j',
    async (logprobs) => {
      expect(await ask('/v1/chat/completions', body, completion(logprobs))).toBe('blocked');
      expect(await askStreamed(logprobs)).toBe('blocked');
    },
  );

  test('that spell what is redacted in a stream go with it, and are kept of it by no copy', async () => {
    stage.proxy.events.splice(0);
    const tokens = ['RED', 'ACT', 'ME'].map((token) => ({ ...plain, token, note: undefined }));
    const choice = { index: 0, delta: { content: 'REDACTME' }, logprobs: { content: tokens } };
    const chunk = { object: 'chat.completion.chunk', model: 'gpt-test', choices: [choice] };
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    };
    const { status, text } = await call(`${stage.proxy.url}/v1/chat/completions`, {
      body: { ...body, stream: true },
    });
    expect(status).toBe(200);
    expect(text).toContain('"content":"[GONE]"');
    expect(text).toContain('"logprobs":null');
    const last = stage.proxy.events.at(-1);
    if (last?.type !== 'answered') throw new Error('it was not answered');
    const kept = Buffer.from(last.contents.returned?.redacted() ?? '').toString();
    expect(kept).toMatch(/withheld/);
  });

  test('pass where their bytes spell the same, with no part for them', async () => {
    const tokens = ['grü', 'ße'].map((token) => ({
      ...{ token, logprob: -0.1, bytes: [...Buffer.from(token)], top_logprobs: [] },
    }));
    stage.proxy.interactions.splice(0);
    await ask('/v1/chat/completions', body, completion({ content: tokens, refusal: null }));
    const said = stage.proxy.interactions[1]?.parts.filter(({ at }) => at.includes('logprobs'));
    expect(said?.map(({ text }) => text)).toEqual(['grüße']);
  });
});

describe('probabilities of other formats', () => {
  test.each([...strangers, ...others])('are judged by Ollama’s: %s', async (_, token) => {
    const message = { role: 'assistant', content: 'ab' };
    const answer = { model: 'm', message, done: true, logprobs: [token, plain] };
    expect(await ask('/api/chat', { ...body, stream: false }, answer)).toBe('blocked');
  });

  test.each(strangers)('are judged by Gemini’s: %s', async (_, token) => {
    for (const logprobsResult of [
      { chosenCandidates: [token, plain] },
      { topCandidates: [{ candidates: [token, plain] }] },
    ]) {
      const candidate = { content: { parts: [{ text: 'ab' }] }, finishReason: 'STOP' };
      const answer = { candidates: [{ ...candidate, logprobsResult }] };
      const asked = { contents: [{ parts: [{ text: 'hi' }] }] };
      expect(await ask('/v1beta/models/g:generateContent', asked, answer)).toBe('blocked');
    }
  });

  test.each([
    { top_logprobs: ['BLOCKME'] },
    { top_logprobs: [['BLOCKME']] },
    { top_logprobs: [{ a: { BLOCKME: 1 } }] },
    { top_logprobs: { BLOCKME: -1 } },
    { tokens: ['BLOCK', 'ME'] },
    { token_logprobs: ['BLOCKME'] },
    { BLOCKME: null },
  ])('are judged by OpenAI’s older: %j', async (logprobs) => {
    const choice = { text: 'ab', index: 0, finish_reason: 'stop', logprobs };
    const answer = { object: 'text_completion', model: 'm', choices: [choice] };
    expect(await ask('/v1/completions', { model: 'm', prompt: 'hi' }, answer)).toBe('blocked');
  });
});
