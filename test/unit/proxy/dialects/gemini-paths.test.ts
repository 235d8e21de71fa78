import { describe, expect, test } from '@jest/globals';
import { geminiCountTokens } from '../../../../src/proxy/dialects/gemini-embed.ts';
import { geminiGenerate, geminiStream } from '../../../../src/proxy/dialects/gemini-generate.ts';
import { findWrongFates, readPaths } from '../../../support/paths.ts';
import { toJson, toSeen } from '../../../support/wire.ts';

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

const ask = (body: Record<string, unknown>) =>
  geminiGenerate.readRequest(toJson({ contents: [], ...body }), target);

const casings: readonly [name: string, rename: (step: string) => string][] = [
  ['camel case', (step) => step],
  ['snake case', toSnake],
];

describe.each(casings)('Gemini in %s', (_, rename) => {
  test('every string path of a request is judged or listed', () => {
    const paths = readPaths('gemini-generate-request.json', rename);
    expect(paths).toHaveLength(227);
    expect(findWrongFates(paths, expected, ask)).toEqual([]);
  });

  test('every string path of a request to count tokens is judged or listed', () => {
    const paths = readPaths('gemini-generate-request.json', rename);
    const count = (body: Record<string, unknown>) =>
      geminiCountTokens.readRequest(toJson({ generateContentRequest: body }), target);
    expect(findWrongFates(paths, expected, count)).toEqual([]);
  });

  test('every string path of an answer and of a chunk is judged or listed', () => {
    const paths = readPaths('gemini-generate-answer.json', rename);
    expect(paths).toHaveLength(110);
    const read = (body: Record<string, unknown>) =>
      geminiGenerate.readAnswer(toJson(body), ask({}));
    expect(findWrongFates(paths, expected, read)).toEqual([]);
    const readChunk = (body: Record<string, unknown>) => toSeen(geminiStream, ask({}), body);
    expect(findWrongFates(paths, expected, readChunk)).toEqual([]);
  });
});
