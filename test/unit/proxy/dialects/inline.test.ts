import { describe, expect, test } from '@jest/globals';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import { geminiGenerate, geminiStream } from '../../../../src/proxy/dialects/gemini-generate.ts';
import { ollamaChat } from '../../../../src/proxy/dialects/ollama-generation.ts';
import { openaiChat } from '../../../../src/proxy/dialects/openai-chat.ts';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { toFrameReading, toJson } from '../../../support/wire.ts';

const secret = 'The word is “canary”.';
const packed = Buffer.from(secret).toString('base64');
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]).toString('base64');
const target = { route: '/', params: { model: 'm' } };

type Held = (data: string, type: string) => object;

const gemini: Held = (data, mimeType) => ({
  contents: [{ role: 'user', parts: [{ inlineData: { data, mimeType } }] }],
});
const said = (part: object) => ({ model: 'm', messages: [{ role: 'user', content: [part] }] });
const asUrl = (data: string, type: string) => `data:${type};base64,${data}`;

const holders: readonly [name: string, dialect: Dialect, holder: Held][] = [
  ['Gemini inlineData', geminiGenerate, gemini],
  [
    'Gemini inline_data in a result',
    geminiGenerate,
    (data, mime_type) => ({
      contents: [
        {
          role: 'tool',
          parts: [
            { functionResponse: { name: 'f', parts: [{ inline_data: { data, mime_type } }] } },
          ],
        },
      ],
    }),
  ],
  [
    'OpenAI chat file_data',
    openaiChat,
    (data, type) => said({ type: 'file', file: { file_data: asUrl(data, type) } }),
  ],
  [
    'OpenAI chat image_url',
    openaiChat,
    (data, type) => said({ type: 'image_url', image_url: { url: asUrl(data, type) } }),
  ],
  [
    'OpenAI Responses file_data',
    openaiResponses,
    (data, type) => ({
      model: 'm',
      input: [
        {
          role: 'user',
          type: 'message',
          content: [{ type: 'input_file', file_data: asUrl(data, type) }],
        },
      ],
    }),
  ],
  [
    'Anthropic document',
    anthropicMessages,
    (data, type) => ({
      ...said({ type: 'document', source: { type: 'url', url: asUrl(data, type) } }),
      max_tokens: 9,
    }),
  ],
];

const read = (dialect: Dialect, body: object) => dialect.readRequest(toJson(body), target);

describe.each(holders)('%s', (_, dialect, holder) => {
  const texts = (data: string, type: string) => {
    const { parts, unjudged } = read(dialect, holder(data, type));
    const found = parts.find(({ text }) => text === secret);
    return { fixed: found?.fixed, unjudged: unjudged.length };
  };

  test('text is decoded and judged, and counts as read', () => {
    for (const type of ['text/plain', 'text/markdown; charset=utf-8', 'application/json'])
      expect([type, texts(packed, type)]).toEqual([type, { fixed: true, unjudged: 0 }]);
  });

  test('text under another type is judged and listed all the same', () => {
    for (const type of ['image/svg+png', 'application/pdf', 'text/plain;charset=utf-16'])
      expect([type, texts(packed, type)]).toEqual([type, { fixed: true, unjudged: 1 }]);
  });

  test('what is no text is listed', () => {
    expect(texts(picture, 'image/png')).toEqual({ fixed: undefined, unjudged: 1 });
    expect(texts(picture, 'text/plain')).toEqual({ fixed: undefined, unjudged: 1 });
    expect(texts(`${packed}!`, 'text/plain')).toEqual({ fixed: undefined, unjudged: 1 });
  });
});

test('a `data:` URL may hold its text as it is', () => {
  const url = (address: string) =>
    read(openaiChat, said({ type: 'image_url', image_url: address }));
  const plain = url(`data:,${encodeURIComponent(secret)}`);
  expect(plain.parts.map(({ text }) => text)).toContain(secret);
  expect(plain.unjudged).toEqual([]);
  expect(url('data:text/plain,%zz').unjudged).toMatchObject([{ kind: 'image' }]);
  expect(url(`DATA:Text/HTML;Charset="UTF-8";BASE64,${packed}`).unjudged).toEqual([]);
});

test.each([
  ['data:text/plain,the%20canary%zz', 'the canary%zz'],
  ['data:,the%20canary%c3', 'the canary%c3'],
  [`data:text/plain;x=${'y'.repeat(300)},the canary`, undefined],
  ['data:the canary', undefined],
])('a `data:` URL that is not well formed is judged and listed: %s', (address, text = address) => {
  const { parts, unjudged } = read(openaiChat, said({ type: 'image_url', image_url: address }));
  expect(parts.map((part) => part.text)).toContain(text);
  expect(unjudged).toMatchObject([{ kind: 'image' }]);
});

test('a text in an answer of Gemini is judged, whole and in a chunk', () => {
  const asked = read(geminiGenerate, { contents: [] });
  const answer = {
    candidates: [{ content: { parts: [{ inlineData: { mimeType: 'text/csv', data: packed } }] } }],
  };
  const { parts } = geminiGenerate.readAnswer(toJson(answer), asked);
  const frame = toFrameReading(geminiStream, asked, toJson(answer));
  for (const each of [parts, frame.parts])
    expect(each.find(({ text }) => text === secret)).toMatchObject({ kind: 'assistant' });
});

const card = 4_111_111_111_111_111;

const numbered: readonly [name: string, dialect: Dialect, body: object][] = [
  ['a seed', openaiChat, { model: 'm', messages: [], seed: card }],
  ['metadata', openaiChat, { model: 'm', messages: [], metadata: { order: card } }],
  ['a setting of Responses', openaiResponses, { model: 'm', input: 'x', max_output_tokens: card }],
  ['a setting of Anthropic', anthropicMessages, { model: 'm', messages: [], max_tokens: card }],
  ['a setting of Gemini', geminiGenerate, { contents: [], generationConfig: { seed: card } }],
  ['an option of Ollama', ollamaChat, { model: 'm', messages: [], options: { seed: card } }],
  [
    'an index of Anthropic',
    anthropicMessages,
    {
      ...said({ type: 'text', text: 'x', citations: [{ type: 'char_location', page: card }] }),
      max_tokens: 1,
    },
  ],
];

test.each(numbered)('a number that could be a card is judged: %s', (_, dialect, body) => {
  const found = read(dialect, body).parts.filter(({ text }) => text.includes(String(card)));
  expect(found.map(({ fixed }) => fixed)).toEqual([true]);
});

test('a number that could be a card can be taken out of arguments, and short ones are told with their name', () => {
  const args = { to: [card, 12, 34, 0.5] };
  const { parts } = read(geminiGenerate, {
    contents: [{ parts: [{ functionCall: { name: 'f', args } }] }],
  });
  expect(parts.map(({ text, under, fixed }) => [text, under, fixed])).toEqual([
    ['f', undefined, false],
    [String(card), 'to', false],
    ['to\nto: 12, 34', undefined, true],
  ]);
});

test('moments and durations of answers are no text, and the number of a card is none of them', () => {
  const asked = read(ollamaChat, { model: 'm', messages: [] });
  const texts = (total_duration: number) =>
    ollamaChat
      .readAnswer(toJson({ model: '', done: true, total_duration }), asked)
      .parts.map(({ text }) => text);
  expect(texts(4_883_583_458)).toEqual([]);
  expect(texts(card)).toEqual([String(card)]);
});
