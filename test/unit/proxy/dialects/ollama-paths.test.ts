import { describe, expect, test } from '@jest/globals';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { ollamaChat, ollamaGenerate } from '../../../../src/proxy/dialects/ollama-generation.ts';
import { findWrongFates, readPaths } from '../../../support/paths.ts';
import { toJson, toSeen } from '../../../support/wire.ts';

const target = { route: '/api/chat', params: {} };

function expected(path: string): string {
  return /images\[\]$|image$/.test(path) ? 'unjudged image' : 'judged';
}

const kinds: readonly [name: string, dialect: Dialect, requests: number, answers: number][] = [
  ['chat', ollamaChat, 24, 12],
  ['generate', ollamaGenerate, 9, 8],
];

describe.each(kinds)('Ollama %s', (name, dialect, requests, answers) => {
  const ask = (body: Record<string, unknown>) =>
    dialect.readRequest(toJson({ model: 'm', messages: [], ...body }), target);

  test('every string path of a request is judged or listed', () => {
    const paths = readPaths(`ollama-${name}-request.json`);
    expect(paths).toHaveLength(requests);
    expect(findWrongFates(paths, expected, ask)).toEqual([]);
  });

  test('every string path of an answer and of a line is judged or listed', () => {
    const paths = readPaths(`ollama-${name}-answer.json`);
    expect(paths).toHaveLength(answers);
    const read = (body: Record<string, unknown>) => dialect.readAnswer(toJson(body), ask({}));
    expect(findWrongFates(paths, expected, read)).toEqual([]);
    const readLine = (body: Record<string, unknown>) => toSeen(dialect, ask({}), body);
    expect(findWrongFates(paths, expected, readLine)).toEqual([]);
  });
});
