/** Numbers of tokens stand for a text that nobody here can read: they are listed, and go where that text is redacted. */
import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { answerJson } from '../../support/upstream.ts';
import { familiesAt, judgeBy, mountProxy, setStage } from './support.ts';

const stage = setStage((url) => familiesAt(url));
const words = {
  patterns: { codename: { keywords: ['REDACTME'] } },
  rules: [
    {
      id: 'codename',
      when: 'hit("codename")',
      action: 'redact',
      redact: { patterns: ['codename'], operator: 'replace', with: '[GONE]' },
    },
  ],
} as const;

const token_ids = [70_123, 70_456];
const prompt_token_ids = [9];
const messages = [{ role: 'user', content: 'hi' }];
const chat = { model: 'm', messages };

const whole = (index: number, content: string) => ({
  ...{ index, token_ids, finish_reason: 'stop' },
  message: { role: 'assistant', content },
});

test('of an answer are listed, and go with what is redacted of their choice alone', async () => {
  const choices = [whole(0, 'say REDACTME'), whole(1, 'say it')];
  const answer = { id: 'c', object: 'chat.completion', model: 'm', prompt_token_ids, choices };
  stage.upstream.script = (_arrived, response) => answerJson(response, answer);
  const { json } = await call(`${stage.proxy.url}/v1/chat/completions`, {
    body: { ...chat, n: 2, return_token_ids: true },
  });
  const [, kept] = choices;
  expect(json).toMatchObject({
    choices: [{ token_ids: null, message: { content: 'say [GONE]' } }, kept],
  });
  expect(stage.proxy.interactions[1]?.unjudged.map(({ kind, at }) => [kind, at])).toEqual([
    ['tokens', ['prompt_token_ids']],
    ['tokens', ['choices', 0, 'token_ids']],
    ['tokens', ['choices', 1, 'token_ids']],
  ]);
});

test.each(['held', 'live'])('of a stream that is %s go with what is redacted', async (way) => {
  const judge = judgeBy(words);
  const held = (): ReturnType<typeof judge> => {
    const live = judge();
    return (interaction) => live(interaction);
  };
  const proxy = await mountProxy(familiesAt(stage.upstream.url), {
    judge: way === 'live' ? judge : held,
  });
  const chunk = (content: string, finish: string | null = null): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, token_ids, finish_reason: finish }] })}\n\n`;
  const pieces = ['say REDA', 'CTME', ' now'].map((piece) => chunk(piece));
  stage.upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${pieces.join('')}${chunk('', 'stop')}data: [DONE]\n\n`);
  };
  const { text } = await call(`${proxy.url}/v1/chat/completions`, {
    body: { ...chat, stream: true },
  });
  expect(text).toContain('[GONE]');
  expect(text).not.toContain('70123');
  const [, answered] = proxy.events;
  expect(answered).toMatchObject({ coverage: { unjudged: [{ kind: 'tokens' }] } });
  await proxy.close();
});

test.each([
  ['/v1/chat/completions', { ...chat, prompt_token_ids: token_ids }],
  ['/v1/chat/completions', { ...chat, inputTokens: [token_ids] }],
  ['/api/chat', { ...chat, stream: false, context: token_ids }],
])('of a request to %s are listed, though its format has none', async (path, body) => {
  stage.upstream.script = (_arrived, response) => answerJson(response, {});
  await call(stage.proxy.url + path, { body });
  expect(stage.proxy.interactions[0]?.unjudged).toMatchObject([{ kind: 'tokens' }]);
});
