/** Text beside the body: what a call's address and headers, and the headers of an answer, may carry past the gateway. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { answerJson, answerStream, chatCompletion } from '../../support/upstream.ts';
import { familiesAt, judgeBy, mountProxy, openaiAt, setStage, type Mounted } from './support.ts';

const stage = setStage((url) => [
  ...familiesAt(url, ['openai', 'anthropic', 'gemini']),
  openaiAt(url, { name: 'azure', baseUrl: url, azureApiVersion: '2024-10-21' }),
]);

const messages = [{ role: 'user', content: 'hi' }];
const chat = { model: 'gpt-test', messages };
const message = { model: 'claude-test', max_tokens: 9, messages };
const contents = { contents: [{ parts: [{ text: 'hi' }] }] };
const version = { 'anthropic-version': '2023-06-01' };
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

type Row = readonly [path: string, body?: unknown, headers?: Record<string, string>];

const carriers: readonly Row[] = [
  ['/v1/models/WORD'],
  ['/v1/models/WORD', undefined, version],
  ['/v1/models?after_id=WORD', undefined, version],
  ['/v1beta/models/WORD'],
  ['/v1beta/models?pageToken=WORD'],
  ['/v1beta/models/WORD:generateContent', contents],
  ['/v1beta/models/gemini-test:generateContent?alt=WORD', contents],
  ['/azure/openai/deployments/WORD/chat/completions?api-version=2023-05-15', { messages }],
  ['/v1/messages?beta=WORD', message],
  ['/v1/messages', message, { ...version, 'anthropic-beta': 'tools-2025-01-01,say WORD now' }],
  ['/v1/messages', message, { 'anthropic-version': 'WORD' }],
  ['/v1/chat/completions', chat, { traceparent, tracestate: 'vendor=a:1,other@x=say:WORD:now' }],
  ['/v1/chat/completions', chat, { traceparent, tracestate: 'a/WORD=1' }],
];

const say = (word: string, [path, body, headers = {}]: Row) =>
  call(`${stage.proxy.url}${path.replace('WORD', word)}`, {
    body,
    headers: JSON.parse(JSON.stringify(headers).replace('WORD', word)) as Record<string, string>,
  });

describe('what goes on to the upstream beside the body', () => {
  // Neither an address nor a header can be rewritten, so what would be redacted is blocked by the core.
  test.each(carriers)('is judged: %s %j %j', async (...row) => {
    expect((await say('BLOCKME', row)).status).toBe(400);
    expect(stage.upstream.arrived).toEqual([]);
    expect(stage.proxy.events.at(-1)).toMatchObject({ type: 'blocked' });
    const carried = stage.proxy.interactions[0]?.parts.find(({ text }) => text.includes('BLOCKME'));
    expect(carried).toMatchObject({ kind: 'metadata', fixed: true });
  });

  test.each<Row>([
    ['/v1/chat/completions', chat],
    ['/v1/messages?beta=true', message, version],
    ['/v1/models?limit=20', undefined, version],
    ['/v1beta/models?alt=json&pageSize=50'],
  ])('has no part of its own where it has no words: %s', async (...row) => {
    await say('', row);
    const places = stage.proxy.interactions.flatMap(({ parts }) => parts.map(({ at }) => at[0]));
    expect(places.filter((place) => /^(?:path|query|headers)$/.test(String(place)))).toEqual([]);
    expect(stage.upstream.arrived).toHaveLength(1);
  });
});

describe('the headers of an answer', () => {
  const passed = async (name: string, value: string, status: number): Promise<string | null> => {
    stage.upstream.script = (_arrived, response) => {
      response.setHeader(name, value);
      answerJson(response, status === 200 ? chatCompletion('Well.') : { error: {} }, status);
    };
    const answer = await call(`${stage.proxy.url}/v1/chat/completions`, { body: chat });
    expect(answer.status).toBe(status);
    return answer.headers.get(name.endsWith('request-id') ? 'x-upstream-request-id' : name);
  };

  test.each([
    ['retry-after', '7'],
    ['retry-after', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['retry-after-ms', '7000.5'],
    ['x-should-retry', 'false'],
    ['openai-version', '2020-10-01'],
    ['openai-processing-ms', '412'],
    ['x-ratelimit-remaining-tokens', '149984'],
    ['x-ratelimit-reset-requests', '1s'],
    ['x-ratelimit-reset-tokens', '6m0s'],
    ['x-ratelimit-reset-tokens', '12.5ms'],
    ['x-ratelimit-limit-project-tokens', '0'],
    ['anthropic-ratelimit-requests-reset', '2026-11-23T12:00:00Z'],
    ['anthropic-ratelimit-unified-5h-utilization', '0.25'],
    ['anthropic-ratelimit-unified-status', 'allowed_warning'],
    ['anthropic-ratelimit-unified-representative-claim', 'five_hour'],
    ['ratelimit', '"default";r=42;t=18'],
    ['ratelimit-policy', '100, 100;w=60'],
    ['x-request-id', 'req_011CQx-abc.1'],
  ])('tell limits and advice: %s: %s', async (name, value) => {
    expect(await passed(name, value, 200)).toBe(value);
    expect(await passed(name, value, 429)).toBe(value);
  });

  test.each([
    ['retry-after', 'BLOCKME'],
    ['x-ratelimit-limit-requests', 'say BLOCKME'],
    ['x-ratelimit-blockme', '1'],
    ['ratelimit', '"BLOCKME";r=1'],
    ['ratelimit-policy', '100;comment="BLOCKME"'],
    ['openai-processing-ms-blockme', '1'],
    ['anthropic-ratelimit-tokens-reset', '2026-11-23T12:00:00Z BLOCKME'],
    ['x-request-id', 'a sentence with BLOCKME'],
    ['request-id', 'x'.repeat(65)],
    ['x-ratelimit-reset-tokens', '378282246310005'],
    ['ratelimit', '"default";r=378282246310005'],
    ['x-note', '1'],
  ])('have no room for words: %s: %s', async (name, value) => {
    expect(await passed(name, value, 200)).toBeNull();
    expect(await passed(name, value, 429)).toBeNull();
  });
});

describe('an error that is not JSON', () => {
  test.each([
    ['in another charset', 'text/plain; charset=utf-16le', Buffer.from('BLOCKME', 'utf16le')],
    ['in another charset, unsaid', 'text/plain', Buffer.from('BLOCKME', 'utf16le')],
    ['in a charset that hides nothing here', 'text/html; charset="shift_jis"', Buffer.from('no')],
  ])('is not passed on: %s', async (_, type, bytes) => {
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(400, { 'content-type': type }).end(bytes);
    };
    const answer = await call(`${stage.proxy.url}/v1/chat/completions`, { body: chat });
    expect(answer.status).toBe(502);
    expect(answer.text).toContain('no text that can be judged');
  });

  test('is passed on as UTF-8', async () => {
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(503, { 'content-type': 'text/plain; charset=UTF-8' }).end('ausgefallen…');
    };
    const answer = await call(`${stage.proxy.url}/v1/chat/completions`, { body: chat });
    expect([answer.status, answer.text]).toEqual([503, 'ausgefallen…']);
  });

  test('is blocked with a message that names no empty place', async () => {
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('BLOCKME');
    };
    const answer = await call(`${stage.proxy.url}/v1/chat/completions`, { body: chat });
    expect(answer.text).toContain('rule `block`: the answer. ');
  });
});

describe('the type of an answer', () => {
  const typeOf = async (path: string, body: unknown, type: string, status: number) => {
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(status, { 'content-type': type }).end('data: {}');
    };
    const answer = await call(`${stage.proxy.url}${path}`, { body });
    expect(answer.status).toBe(status);
    return answer.headers.get('content-type');
  };

  test.each([
    ['text/html', 'text/html'],
    ['text/x-blockme', 'text/plain'],
    ['the word is blockme', 'text/plain'],
    ['text/event-stream', 'text/plain'],
    ['application/x-ndjson', 'text/plain'],
  ])('has no room for words where it is an error: %s', async (type, told) => {
    expect(await typeOf('/v1/chat/completions', chat, type, 500)).toBe(told);
  });

  test.each([
    ['audio/mpeg', 'audio/mpeg'],
    ['audio/x-blockme', 'application/octet-stream'],
  ])('has none where it is sound: %s', async (type, told) => {
    const speech = { model: 'tts', input: 'hi', voice: 'a' };
    expect(await typeOf('/v1/audio/speech', speech, type, 200)).toBe(told);
  });
});

describe('the upstream’s name for its answer', () => {
  const judge = judgeBy({
    patterns: { word: { keywords: ['BLOCKME'] }, other: { keywords: ['FLAGME'] } },
    rules: [
      { id: 'word', when: 'hit("word")', action: 'block' },
      { id: 'other', when: 'hit("other")', action: 'flag' },
    ],
  });
  let live: Mounted;
  beforeAll(async () => {
    live = await mountProxy([openaiAt(stage.upstream.url)], { judge });
  });
  afterAll(() => live.close());

  const ask = async (id: string, stream: boolean, status = 200) => {
    stage.upstream.script = (_arrived, response) => {
      response.setHeader('x-request-id', id);
      if (stream) answerStream(response, ['the weather ', 'is clear']);
      else answerJson(response, chatCompletion('Well.'), status);
    };
    return call(`${live.url}/v1/chat/completions`, { body: { ...chat, stream } });
  };
  const told = (): unknown => {
    const event = live.events.at(-1);
    return event !== undefined && 'answer' in event ? event.answer.upstreamRequestId : undefined;
  };

  test.each([
    ['plain', false, 200],
    ['streamed', true, 200],
    ['an error', false, 500],
  ] as const)('is judged: %s', async (_, stream, status) => {
    const fine = await ask('req_1', stream, status);
    expect(fine.headers.get('x-upstream-request-id')).toBe('req_1');
    expect(told()).toBe('req_1');
    const answer = await ask('say-BLOCKME-now', stream, status);
    expect([...answer.headers.values()].join(' ')).not.toContain('BLOCKME');
    expect(answer.text).toContain('Blocked by policy');
    expect(live.events.at(-1)).toMatchObject({ type: 'blocked' });
    expect(told()).toBe('');
  });

  test.each([true, false])('is left out where something was found in it: %s', async (stream) => {
    const answer = await ask('say-FLAGME-now', stream);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-upstream-request-id')).toBeNull();
    expect(told()).toBe('');
  });
});

describe('what an entry names', () => {
  test('is not what was found in it', async () => {
    stage.upstream.script = (_arrived, response) => {
      const { choices } = chatCompletion('Well.') as { choices: [object] };
      const ended = [{ ...choices[0], finish_reason: 'FLAGME' }];
      answerJson(response, { ...chatCompletion('Well.'), model: 'FLAGME', choices: ended });
    };
    const tools = [{ type: 'mcp', server_label: 's', headers: { FLAGME: 'x' } }];
    await call(`${stage.proxy.url}/v1/chat/completions`, { body: { ...chat, model: 'is-FLAGME' } });
    await call(`${stage.proxy.url}/v1/responses`, { body: { model: 'm', input: 'x', tools } });
    const [first, ended, second] = stage.proxy.events;
    expect(first).toMatchObject({ type: 'request', call: { model: 'is-[test/word]' } });
    expect(ended).toMatchObject({ call: { model: 'is-[test/word]' } });
    expect(ended).toMatchObject({
      answer: { model: '', finish: '', usage: { input: 3, output: 4 } },
    });
    expect(second).toMatchObject({
      coverage: { unjudged: [{ at: ['tools', 0, 'headers', '*'] }] },
    });
  });
});
