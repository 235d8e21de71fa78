import { describe, expect, test } from '@jest/globals';
import { anthropicCountTokens } from '../../../../src/proxy/dialects/anthropic-count-tokens.ts';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import type { Asked } from '../../../../src/proxy/dialects/dialect.ts';
import { canary, findWrongFates, readPaths } from '../../../support/paths.ts';
import { toJson, toSeen } from '../../../support/wire.ts';

const target = { route: '/v1/messages', params: {} };
const least = { model: 'm', max_tokens: 1, messages: [] };

function ask(body: Record<string, unknown>): Asked {
  return anthropicMessages.readRequest(toJson({ ...least, ...body }), target);
}

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
  test('every string path of a request is judged or listed', () => {
    expect(requests.length).toBeGreaterThan(700);
    expect(findWrongFates(requests, expected, ask)).toEqual([]);
  });

  test('every string path of a request to count tokens is judged or listed', () => {
    const count = (body: Record<string, unknown>): Asked =>
      anthropicCountTokens.readRequest(toJson({ ...least, ...body }), target);
    expect(findWrongFates(requests, expected, count)).toEqual([]);
  });

  test('every string path of an answer is judged or listed', () => {
    const paths = readPaths('anthropic-messages-answer.json');
    const read = (body: Record<string, unknown>) =>
      anthropicMessages.readAnswer(toJson(body), ask({}));
    expect(paths.length).toBeGreaterThan(70);
    expect(findWrongFates(paths, expected, read)).toEqual([]);
  });

  test('every string path of a stream is judged or listed', () => {
    const paths = [
      ...readPaths('anthropic-messages-stream.json'),
      ...readPaths('anthropic-messages-beta-stream.json'),
    ];
    const read = (event: Record<string, unknown>) =>
      toSeen(anthropicMessages, ask({}), { index: 3, ...event });
    expect(paths.length).toBeGreaterThan(220);
    expect(findWrongFates(paths, expected, read)).toEqual([]);
  });

  test(`a string where the format has none is judged off the map, with its name: ${canary}`, () => {
    const body = { metadata: { user_id: 'u', [canary]: [{ x: 'hidden' }] } };
    const { parts } = ask(body);
    const found = parts.filter((part) => !part.mapped);
    expect(found.map(({ kind, text }) => [kind, text])).toEqual([
      ['user', canary],
      ['user', 'hidden'],
      ['user', 'x'],
    ]);
  });
});
