import { describe, expect, test } from '@jest/globals';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { openaiCompletions } from '../../../../src/proxy/dialects/openai-completions.ts';
import { openaiEmbeddings } from '../../../../src/proxy/dialects/openai-embeddings.ts';
import { openaiImages } from '../../../../src/proxy/dialects/openai-images.ts';
import { openaiModerations } from '../../../../src/proxy/dialects/openai-moderations.ts';
import { openaiSpeech } from '../../../../src/proxy/dialects/openai-speech.ts';
import { canary, findWrongFates, readPaths, type WirePath } from '../../../support/paths.ts';
import { readFrames, toFrameReading, toJson, toReading } from '../../../support/wire.ts';

const target = { route: '/v1', params: {} };

/** The lists of all formats stand in one file, each under its name. */
function pathsOf(format: string): WirePath[] {
  return readPaths('openai-others.json')
    .filter(({ name }) => name.startsWith(`${format}.`))
    .map(({ name, toBody }) => ({
      name,
      toBody: (text) => toBody(text)[format] as Record<string, unknown>,
    }));
}

const formats: readonly [dialect: Dialect, format: string, least: object, count: number][] = [
  [openaiCompletions, 'completions', { model: 'm', prompt: 'p' }, 7],
  [openaiEmbeddings, 'embeddings', { model: 'm', input: 'i' }, 4],
  [openaiModerations, 'moderations', { model: 'm', input: 'i' }, 5],
  [openaiImages, 'images', { model: 'm', prompt: 'p' }, 6],
  [openaiSpeech, 'speech', { model: 'm', input: 'i' }, 4],
  [openaiSpeech, 'speech-voice', { model: 'm', input: 'i' }, 1],
];

const ask = (dialect: Dialect, body: object) => dialect.readRequest(toJson(body), target);

