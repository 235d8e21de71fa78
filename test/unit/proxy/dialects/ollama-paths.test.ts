import { describe, expect, test } from '@jest/globals';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { ollamaChat, ollamaGenerate } from '../../../../src/proxy/dialects/ollama-generation.ts';
import { findWrongFates, readPaths } from '../../../support/paths.ts';
import { toFrameReading, toJson, toReading } from '../../../support/wire.ts';

const target = { route: '/api/chat', params: {} };
const least = { model: 'm', messages: [] };

function expected(path: string): string {
  return /images\[\]$|image$/.test(path) ? 'unjudged image' : 'judged';
}

const kinds: readonly [name: string, dialect: Dialect, requests: number, answers: number][] = [
  ['chat', ollamaChat, 24, 12],
  ['generate', ollamaGenerate, 9, 8],
];

describe.each(kinds)('Ollama %s', (name, dialect, requests, answers) => {
  const start = name === 'chat' ? least : { model: 'm' };

  test('every string path of a request is judged or listed', () => {
    const paths = readPaths(`ollama-${name}-request.json`);
    expect(paths).toHaveLength(requests);
    const wrong = findWrongFates(paths, expected, start, (json) =>
      toReading(dialect.readRequest(json, target)),
    );
    expect(wrong).toEqual([]);
  });

  test('every string path of an answer and of a line is judged or listed', () => {
    const asked = dialect.readRequest(toJson(start), target);
    // Tokens are joined, so they have no place of their own: they go when the answer is redacted.
    const paths = readPaths(`ollama-${name}-answer.json`);
    const texts = paths.filter((path) => !path.name.startsWith('logprobs'));
    expect(paths).toHaveLength(answers);
    expect(texts).toHaveLength(answers - 2);
    const plain = findWrongFates(texts, expected, {}, (json) =>
      toReading(dialect.readAnswer(json, asked)),
    );
    const lines = findWrongFates(texts, expected, {}, (json) =>
      toFrameReading(dialect, asked, json),
    );
    expect([...plain, ...lines]).toEqual([]);
  });
});
