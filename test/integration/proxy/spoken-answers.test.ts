/** The sound of a spoken answer says aloud what its transcript says, so it goes where that is redacted. */
import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { answerJson } from '../../support/upstream.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const stage = setWays(
  judgeBy({
    patterns: { codename: { keywords: ['REDACTME'] } },
    rules: [{ id: 'codename', when: 'hit("codename")', action: 'redact' }],
  }),
);

const path = '/v1/chat/completions';
const asked = { model: 'm', n: 2, messages: [{ role: 'user', content: 'hi' }] };
const audio = (data: string, transcript: string): object => ({ id: 'a', data, transcript });

test.each(ways)('of a choice alone, in an answer that is whole: %s', async (way) => {
  const choices = ['say REDACTME', 'say it'].map((said, index) => {
    const message = { role: 'assistant', content: null, audio: audio(`sound${index}+`, said) };
    return { index, message, finish_reason: 'stop' };
  });
  stage.upstream.script = (_arrived, response) => answerJson(response, { id: 'c', choices });
  const { text } = await call(stage.gateways[way].url + path, { body: asked });
  expect(text).not.toContain('REDACTME');
  expect(text).toContain('"data":null');
  expect(text).not.toContain('sound0+');
  expect(text).toContain('sound1+');
});

test.each(ways)('from where it is taken out on, in a stream that is %s', async (way) => {
  const say = (index: number, delta: object, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ choices: [{ index, delta, finish_reason }] })}\n\n`;
  const pieces = ['say REDA', 'CTME ', 'now'].flatMap((transcript, at) => [
    say(0, { audio: { transcript } }),
    say(0, { audio: { data: `sound${at}+` } }),
    say(1, { audio: { transcript: 'so it is', data: `other${at}+` } }),
  ]);
  const end = say(0, {}, 'stop') + say(1, {}, 'stop');
  stage.upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${pieces.join('')}${end}data: [DONE]\n\n`);
  };
  const { text } = await call(stage.gateways[way].url + path, { body: { ...asked, stream: true } });
  expect(text).not.toContain('CTME');
  expect(text).not.toMatch(/sound\d/);
  expect(text.match(/other\d/g)).toEqual(['other0', 'other1', 'other2']);
});

test.each(ways)('from where it is taken out on, in events of a stream that is %s', async (way) => {
  const say = (type: string, more: object): string =>
    `event: response.${type}\ndata: ${JSON.stringify({ type: `response.${type}`, ...more })}\n\n`;
  const pieces = ['say REDA', 'CTME ', 'now'].flatMap((delta, at) => [
    say('audio.transcript.delta', { delta }),
    say('audio.delta', { delta: `sound${at}+` }),
  ]);
  const end = say('completed', { response: { status: 'completed', output: [] } });
  stage.upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(pieces.join('') + end);
  };
  const body = { model: 'm', input: 'hi', stream: true };
  const { text } = await call(`${stage.gateways[way].url}/v1/responses`, { body });
  expect(text).not.toMatch(/CTME|sound\d/);
  expect(text).toContain('now');
});

test('a request that says to be an event of sound is redacted as any other', async () => {
  stage.upstream.script = (_arrived, response) => answerJson(response, { output: [] });
  const body = { model: 'm', input: 'say REDACTME', type: 'response.audio.delta' };
  const { status } = await call(`${stage.gateways.held.url}/v1/responses`, { body });
  expect(status).toBe(200);
  expect(String(stage.upstream.arrived.at(-1)?.body)).not.toContain('REDACTME');
});