describe.each(formats)('$name', (dialect, format, least, count) => {
  test('every string path of a request is judged or listed', () => {
    const paths = pathsOf(format);
    expect(paths).toHaveLength(count);
    const wrong = findWrongFates(
      paths,
      () => 'judged',
      { ...least },
      (json) => toReading(dialect.readRequest(json, target)),
    );
    expect(wrong).toEqual([]);
  });

  test('a string where the format has none is judged off the map, with its name', () => {
    const { parts } = ask(dialect, { ...least, strange: { [canary]: 'hidden' } });
    const found = parts.filter((part) => !part.mapped).map(({ text }) => text);
    expect(found.join('\n')).toContain(canary);
    expect(found).toContain('hidden');
  });

  test('a request without what it is about is refused', () => {
    expect(() => ask(dialect, { model: 'm' })).toThrow(/expected `/);
  });
});

describe('completions', () => {
  const least = { model: 'm', prompt: 'p' };
  const asked = ask(openaiCompletions, least);

  test('every string path of an answer and of a chunk is judged', () => {
    const paths = pathsOf('completions-answer');
    expect(paths).toHaveLength(4);
    const judged = () => 'judged';
    const plain = findWrongFates(paths, judged, {}, (json) =>
      toReading(openaiCompletions.readAnswer(json, asked)),
    );
    const chunks = findWrongFates(paths, judged, {}, (json) =>
      toFrameReading(openaiCompletions, asked, json),
    );
    expect([...plain, ...chunks]).toEqual([]);
  });

  test('tokens are joined by rank, and go when their choice is redacted', () => {
    const answer = {
      object: 'text_completion',
      choices: [
        {
          index: 2,
          text: 'ab',
          logprobs: {
            tokens: ['a', 'b'],
            token_logprobs: [-1, -2],
            top_logprobs: [
              { a: -1, x: -3 },
              { b: -2, y: -4 },
            ],
            text_offset: [0, 1],
          },
          finish_reason: 'stop',
        },
      ],
    };
    const { parts } = openaiCompletions.readAnswer(toJson(answer), asked);
    expect(parts.map(({ text, channel }) => [text, channel])).toEqual([
      ['ab', 2],
      ['ab', 2],
      ['ab', 2],
      ['xy', 2],
    ]);
    expect(openaiCompletions.drop(answer, new Set([2]))).toEqual([['choices', 0, 'logprobs']]);
  });
});

test.each([
  [[1, 2, 3], 1],
  [[[1, 2], [3]], 2],
  [['text', 7, [8, 'more']], 2],
])('token numbers are listed as unjudged: %j', (input, count) => {
  for (const [dialect, member] of [
    [openaiCompletions, 'prompt'],
    [openaiEmbeddings, 'input'],
  ] as const) {
    const { unjudged } = ask(dialect, { model: 'm', [member]: input });
    expect(unjudged.map(({ kind }) => kind)).toEqual(Array(count).fill('tokens'));
  }
});

describe('embeddings', () => {
  const asked = ask(openaiEmbeddings, { model: 'm', input: 'i' });
  const read = (embedding: unknown) =>
    openaiEmbeddings.readAnswer(toJson({ data: [{ embedding }] }), asked).parts;
  const pack = (numbers: readonly number[]) =>
    Buffer.from(Float32Array.from(numbers).buffer).toString('base64');

  test('a vector is numbers, in a list or packed', () => {
    expect(read([0.25, -1.5])).toEqual([]);
    expect(read(pack([0.25, -1.5, 0.001, 3e-9]))).toEqual([]);
  });

  test.each([
    ['words', 'no vector'],
    ['words in base64', Buffer.from('this is text').toString('base64')],
    ['base64 with something after it', `${pack([0.25, -1.5])}\n`],
    ['what no number says', pack([Number.NaN, -1.5])],
  ])('%s in the place of a vector are judged', (_, text) => {
    expect(read(text).map((part) => part.text)).toEqual([text]);
  });
});

describe('images', () => {
  const asked = ask(openaiImages, { prompt: 'p' });

  test('pictures are listed, their addresses and what was made of the prompt judged', () => {
    const data = [{ b64_json: 'AAAA' }, { url: 'https://example.com/a', revised_prompt: 'a cat' }];
    const { parts, unjudged } = openaiImages.readAnswer(toJson({ data }), asked);
    expect(parts.map(({ kind, text }) => [kind, text])).toEqual([
      ['metadata', 'https://example.com/a'],
      ['assistant', 'a cat'],
    ]);
    expect(unjudged.map(({ kind, bytes }) => [kind, bytes])).toEqual([
      ['image', 4],
      ['image', 0],
    ]);
  });

  test('a stream of pictures lists each', () => {
    const readings = readFrames(openaiImages, asked, [
      { type: 'image_generation.partial_image', b64_json: 'AA', partial_image_index: 0 },
      { type: 'image_generation.completed', b64_json: 'AAAA', size: '1024x1024' },
    ]);
    expect(readings.flatMap(({ unjudged }) => unjudged.map(({ bytes }) => bytes))).toEqual([2, 4]);
    expect(readings.flatMap(({ fragments }) => fragments)).toEqual([]);
  });

  test('a call without a model is one for the provider’s own', () => {
    expect(asked.model).toBe('dall-e-2');
    expect(ask(openaiModerations, { input: 'i' }).model).toBe('omni-moderation-latest');
  });
});

describe('speech', () => {
  const asked = ask(openaiSpeech, { model: 'm', input: 'i', voice: { id: 'voice_1' } });

  test('a stored voice is listed, and its name judged', () => {
    expect(asked.references).toEqual(['voice_1']);
    expect(asked.unjudged.map(({ kind }) => kind)).toEqual(['audio']);
    expect(asked.stream).toBe(false);
  });

  const sound = Buffer.from([0xff, 0xfb, 0x90, 0x64, 0]);
  test.each(['audio/mpeg', 'audio/pcm', 'audio/x-wav', 'application/octet-stream'])(
    'sound is listed as unjudged: %s',
    (type) => {
      const answered = openaiSpeech.readBytes?.(type, sound);
      expect(answered?.parts).toEqual([]);
      expect(answered?.unjudged).toEqual([
        { kind: 'audio', at: [], bytes: 5, why: 'a spoken answer' },
      ]);
    },
  );

  test.each(['text/plain', 'text/html', 'application/xml', 'audio/', ''])(
    'what is no sound is no answer: %s',
    (type) => {
      expect(openaiSpeech.readBytes?.(type, sound)).toBeUndefined();
    },
  );
});
