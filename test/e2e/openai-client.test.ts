import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import OpenAI from 'openai';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { createKey } from '../support/keys.ts';
import {
  type Upstream,
  answerJson,
  answerStream,
  chatCompletion,
  startUpstream,
} from '../support/upstream.ts';

let gateway: RunningGateway;
let upstream: Upstream;
let client: OpenAI;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({
    environment: { OPENAI_API_KEY: 'provider-key-canary-1', OPENAI_BASE_URL: `${upstream.url}/v1` },
  });
  client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: gateway.key });
});
beforeEach(() => {
  upstream.clear();
  upstream.script = (_arrived, response) => answerJson(response, chatCompletion('All is well.'));
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const awsKey = ['AKIA', 'Z7Q3M5X2', 'K6P4WD5T'].join('');
const ask = (content: string) => [{ role: 'user' as const, content }];

describe('the official openai client, with another base URL and key only', () => {
  test('completes, with the very bytes it sent at the upstream and the provider’s key there', async () => {
    const { data, response } = await client.chat.completions
      .create({ model: 'gpt-test', messages: ask('Hello.') })
      .withResponse();
    expect(data.choices[0]?.message.content).toBe('All is well.');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-governance-decision': 'allow',
      'x-governance-coverage': 'full',
      'x-governance-entry': expect.any(String),
      'x-governance-policy-version': expect.stringMatching(/^sha256:/),
      'x-request-id': expect.any(String),
    });
    const [arrived] = upstream.arrived;
    expect(arrived?.body.toString()).toBe(
      JSON.stringify({ model: 'gpt-test', messages: ask('Hello.') }),
    );
    expect(arrived?.url).toBe('/v1/chat/completions');
    expect(arrived?.headers).toMatchObject({
      authorization: 'Bearer provider-key-canary-1',
      'accept-encoding': 'identity',
    });
    expect(JSON.stringify(arrived?.headers)).not.toContain(gateway.key);
  });

  test('streams', async () => {
    upstream.script = (_arrived, response) => answerStream(response, ['All ', 'is ', 'well.']);
    const stream = await client.chat.completions.create({
      model: 'gpt-test',
      messages: ask('Hello.'),
      stream: true,
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('All is well.');
  });

  test('gets BadRequestError once on a blocked prompt, and nothing reaches the upstream', async () => {
    const requests: string[] = [];
    const counting = new OpenAI({
      baseURL: `${gateway.url}/v1`,
      apiKey: gateway.key,
      fetch: (input, init) => {
        requests.push(input instanceof Request ? input.url : input.toString());
        return fetch(input, init);
      },
    });
    for (const stream of [false, true]) {
      requests.length = 0;
      const error: unknown = await counting.chat.completions
        .create({ model: 'gpt-test', messages: ask(`deploy with ${awsKey}`), stream })
        .catch((thrown: unknown) => thrown);
      if (!(error instanceof OpenAI.BadRequestError)) throw new Error('expected a BadRequestError');
      expect([error.status, error.code, error.type]).toEqual([
        400,
        'content_policy_violation',
        'invalid_request_error',
      ]);
      expect(error.param).toBe('messages[0].content');
      expect(error.message).not.toContain(awsKey);
      expect(requests).toHaveLength(1);
    }
    expect(upstream.arrived).toHaveLength(0);
  });

  test('sends the redacted copy where a rule redacts', async () => {
    await client.chat.completions.create({
      model: 'gpt-test',
      messages: ask('charge 4111 1111 1111 1111 now'),
    });
    const sent = upstream.arrived[0]?.body.toString() ?? '';
    expect(sent).not.toContain('4111 1111 1111 1111');
    expect(JSON.parse(sent)).toMatchObject({ model: 'gpt-test', messages: [{ role: 'user' }] });
  });

  test('never gets an answer that was not judged, plain or streamed', async () => {
    const leak = `your key is ${awsKey}`;
    upstream.script = (arrived, response) =>
      arrived.body.toString().includes('"stream":true')
        ? answerStream(response, [leak.slice(0, 16), leak.slice(16)])
        : answerJson(response, chatCompletion(leak));
    const plain = await client.chat.completions
      .create({ model: 'gpt-test', messages: ask('Hello.') })
      .then(
        (value) => JSON.stringify(value),
        (error: unknown) => String(error),
      );
    expect(plain).not.toContain(awsKey);
    let streamed = '';
    try {
      const stream = await client.chat.completions.create({
        model: 'gpt-test',
        messages: ask('Hello.'),
        stream: true,
      });
      for await (const chunk of stream) streamed += JSON.stringify(chunk);
    } catch (error) {
      streamed += String(error);
    }
    expect(streamed).not.toContain(awsKey);
    expect(streamed).not.toBe('');
  });

  test('gets its typed errors on 401, 403, 404 and 429', async () => {
    const failing = async (key: string, model = 'gpt-test'): Promise<unknown> =>
      new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: key, maxRetries: 0 }).chat.completions
        .create({ model, messages: ask('Hello.') })
        .catch((thrown: unknown) => thrown);
    expect(await failing('nobody-has-this-key-000000')).toBeInstanceOf(OpenAI.AuthenticationError);
    const { key: narrow } = createKey(gateway, ['--owner', 'a', '--scopes', 'govern']);
    expect(await failing(narrow)).toBeInstanceOf(OpenAI.PermissionDeniedError);
    const { key: slow } = createKey(gateway, [
      '--owner',
      'a',
      '--scopes',
      'proxy',
      '--rate',
      '1/m',
    ]);
    await failing(slow);
    const limited = await failing(slow);
    expect(limited).toBeInstanceOf(OpenAI.RateLimitError);
    const unknown = new OpenAI({
      baseURL: `${gateway.url}/v1`,
      apiKey: gateway.key,
      maxRetries: 0,
    });
    const missing: unknown = await unknown.get('/nothing').catch((thrown: unknown) => thrown);
    expect(missing).toBeInstanceOf(OpenAI.NotFoundError);
  });

  test('sees an upstream’s own error unchanged', async () => {
    upstream.script = (_arrived, response) => {
      response.setHeader('retry-after', '7');
      response.setHeader('x-ratelimit-remaining-requests', '0');
      answerJson(
        response,
        { error: { message: 'slow down', type: 'rate', param: null, code: 'rate_limit' } },
        429,
      );
    };
    const once = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: gateway.key, maxRetries: 0 });
    const error: unknown = await once.chat.completions
      .create({ model: 'gpt-test', messages: ask('Hello.') })
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof OpenAI.RateLimitError)) throw new Error('expected a RateLimitError');
    expect(error.headers.get('retry-after')).toBe('7');
    expect(error.headers.get('x-ratelimit-remaining-requests')).toBe('0');
    expect(error.message).toContain('slow down');
  });

  test('lists models and finds the sandbox, which completes and streams with usage', async () => {
    upstream.script = (_arrived, response) =>
      answerJson(response, {
        object: 'list',
        data: [{ id: 'gpt-test', object: 'model', created: 1, owned_by: 'o' }],
      });
    const ids = (await client.models.list()).data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['gpt-test', 'sandbox']));
    const done = await client.chat.completions.create({
      model: 'sandbox',
      messages: ask('Hello sandbox.'),
    });
    expect(done.choices[0]?.message.content).toContain('Hello sandbox.');
    expect(done.usage?.total_tokens).toBeGreaterThan(0);
    const stream = client.chat.completions.stream({
      model: 'sandbox',
      messages: ask('Hello sandbox.'),
      stream_options: { include_usage: true },
    });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.message.content).toContain('Hello sandbox.');
    expect(final.usage?.total_tokens).toBeGreaterThan(0);
  });
});
