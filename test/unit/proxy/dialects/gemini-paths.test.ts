import { describe, expect, test } from '@jest/globals';
import { geminiCountTokens } from '../../../../src/proxy/dialects/gemini-embed.ts';
import { geminiGenerate, geminiStream } from '../../../../src/proxy/dialects/gemini-generate.ts';
import { findWrongFates, readPaths } from '../../../support/paths.ts';
import { toFrameReading, toJson, toReading } from '../../../support/wire.ts';

const target = { route: '/v1beta/models/:model:generateContent', params: { model: 'm' } };

/** Where bytes, seals and credentials stand; everything else in the lists of paths is text. */
function expected(path: string): string {
  const bare = path.replaceAll('_', '').toLowerCase();
  if (/inlinedata\.data$/.test(bare)) return 'unjudged file';
  if (/(?:voicesampleaudio|consentaudio)$/.test(bare)) return 'unjudged audio';
  if (/(?:thoughtsignature|continuationtoken|\.signature)$/.test(bare)) return 'unjudged encrypted';
  if (/\.(?:apikey|apikeystring|accesstoken|idtoken|headers\.\*)$/.test(bare))
    return 'unjudged reference';
  return 'judged';
}

const toSnake = (step: string): string =>
  step.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const least = { contents: [] };
const asked = geminiGenerate.readRequest(toJson(least), target);

const casings: readonly [name: string, rename: (step: string) => string][] = [
  ['camel case', (step) => step],
  ['snake case', toSnake],
];

describe.each(casings)('Gemini in %s', (_, rename) => {
  test('every string path of a request is judged or listed', () => {
    const paths = readPaths('gemini-generate-request.json', rename);
    expect(paths).toHaveLength(227);
    const wrong = findWrongFates(paths, expected, least, (json) =>
      toReading(geminiGenerate.readRequest(json, target)),
    );
    expect(wrong).toEqual([]);
  });

  test('every string path of a request to count tokens is judged or listed', () => {
    const paths = readPaths('gemini-generate-request.json', rename).map(({ name, toBody }) => ({
      name,
      toBody: (text: string) => ({ generateContentRequest: toBody(text) }),
    }));
    const wrong = findWrongFates(paths, expected, {}, (json) =>
      toReading(geminiCountTokens.readRequest(json, target)),
    );
    expect(wrong).toEqual([]);
  });

  test('every string path of an answer and of a chunk is judged or listed', () => {
    const paths = readPaths('gemini-generate-answer.json', rename);
    expect(paths).toHaveLength(110);
    // Tokens are joined, so they have no place of their own: they go when the candidate is redacted.
    const texts = paths.filter(({ name }) => !/logprobs_?result/i.test(name));
    expect(texts).toHaveLength(108);
    const plain = findWrongFates(texts, expected, {}, (json) =>
      toReading(geminiGenerate.readAnswer(json, asked)),
    );
    const chunks = findWrongFates(texts, expected, {}, (json) =>
      toFrameReading(geminiStream, asked, json),
    );
    expect([...plain, ...chunks]).toEqual([]);
  });
});
