import { describe, expect, test } from '@jest/globals';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { canary, findWrongFates, readPaths } from '../../../support/paths.ts';
import { toFrameReading, toJson, toReading } from '../../../support/wire.ts';

const target = { route: '/v1/responses', params: {} };
const least = { model: 'm' };
const asked = openaiResponses.readRequest(toJson(least), target);

/** Where bytes, seals and credentials stand; everything else in the lists of paths is text. */
function expected(path: string): string {
  if (/encrypted_content$/.test(path)) return 'unjudged encrypted';
  if (/file_data$|\{type=base64\}\.data$/.test(path)) return 'unjudged file';
  if (/\{type=image_generation_call\}\.result$|partial_image_b64$/.test(path))
    return 'unjudged image';
  if (/response\.audio\.delta\}\.delta$/.test(path)) return 'unjudged audio';
  if (/\.authorization$|\.headers(?:\.\*)?$|domain_secrets\[\]\.value$/.test(path))
    return 'unjudged reference';
  return 'judged';
}

const isToken = (name: string): boolean => name.includes('logprobs');

describe('OpenAI Responses', () => {
  test('every string path of a request is judged or listed', () => {
    const paths = readPaths('openai-responses-request.json');
    expect(paths.length).toBeGreaterThan(420);
    const texts = paths.filter(({ name }) => !isToken(name));
    const wrong = findWrongFates(texts, expected, least, (json) =>
      toReading(openaiResponses.readRequest(json, target)),
    );
    expect(wrong).toEqual([]);
  });

  test('every string path of an answer is judged or listed', () => {
    const paths = readPaths('openai-responses-answer.json');
    expect(paths.length).toBeGreaterThan(740);
    const texts = paths.filter(({ name }) => !isToken(name));
    const wrong = findWrongFates(texts, expected, {}, (json) =>
      toReading(openaiResponses.readAnswer(json, asked)),
    );
    expect(wrong).toEqual([]);
  });

  test('every string path of a stream is judged or listed', () => {
    const paths = readPaths('openai-responses-stream.json');
    expect(paths.length).toBeGreaterThan(5000);
    const texts = paths.filter(({ name }) => !isToken(name));
    const wrong = findWrongFates(texts, expected, { sequence_number: 3 }, (json) =>
      toFrameReading(openaiResponses, asked, json),
    );
    expect(wrong).toEqual([]);
  });

  test('tokens are judged, and go when anything is redacted', () => {
    for (const file of ['request', 'answer', 'stream'])
      for (const { name, toBody } of readPaths(`openai-responses-${file}.json`).filter(({ name }) =>
        isToken(name),
      )) {
        const body = { ...least, ...toBody(canary) };
        const json = toJson(body);
        const seen =
          file === 'request'
            ? openaiResponses.readRequest(json, target)
            : file === 'answer'
              ? openaiResponses.readAnswer(json, asked)
              : toFrameReading(openaiResponses, asked, json);
        expect([name, seen.parts.some(({ text }) => text.includes(canary))]).toEqual([name, true]);
        expect([name, openaiResponses.drop(json.value, new Set([0])).length]).toEqual([name, 1]);
      }
  });

  test('a string where the format has none is judged off the map, with its name', () => {
    const input = [{ type: 'strange_item', text: 'hidden' }];
    const body = { ...least, input, [canary]: 'deep' };
    const { parts } = openaiResponses.readRequest(toJson(body), target);
    const found = parts.filter((part) => !part.mapped).map(({ text }) => text);
    expect(found).toEqual(['hidden', 'deep', 'strange_item', 'type\ntext', canary]);
  });
});
