import { describe, expect, test } from '@jest/globals';
import { anthropicCountTokens } from '../../../../src/proxy/dialects/anthropic-count-tokens.ts';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import { canary, findWrongFates, readPaths } from '../../../support/paths.ts';
import { toFrameReading, toJson, toReading } from '../../../support/wire.ts';

const target = { route: '/v1/messages', params: {} };
const least = { model: 'm', max_tokens: 1, messages: [] };
const asked = anthropicMessages.readRequest(toJson(least), target);

/** Where bytes stand that are no text; everything else in the lists of paths is text. */
function expected(path: string): string {
  if (/image\}\.source\{type=base64\}\.data$/.test(path)) return 'unjudged image';
  if (/document\}\.source\{type=base64\}\.data$/.test(path)) return 'unjudged file';
  if (/redacted_thinking\}\.data$/.test(path)) return 'unjudged encrypted';
  if (/(?:signature|encrypted_(?:content|index|stdout))$/.test(path)) return 'unjudged encrypted';
  if (/authorization_token$|^fallback_credit_token/.test(path)) return 'unjudged reference';
  return 'judged';
}

const requests = [
  ...readPaths('anthropic-messages-request.json'),
  ...readPaths('anthropic-messages-beta-request.json'),
];

describe('Anthropic Messages', () => {
  test.each([anthropicMessages, anthropicCountTokens])(
    'every string path of a request is judged or listed: $name',
    (dialect) => {
      expect(requests.length).toBeGreaterThan(700);
      const wrong = findWrongFates(requests, expected, least, (json) =>
        toReading(dialect.readRequest(json, target)),
      );
      expect(wrong).toEqual([]);
    },
  );

  test('every string path of an answer is judged or listed', () => {
    const paths = readPaths('anthropic-messages-answer.json');
    expect(paths.length).toBeGreaterThan(70);
    const wrong = findWrongFates(paths, expected, {}, (json) =>
      toReading(anthropicMessages.readAnswer(json, asked)),
    );
    expect(wrong).toEqual([]);
  });

  test('every string path of a stream is judged or listed', () => {
    const paths = [
      ...readPaths('anthropic-messages-stream.json'),
      ...readPaths('anthropic-messages-beta-stream.json'),
    ];
    expect(paths.length).toBeGreaterThan(220);
    const wrong = findWrongFates(paths, expected, { index: 3 }, (json) =>
      toFrameReading(anthropicMessages, asked, json),
    );
    expect(wrong).toEqual([]);
  });

  test('a string where the format has none is judged off the map, with its name', () => {
    const body = { ...least, metadata: { user_id: 'u', [canary]: [{ x: 'hidden' }] } };
    const { parts } = anthropicMessages.readRequest(toJson(body), target);
    const found = parts.filter((part) => !part.mapped);
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      ['user', 'hidden'],
      ['user', canary],
      ['user', 'x'],
    ]);
  });
});
