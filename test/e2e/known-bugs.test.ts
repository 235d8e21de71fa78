/** Bugs that users of other gateways met, each under the number it has there: none of them may be one of ours. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  anthropicEvents,
  anthropicMessage,
  plain,
  stream,
  textBlock,
  writeAnthropic,
} from '../support/answers.ts';
import { call, type Answered } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { chatCompletion, type Script, startUpstream, type Upstream } from '../support/upstream.ts';
import { replacement, type WordPolicies, writeWordPolicies } from '../support/word-policies.ts';

let upstream: Upstream;
let gateway: RunningGateway;
let written: WordPolicies;

beforeAll(async () => {
  upstream = await startUpstream();
  written = await writeWordPolicies({
    stop: { word: 'stopcanary', action: 'block' },
    hide: { word: 'hidecanary', action: 'redact' },
  });
  gateway = await startGateway({
    environment: {
      ...written.environment,
      OPENAI_API_KEY: 'provider-key',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      ANTHROPIC_API_KEY: 'provider-key',
      ANTHROPIC_BASE_URL: upstream.url,
      GEMINI_API_KEY: 'provider-key',
      GOOGLE_GEMINI_BASE_URL: upstream.url,
    },
  });
});
beforeEach(() => upstream.clear());
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  await written.remove();
});

const post = (path: string, body: unknown): Promise<Answered> =>
  call(`${gateway.url}${path}`, { key: gateway.key, body });

const turns = (content: unknown) => [{ role: 'user', content }];
const chat = (content: unknown = 'hi', more: object = {}) => ({
  model: 'm',
  messages: turns(content),
  ...more,
});
const claude = (content: unknown = 'hi', more: object = {}) =>
  chat(content, { max_tokens: 9, ...more });
const streamed = { stream: true };

const letters = (text: string): string[] => text.match(/./g) ?? [];

function sayChat(pieces: readonly string[]): Script {
  const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const text = pieces.map((content) => chunk({ content })).join('');
  const end = `${chunk({}, 'stop')}data: [DONE]\n\n`;
  return stream('text/event-stream', chunk({ role: 'assistant', content: '' }) + text + end);
}

const sayClaude = (pieces: readonly string[]): Script =>
  stream('text/event-stream', writeAnthropic(anthropicEvents([textBlock(...pieces)])));

function sayResponses(pieces: readonly string[]): Script {
  const text = pieces.join('');
  const place = { item_id: 'i', output_index: 0, content_index: 0 };
  const content = [{ type: 'output_text', text, annotations: [] }];
  const item = { id: 'i', type: 'message', role: 'assistant', status: 'completed', content };
  const events = [
    ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.completed', response: { id: 'r', object: 'response', output: [item] } },
  ];
  return stream(
    'text/event-stream',
    writeAnthropic(events.map((event, sequence_number) => ({ ...event, sequence_number }))),
  );
}

const plainly: Readonly<Record<string, (text: string) => unknown>> = {
  '/v1/chat/completions': (text) => chatCompletion(text),
  '/v1/messages': (text) => anthropicMessage([{ type: 'text', text }]),
  '/v1/responses': (text) => {
    const content = [{ type: 'output_text', text, annotations: [] }];
    return { id: 'r', object: 'response', output: [{ id: 'i', type: 'message', content }] };
  },
};

const surfaces: readonly [path: string, body: object, say: (pieces: string[]) => Script][] = [
  ['/v1/chat/completions', chat('hi', streamed), sayChat],
  ['/v1/messages', claude('hi', streamed), sayClaude],
  ['/v1/responses', { model: 'm', input: 'hi', stream: true }, sayResponses],
];

/** What every piece that reached the client says, one after the other. */
const said = (text: string): string =>
  [...text.matchAll(/"(?:content|text|delta)":"([^"]*)"/g)].map(([, piece]) => piece).join('');

type Ended = { readonly type: string; readonly ruling?: { readonly action: string } };

async function lastEntry(): Promise<Ended | undefined> {
  const { json } = await call(`${gateway.url}/v1/audit/entries?limit=5`, { key: gateway.key });
  return (json['entries'] as Ended[])[0];
}

const lastEnd = async (): Promise<unknown> => (await lastEntry())?.type;

describe.each(surfaces)('streamed %s', (path, body, say) => {
  test('BerriAI/litellm#35257, api7/aisix#204: is judged, and recorded as what it was', async () => {
    upstream.script = say(['so ', ...letters('stopcanary'), ' it is']);
    const answer = await post(path, body);
    expect(said(answer.text)).not.toContain('stopcanary');
    expect(answer.text).toContain('Blocked by policy');
    expect(await lastEnd()).toBe('blocked');
  });

  test('BerriAI/litellm#38721, agentgateway#2956: is masked like a plain one', async () => {
    upstream.script = say(['it is ', 'hidecanary', ' today']);
    const answer = await post(path, body);
    expect(answer.text).not.toContain('hidecanary');
    expect(said(answer.text)).toContain(`it is ${replacement} today`);
  });

  test('BerriAI/litellm#41611, higress#3158: a value in one-letter pieces is one value', async () => {
    upstream.script = say([...letters('x'.repeat(200)), ...letters('hidecanary'), ' end']);
    const answer = await post(path, body);
    expect(said(answer.text)).toContain(`x${replacement} end`);
    expect(said(answer.text)).not.toMatch(/hide/);
  });

  test('BerriAI/litellm#29123: nothing leaks of a value that the last piece completes', async () => {
    upstream.script = say(['it is ', 'hide', 'canary']);
    expect(said((await post(path, body)).text)).toMatch(new RegExp(`^it is ${replacement}`));
    upstream.script = say(['it is ', 'stop', 'canary']);
    expect(said((await post(path, body)).text)).not.toContain('stop');
  });

  test('Portkey-AI/gateway#1119: is ruled and recorded as the same words in a plain answer', async () => {
    for (const text of ['a stopcanary b', 'a hidecanary b', 'a calm b']) {
      upstream.script = plain(plainly[path]?.(text));
      await post(path, { ...body, stream: false });
      const whole = await lastEntry();
      upstream.script = say(letters(text));
      await post(path, body);
      const live = await lastEntry();
      expect([text, live?.type, live?.ruling]).toEqual([text, whole?.type, whole?.ruling]);
    }
  });

  test('agentgateway#3603: arrives whole where rules for answers exist and none fires', async () => {
    const pieces = ['All ', 'is ', 'well.'];
    let sent = '';
    upstream.script = async (arrived, response) => {
      const write = response.write.bind(response);
      Object.assign(response, {
        write: (chunk: Buffer, done: () => void) => {
          sent += chunk.toString();
          return write(chunk, done);
        },
      });
      await say(pieces)(arrived, response);
    };
    const answer = await post(path, body);
    expect([answer.status, answer.text]).toEqual([200, sent]);
  });

  test('agentgateway#2170: nothing of the model follows a block', async () => {
    upstream.script = say(['stopcanary', ' and after that', ' more']);
    expect((await post(path, body)).text).not.toContain('after that');
  });
});

