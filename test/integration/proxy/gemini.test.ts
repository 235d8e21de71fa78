/** Gemini through the whole proxy with the official SDK and the AI SDK, unmodified. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { FunctionCallingConfigMode, GoogleGenAI } from '@google/genai';
import { generateText, streamText } from 'ai';
import { plain, stream, type Line } from '../../support/answers.ts';
import { call } from '../../support/call.ts';
import { shareDispatcher } from '../../support/dispatcher.ts';
import { setStageWithSandbox } from './support.ts';

const stage = setStageWithSandbox((url) => ({
  name: 'google',
  family: 'gemini',
  baseUrl: url,
  credential: { header: 'x-goog-api-key', value: 'provider-key' },
}));

beforeAll(() => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  shareDispatcher();
});

const client = (prefix = ''): GoogleGenAI =>
  new GoogleGenAI({
    apiKey: 'caller-key',
    httpOptions: { baseUrl: `${stage.proxy.url}${prefix}` },
  });

const ask = (contents: string) => ({ model: 'gemini-test', contents });

function chunk(parts: readonly Line[], finishReason?: string, index = 0): Line {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason, index }],
    modelVersion: 'gemini-test',
    responseId: 'r1',
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
  };
}

const events = (chunks: readonly Line[], bytes?: number) =>
  stream(
    'text/event-stream',
    chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join(''),
    bytes,
  );

async function readAll(answers: AsyncIterable<{ text: string | undefined }>): Promise<string> {
  let said = '';
  for await (const answer of answers) said += answer.text ?? '';
  return said;
}

describe('the official SDK', () => {
  test('completes, with the provider’s key and its own bytes at the upstream', async () => {
    stage.upstream.script = plain(chunk([{ text: 'Well.' }], 'STOP'));
    const answer = await client().models.generateContent({
      ...ask('Hello.'),
      config: { systemInstruction: 'Be brief.', stopSequences: ['END'] },
    });
    expect(answer.text).toBe('Well.');
    const [arrived] = stage.upstream.arrived;
    expect(arrived?.url).toBe('/v1beta/models/gemini-test:generateContent');
    expect(arrived?.headers['x-goog-api-key']).toBe('provider-key');
    expect(JSON.stringify(arrived?.headers)).not.toContain('caller-key');
    const [asked, answered] = stage.proxy.interactions;
    expect(asked).toMatchObject({ model: 'gemini-test', dialect: 'gemini-generate' });
    expect(asked?.parts.map(({ kind, text }) => [kind, text])).toEqual([
      ['user', 'Hello.'],
      ['system', 'Be brief.'],
      ['metadata', 'END'],
      ['metadata', 'gemini-test'],
    ]);
    expect(answered?.parts.map(({ kind, text }) => [kind, text])).toContainEqual([
      'assistant',
      'Well.',
    ]);
    expect(stage.proxy.events.at(-1)).toMatchObject({
      type: 'answered',
      answer: { model: 'gemini-test', finish: 'STOP', usage: { input: 3, output: 4 } },
    });
  });

  test('streams', async () => {
    stage.upstream.script = events([chunk([{ text: 'We' }]), chunk([{ text: 'll.' }], 'STOP')], 5);
    const answers = await client().models.generateContentStream(ask('Hello.'));
    await expect(readAll(answers)).resolves.toBe('Well.');
    expect(stage.upstream.arrived[0]?.url).toBe(
      '/v1beta/models/gemini-test:streamGenerateContent?alt=sse',
    );
  });

  test('sees a block as its typed error, once', async () => {
    const error = await client()
      .models.generateContent(ask('please BLOCKME'))
      .then(() => undefined)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ApiError', status: 400 });
    expect(String(error)).toContain('POLICY_BLOCKED');
    expect(String(error)).toContain('contents[0].parts[0].text');
    expect(stage.upstream.arrived).toEqual([]);
  });

  test('sees a refusal as an answer that was stopped, plain and streamed', async () => {
    const answer = await client().models.generateContent(ask('SOFTLY BLOCKME'));
    expect(answer.candidates?.[0]?.finishReason).toBe('SAFETY');
    expect(answer.text).toContain('Blocked by policy');
    const answers = await client().models.generateContentStream(ask('SOFTLY BLOCKME'));
    await expect(readAll(answers)).resolves.toContain('Blocked by policy');
  });

  test('gets what was redacted, on both ways and over chunks', async () => {
    stage.upstream.script = events([
      chunk([{ text: 'It is RED' }]),
      chunk([{ text: 'ACT' }, { text: 'M' }]),
      chunk([{ text: 'E now.' }], 'STOP'),
    ]);
    const answers = await client().models.generateContentStream(ask('mine is REDACTME!'));
    await expect(readAll(answers)).resolves.toBe('It is [GONE] now.');
    expect(stage.upstream.arrived[0]?.body.toString()).toContain('mine is [GONE]!');
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('sees an upstream’s error as it is', async () => {
    const error = { error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } };
    stage.upstream.script = plain(error, 429);
    await expect(client().models.generateContent(ask('Hello.'))).rejects.toMatchObject({
      status: 429,
    });
  });

  test('counts tokens, embeds and lists models, with the built-in one', async () => {
    stage.upstream.script = plain({ totalTokens: 5 });
    await expect(client().models.countTokens(ask('Hello.'))).resolves.toMatchObject({
      totalTokens: 5,
    });
    stage.upstream.script = plain({ embeddings: [{ values: [0.5, 0.25] }] });
    const embedded = await client().models.embedContent(ask('Hello.'));
    expect(embedded.embeddings?.[0]?.values).toEqual([0.5, 0.25]);
    await expect(client().models.embedContent(ask('BLOCKME'))).rejects.toMatchObject({
      status: 400,
    });
    stage.upstream.script = plain({ models: [{ name: 'models/gemini-test' }] });
    const models = await client().models.list({ config: { pageSize: 5 } });
    expect(models.page.map(({ name }) => name)).toEqual(['models/gemini-test', 'models/sandbox']);
  });
});

describe('a stream as one JSON array', () => {
  const path = '/v1beta/models/gemini-test:streamGenerateContent';
  const array = (chunks: readonly Line[], bytes?: number) =>
    stream(
      'application/json; charset=UTF-8',
      `[${chunks.map((each) => JSON.stringify(each, null, 2)).join('\n,\r\n')}\n]`,
      bytes,
    );
  const send = (text: string) =>
    call(`${stage.proxy.url}${path}`, {
      key: 'caller-key',
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] }),
    });
  const chunks = [chunk([{ text: 'a "]," RED' }]), chunk([{ text: 'ACTME \\ é.' }], 'STOP')];

  test.each([1, 3, 1000])('comes byte for byte where no rule fires, cut by %i', async (bytes) => {
    const calm = [chunk([{ text: 'a "]," b' }]), chunk([{ text: ' \\ é.' }], 'STOP')];
    stage.upstream.script = array(calm, bytes);
    const answer = await send('Hello.');
    expect(JSON.parse(answer.text)).toEqual(JSON.parse(JSON.stringify(calm)));
    expect(stage.proxy.interactions[1]?.parts.map(({ text }) => text)).toContain('a "]," b \\ é.');
  });

  test('is redacted over its elements', async () => {
    stage.upstream.script = array(chunks);
    const answer = await send('Hello.');
    const said = JSON.parse(answer.text) as ReturnType<typeof chunk>[];
    expect(JSON.stringify(said)).not.toContain('ACTME');
    expect(said).toHaveLength(2);
    expect(JSON.stringify(said[0])).toContain('a \\"],\\" [GONE]');
  });

  test('is refused as an array, and is an error where it was cut', async () => {
    const refused = await send('SOFTLY BLOCKME');
    expect(JSON.parse(refused.text)).toMatchObject([{ candidates: [{ finishReason: 'SAFETY' }] }]);
    stage.upstream.script = stream(
      'application/json',
      `[${JSON.stringify(chunk([{ text: 'a' }]))}`,
    );
    expect((await send('Hello.')).status).toBe(502);
  });

  test('asks the upstream without alt', async () => {
    stage.upstream.script = array([chunk([{ text: 'a' }], 'STOP')]);
    await send('Hello.');
    expect(stage.upstream.arrived[0]?.url).toBe(path);
  });
});

describe('how an answer is to be written, under its other name', () => {
  const path = '/v1beta/models/gemini-test';
  const send = (act: string) =>
    call(`${stage.proxy.url}${path}:${act}`, {
      body: { contents: [{ parts: [{ text: 'Hello.' }] }] },
    });

  test('`$alt=sse` streams events', async () => {
    stage.upstream.script = events([chunk([{ text: 'We' }]), chunk([{ text: 'll.' }], 'STOP')]);
    const answer = await send('streamGenerateContent?$alt=sse');
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(stage.proxy.events.at(-1)).toMatchObject({
      type: 'answered',
      answer: { finish: 'STOP' },
    });
    expect(stage.upstream.arrived[0]?.url).toBe(`${path}:streamGenerateContent?%24alt=sse`);
  });

  test.each(['generateContent', 'streamGenerateContent'])(
    'words of the format may be asked for as numbers: %s',
    async (act) => {
      const { candidates, ...rest } = chunk([{ text: 'Well.' }]);
      const [first] = candidates as Line[];
      const said = { ...rest, candidates: [{ ...first, finishReason: 1 }] };
      const text = JSON.stringify(act === 'generateContent' ? said : [said]);
      stage.upstream.script = stream('application/json', text);
      const answer = await send(`${act}?$alt=json;enum-encoding=int`);
      expect([answer.status, answer.text]).toEqual([200, text]);
      expect(stage.proxy.events.at(-1)).toMatchObject({
        type: 'answered',
        answer: { finish: '1' },
      });
      expect(stage.upstream.arrived[0]?.url).toBe(
        `${path}:${act}?%24alt=json%3Benum-encoding%3Dint`,
      );
    },
  );

  test('two of them have no one meaning', async () => {
    const answer = await send('streamGenerateContent?alt=sse&$alt=json');
    expect([answer.status, stage.upstream.arrived]).toEqual([400, []]);
    expect(answer.text).toContain('each once');
  });
});

const inPieces = (jsonPath: string, stringValue: string): Line => ({
  functionCall: { name: 'mail', partialArgs: [{ jsonPath, stringValue }], willContinue: true },
});

describe('what a stream says beside its text', () => {
  const cases: readonly [string, readonly Line[]][] = [
    ['a thought', [chunk([{ text: 'BLOCKME', thought: true }], 'STOP')]],
    ['a call', [chunk([{ functionCall: { name: 'mail', args: { to: ['BLOCKME'] } } }], 'STOP')]],
    [
      'a call in pieces',
      [
        chunk([{ functionCall: { name: 'mail', willContinue: true } }]),
        chunk([{ functionCall: { partialArgs: [{ jsonPath: '$.to', stringValue: 'BLO' }] } }]),
        chunk([{ functionCall: { partialArgs: [{ jsonPath: '$.to', stringValue: 'CKME' }] } }]),
        chunk([], 'STOP'),
      ],
    ],
    [
      'a call in pieces that each name it and its argument in a way of their own',
      [
        chunk([inPieces('$.to', 'BLO')]),
        chunk([inPieces('to', 'CK')]),
        chunk([inPieces("$['to']", 'ME')]),
        chunk([], 'STOP'),
      ],
    ],
    ['code', [chunk([{ executableCode: { code: 'BLOCKME', language: 'PYTHON' } }], 'STOP')]],
    [
      'a second candidate',
      [chunk([{ text: 'a' }], 'STOP'), chunk([{ text: 'BLOCKME' }], 'STOP', 1)],
    ],
    [
      'a source',
      [
        {
          candidates: [
            {
              finishReason: 'STOP',
              groundingMetadata: { groundingChunks: [{ web: { title: 'BLOCKME' } }] },
            },
          ],
        },
      ],
    ],
  ];

  test.each(cases)('is judged: %s', async (_, chunks) => {
    stage.upstream.script = events(chunks);
    const asked = { ...ask('Hello.'), config: { candidateCount: 2 } };
    const answers = client().models.generateContentStream(asked);
    await expect(answers.then(readAll)).rejects.toMatchObject({ status: 400 });
    expect(stage.proxy.events.at(-1)).toMatchObject({ type: 'blocked' });
  });
});

describe('other clients', () => {
  const model = () =>
    createGoogleGenerativeAI({ baseURL: `${stage.proxy.url}/v1beta`, apiKey: 'caller-key' })(
      'gemini-test',
    );

  test('the AI SDK completes, streams and sees refusals as a content filter', async () => {
    stage.upstream.script = plain(chunk([{ text: 'Well.' }], 'STOP'));
    await expect(generateText({ model: model(), prompt: 'Hi.' })).resolves.toMatchObject({
      text: 'Well.',
    });
    stage.upstream.script = events([chunk([{ text: 'We' }]), chunk([{ text: 'll.' }], 'STOP')]);
    await expect(streamText({ model: model(), prompt: 'Hi.' }).text).resolves.toBe('Well.');
    const refused = streamText({ model: model(), prompt: 'SOFTLY BLOCKME' });
    await expect(refused.finishReason).resolves.toBe('content-filter');
  });

  test('the sandbox answers, streams, calls a tool, counts and embeds', async () => {
    const { models } = client('/sandbox');
    const hello = { model: 'sandbox', contents: 'Hello.' };
    await expect(models.generateContent(hello)).resolves.toMatchObject({
      text: 'You said: Hello.',
    });
    const answers = await models.generateContentStream(hello);
    await expect(readAll(answers)).resolves.toBe('You said: Hello.');
    const called = await models.generateContent({
      ...hello,
      config: {
        tools: [{ functionDeclarations: [{ name: 'mail' }] }],
        toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } },
      },
    });
    expect(called.functionCalls).toMatchObject([{ name: 'mail', args: { input: 'Hello.' } }]);
    expect(stage.proxy.interactions.at(-2)?.tools).toEqual(['mail']);
    expect(stage.proxy.interactions.at(-1)?.parts.find(({ tool }) => tool?.args)).toMatchObject({
      kind: 'tool_call',
      tool: { name: 'mail', args: { input: 'Hello.' } },
    });
    await expect(models.countTokens(hello)).resolves.toMatchObject({ totalTokens: 1 });
    const { embeddings } = await models.embedContent(hello);
    expect(embeddings?.[0]?.values).toHaveLength(8);
  });
});
