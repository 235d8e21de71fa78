/** OpenAI's completions, embeddings, moderations and pictures through the whole proxy, with the official SDK. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import OpenAI from 'openai';
import { plain, stream, type Line } from '../../support/answers.ts';
import { openaiAt, setStageWithSandbox } from './support.ts';

let client: OpenAI;

const stage = setStageWithSandbox(openaiAt);

beforeAll(() => {
  client = new OpenAI({ baseURL: `${stage.proxy.url}/v1`, apiKey: 'caller-key' });
});

type Case = readonly [name: string, ask: (text: string, model?: string) => Promise<unknown>];

const cases: readonly Case[] = [
  [
    'completions',
    (prompt, model = 'gpt-test') => client.completions.create({ model, prompt, stop: 'END' }),
  ],
  [
    'embeddings',
    (input, model = 'gpt-test') => client.embeddings.create({ model, input: ['Hello.', input] }),
  ],
  [
    'moderations',
    (text, model = 'gpt-test') =>
      client.moderations.create({ model, input: [{ type: 'text', text }] }),
  ],
  ['images', (prompt, model = 'gpt-test') => client.images.generate({ model, prompt })],
];

describe.each(cases)('%s', (name, ask) => {
  test('answers by the sandbox', async () => {
    await expect(ask('Hello.', 'sandbox')).resolves.toMatchObject({});
    expect(stage.proxy.events.map(({ type }) => type)).toEqual(['request', 'answered']);
    expect(stage.proxy.interactions[0]).toMatchObject({ dialect: `openai-${name}` });
    const strange = stage.proxy.interactions.flatMap(({ parts }) =>
      parts.filter((part) => !part.mapped),
    );
    expect(strange).toEqual([]);
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('shows a block as the SDK’s typed error, once', async () => {
    const error = await ask('please BLOCKME').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ status: 400, code: 'content_policy_violation' });
    expect(stage.upstream.arrived).toEqual([]);
    expect(stage.proxy.interactions).toHaveLength(1);
  });

  test('sends the redacted copy', async () => {
    stage.upstream.script = plain({ data: [] });
    await ask('mine is REDACTME!');
    expect(stage.upstream.arrived[0]?.body.toString()).toContain('mine is [GONE]!');
  });

  test('shows an upstream’s error as it is', async () => {
    stage.upstream.script = plain({ error: { message: 'No such model.' } }, 404);
    await expect(ask('Hello.')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

function chunk(text: string, finish_reason: string | null = null, index = 0): Line {
  const choices = [{ index, text, logprobs: null, finish_reason }];
  return { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'gpt-test', choices };
}

const toEvents = (chunks: readonly Line[]): string =>
  `${chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`;

async function readAll(model: string, prompt: string): Promise<[said: string, finish: string]> {
  let said = '';
  let finish = '';
  for await (const { choices } of await client.completions.create({
    model,
    prompt,
    stream: true,
  })) {
    said += choices[0]?.text ?? '';
    finish = choices[0]?.finish_reason ?? finish;
  }
  return [said, finish];
}

describe('streamed completions', () => {
  test('come whole, from the sandbox too', async () => {
    stage.upstream.script = stream(
      'text/event-stream',
      toEvents([chunk('We'), chunk('ll.', 'stop')]),
      5,
    );
    await expect(readAll('gpt-test', 'Hello.')).resolves.toEqual(['Well.', 'stop']);
    await expect(readAll('sandbox', 'a b c d e')).resolves.toEqual(['You said: a b c d e', 'stop']);
    expect(stage.proxy.interactions[1]?.parts.map(({ text }) => text)).toContain('Well.');
  });

  test('are redacted over chunks, each choice apart', async () => {
    const chunks = [
      chunk('It is RED'),
      chunk('RED', null, 1),
      chunk('ACTME now.', 'stop'),
      chunk('ACT', 'stop', 1),
    ];
    stage.upstream.script = stream('text/event-stream', toEvents(chunks));
    const texts = ['', ''];
    for await (const { choices } of await client.completions.create({
      model: 'gpt-test',
      prompt: 'Hello.',
      n: 2,
      stream: true,
    }))
      for (const { index, text } of choices) texts[index] = (texts[index] ?? '') + text;
    expect(texts).toEqual(['It is [GONE] now.', 'REDACT']);
  });

  test('say a refusal as a completion', async () => {
    const [said, finish] = await readAll('gpt-test', 'SOFTLY BLOCKME');
    expect(said).toContain('Blocked by policy');
    expect(finish).toBe('content_filter');
    const plainly = await client.completions.create({ model: 'm', prompt: 'SOFTLY BLOCKME' });
    expect(plainly.choices[0]).toMatchObject({ finish_reason: 'content_filter' });
  });
});

describe('embeddings', () => {
  test('come as numbers, whichever way they are packed', async () => {
    const ask = async (encoding_format?: 'float' | 'base64') => {
      const input = 'Hello.';
      const format = encoding_format === undefined ? {} : { encoding_format };
      const answer = await client.embeddings.create({ model: 'sandbox', input, ...format });
      return answer.data[0]?.embedding.length;
    };
    await expect(ask('float')).resolves.toBe(8);
    await expect(ask()).resolves.toBe(8);
  });
});

describe('pictures', () => {
  test('are streamed, and listed as unjudged', async () => {
    const events = await client.images.generate({ model: 'sandbox', prompt: 'a', stream: true });
    const types: string[] = [];
    for await (const event of events) types.push(event.type);
    expect(types).toEqual(['image_generation.completed']);
    expect(stage.proxy.interactions[1]?.unjudged.map(({ kind }) => kind)).toEqual(['image']);
  });

  test('end a refused stream with an error that the SDK raises', async () => {
    const events = await client.images.generate({
      model: 'gpt-test',
      prompt: 'SOFTLY BLOCKME',
      stream: true,
    });
    await expect(async () => {
      for await (const event of events) expect(event).toBeUndefined();
    }).rejects.toMatchObject({ code: 'content_policy_violation' });
  });
});

describe('speech', () => {
  const ask = (input: string, model = 'gpt-test') =>
    client.audio.speech.create({ model, input, voice: 'alloy' });
  const sound = Buffer.from([0xff, 0xfb, 0x90, 0x00, 0x01]);

  test('comes byte for byte, and is listed as unjudged', async () => {
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.end(sound);
    };
    const answer = await ask('Hello.');
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(sound);
    expect(stage.upstream.arrived[0]?.headers.accept).toBe('*/*');
    expect(stage.proxy.interactions[1]?.unjudged).toEqual([
      { kind: 'audio', at: [], bytes: 5, why: 'a spoken answer' },
    ]);
    expect(stage.proxy.events.at(-1)).toMatchObject({
      type: 'answered',
      coverage: { unjudged: [{ kind: 'audio' }] },
    });
  });

  test('comes from the sandbox, as sound and as events', async () => {
    const wave = Buffer.from(await (await ask('Hello.', 'sandbox')).arrayBuffer());
    expect(wave.subarray(0, 4).toString()).toBe('RIFF');
    const events = await client.audio.speech.create({
      model: 'sandbox',
      input: 'Hello.',
      voice: 'alloy',
      stream_format: 'sse',
    });
    expect(await events.text()).toContain('speech.audio.done');
    expect(stage.proxy.interactions.at(-1)?.unjudged).toMatchObject([{ kind: 'audio' }]);
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('is judged before it is spoken', async () => {
    await expect(ask('BLOCKME')).rejects.toBeInstanceOf(OpenAI.BadRequestError);
    expect(stage.upstream.arrived).toEqual([]);
  });

  test.each(['text/plain', 'text/html'])(
    'what is %s is no sound, and not let through',
    async (type) => {
      stage.upstream.script = (_arrived, response) => {
        response.writeHead(200, { 'content-type': type });
        response.end('words that nobody judged');
      };
      const error = await client.audio.speech
        .create({ model: 'm', input: 'a', voice: 'alloy' }, { maxRetries: 0 })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: 502, code: 'upstream_failed' });
    },
  );

  test('sound in the place of a conversation is not let through', async () => {
    stage.upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' });
      response.end(sound);
    };
    const messages = [{ role: 'user' as const, content: 'Hello.' }];
    await expect(
      client.chat.completions.create({ model: 'm', messages }, { maxRetries: 0 }),
    ).rejects.toMatchObject({ status: 502 });
  });
});