describe('routes and fields', () => {
  const blockedBefore = async (path: string, body: unknown): Promise<void> => {
    const answer = await post(path, body);
    expect([answer.status, upstream.arrived]).toEqual([400, []]);
    expect(answer.text).toContain('Blocked by policy');
  };

  test('BerriAI/litellm#15718: a redacted request is what Responses and Messages get, and their answers are judged', async () => {
    upstream.script = plain({ id: 'r', object: 'response', output: [] });
    await post('/v1/responses', { model: 'm', input: 'tell hidecanary' });
    expect(upstream.arrived[0]?.body.toString()).toContain(`tell ${replacement}`);
    upstream.script = plain(anthropicMessage([{ type: 'text', text: 'a stopcanary' }]));
    expect((await post('/v1/messages', claude())).status).toBe(400);
  });

  test('BerriAI/litellm#38869: generateContent is judged', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'stopcanary' }] }];
    for (const act of ['generateContent', 'streamGenerateContent?alt=sse', 'countTokens'])
      await blockedBefore(`/v1beta/models/m:${act}`, { contents });
  });

  test('api7/aisix#545: so are completions, pictures and embeddings', async () => {
    await blockedBefore('/v1/completions', { model: 'm', prompt: 'stopcanary' });
    await blockedBefore('/v1/images/generations', { model: 'm', prompt: 'stopcanary' });
    await blockedBefore('/v1/embeddings', { model: 'm', input: ['a', 'stopcanary'] });
  });

  test('BerriAI/litellm#32201: no path passes through unjudged', async () => {
    for (const path of ['/v1/rerank', '/openai/v1/files', '/anthropic/v1/complete', '/v1/threads'])
      expect([path, (await post(path, chat('stopcanary'))).status]).toEqual([path, 404]);
    expect(upstream.arrived).toEqual([]);
  });

  test('BerriAI/litellm#35999: arguments and results of tools are judged, both ways', async () => {
    const use = { type: 'tool_use', id: 't', name: 'f', input: { deep: ['stopcanary'] } };
    const result = { type: 'tool_result', tool_use_id: 't', content: 'stopcanary' };
    await blockedBefore('/v1/messages', claude([result]));
    await blockedBefore('/v1/messages', {
      ...claude(),
      messages: [{ role: 'assistant', content: [use] }],
    });
    upstream.script = plain(anthropicMessage([use], { stop_reason: 'tool_use' }));
    expect((await post('/v1/messages', claude())).text).toContain('Blocked by policy');
  });

  test('BerriAI/litellm#17172: what a coding agent sends to Messages is judged in every block', async () => {
    const system = [
      { type: 'text', text: 'attribution' },
      { type: 'text', text: 'stopcanary', cache_control: { type: 'ephemeral' } },
    ];
    await blockedBefore('/v1/messages?beta=true', claude('hi', { system, stream: true }));
    await blockedBefore('/v1/messages/count_tokens?beta=true', chat('hi', { system }));
  });

  test('api7/aisix#448: reasoning is judged, and counting tokens is', async () => {
    const completion = chatCompletion('fine') as { choices: { message: object }[] };
    Object.assign(completion.choices[0]?.message ?? {}, { reasoning_content: 'stopcanary' });
    upstream.script = plain(completion);
    expect((await post('/v1/chat/completions', chat())).status).toBe(400);
    upstream.clear();
    await blockedBefore('/v1/messages/count_tokens', chat('stopcanary'));
  });

  test('api7/aisix#1166: a call that goes on from stored text says that not all of it was read', async () => {
    upstream.script = plain({ id: 'r', object: 'response', output: [] });
    const answer = await post('/v1/responses', {
      model: 'm',
      input: 'canary',
      previous_response_id: 'resp_with_stop',
    });
    expect(answer.headers.get('x-governance-coverage')).toBe('partial');
  });

  test('api7/aisix#767: other forms of the same letters are the same word', async () => {
    await blockedBefore('/v1/chat/completions', chat('ｓｔｏｐｃａｎａｒｙ'));
    await blockedBefore('/v1/chat/completions', chat('stop\u200bcanary'));
  });

  test('claude-code-hub#1448: the upstream’s own 400 stays one', async () => {
    const error = { error: { message: 'no', type: 'x', param: null, code: 'cyber_policy' } };
    upstream.script = plain(error, 400);
    const answer = await post('/v1/chat/completions', chat());
    expect([answer.status, answer.json]).toEqual([400, error]);
  });
});
