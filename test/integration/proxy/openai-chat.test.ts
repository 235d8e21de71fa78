/** OpenAI chat completions through the whole proxy, over real sockets, with what arrived at the upstream in view. */
import { describe, expect, test } from '@jest/globals';
import OpenAI from 'openai';
import { call } from '../../support/call.ts';
import { answerJson, answerStream, chatCompletion } from '../../support/upstream.ts';
import { openaiAt, setStageWithSandbox } from './support.ts';

const stage = setStageWithSandbox(openaiAt);

const completions = (): string => `${stage.proxy.url}/v1/chat/completions`;
describe('a plain completion', () => {
  test('reaches the upstream byte for byte and comes back byte for byte', async () => {
    const body =
      '{ "model":"gpt-test",\n "messages":[{"role":"user","content":"h\\u00e9"}], "temperature":1.0, "seed": 12345678901234567890 }';
    const answer = await call(completions(), { key: 'caller-key', body });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(JSON.stringify(chatCompletion('All is well.')));
    const [arrived] = stage.upstream.arrived;
    expect(arrived?.body.toString()).toBe(body);
    expect(arrived?.url).toBe('/v1/chat/completions');
    expect(arrived?.headers).toMatchObject({
      authorization: 'Bearer provider-key',
      'accept-encoding': 'identity',
    });
    expect(JSON.stringify(arrived?.headers)).not.toContain('caller-key');
    expect(stage.proxy.events.map((event) => event.type)).toEqual(['request', 'answered']);
    expect(answer.headers.get('x-governance-decision')).toBe('allow');
    expect(answer.headers.get('x-governance-coverage')).toBe('full');
    expect(stage.proxy.bugs).toEqual([]);
  });
});

describe('the openai client', () => {
  const client = (): OpenAI =>
    new OpenAI({ baseURL: `${stage.proxy.url}/v1`, apiKey: 'caller-key' });

  test('completes and streams from the sandbox', async () => {
    const plain = await client().chat.completions.create({
      model: 'sandbox',
      messages: [{ role: 'user', content: 'hello' }],
    });
    expect(plain.choices[0]?.message.content).toBe('You said: hello');
    const stream = client().chat.completions.stream({
      model: 'sandbox',
      messages: [{ role: 'user', content: 'hello there my dear REDACTME friend' }],
    });
    expect(await stream.finalContent()).toBe('You said: hello there my dear [GONE] friend');
  });

  test('gets its typed error on a block, after exactly one request', async () => {
    const blocked = client().chat.completions.create({
      model: 'sandbox',
      messages: [{ role: 'user', content: 'BLOCKME' }],
    });
    await expect(blocked).rejects.toThrow(OpenAI.BadRequestError);
    expect(stage.proxy.events.map((event) => event.type)).toEqual(['request', 'blocked']);
  });

  test('reads a redacted stream whose value was split over chunks', async () => {
    stage.upstream.script = (_, response) => answerStream(response, ['see REDA', 'CTME', ' now']);
    const streamed = await client().chat.completions.create({
      model: 'gpt-test',
      stream: true,
      messages: [{ role: 'user', content: 'x' }],
    });
    let text = '';
    for await (const chunk of streamed) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('see [GONE] now');
  });

  test('lists the sandbox beside the models of the upstream', async () => {
    stage.upstream.script = (_, response) => {
      answerJson(response, { object: 'list', data: [{ id: 'gpt-test', object: 'model' }] });
    };
    const models = await client().models.list();
    expect(models.data.map((model) => model.id)).toEqual(['gpt-test', 'sandbox']);
  });
});
