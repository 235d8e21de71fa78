/** Whatever stands where in a request, of whatever type: it is judged or listed, or the request is refused. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { GatewayError } from '../../../../src/errors.ts';
import type { Step } from '../../../../src/governance/interaction.ts';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { operations } from '../../../../src/proxy/operations.ts';
import { draws } from '../../../support/draws.ts';
import { readPaths } from '../../../support/paths.ts';
import { specimens } from '../../../support/specimens.ts';
import { toJson } from '../../../support/wire.ts';

const messages = [{ role: 'user', content: 'hi' }];
const full: Readonly<Record<string, readonly [file: string, least: object]>> = {
  'openai-chat': ['openai-chat', { messages }],
  'openai-responses': ['openai-responses', { input: 'hi' }],
  'anthropic-messages': ['anthropic-messages-beta', { messages, max_tokens: 9 }],
  'gemini-generate': ['gemini-generate', { contents: [{ parts: [{ text: 'hi' }] }] }],
  'ollama-chat': ['ollama-chat', { messages }],
  'ollama-generate': ['ollama-generate', { prompt: 'hi' }],
};

/** Sound requests of a format, each with some member that it has. */
function listSeeds(name: string): readonly object[] {
  const [file, least] = full[name] ?? [];
  const paths = file === undefined ? [] : readPaths(`${file}-request.json`);
  return [
    ...paths.map(({ toBody }) => ({ model: 'm', ...least, ...toBody('seed') })),
    ...specimens.filter(({ dialect }) => dialect === name).map(({ body }) => body('seed')),
  ];
}

const canary = 'a-canary';
const number = 700_010_203;
/** What no format has in most of its places. */
const strangers: readonly unknown[] = [
  ...[
    canary,
    [canary],
    [[canary]],
    number,
    [1, number],
    { [canary]: 1 },
    { deep: { [canary]: {} } },
  ],
  ...[{ text: canary, type: 'other' }, { type: 'text', text: [canary] }, { content: canary }],
  ...[{ type: 'text', text: 'a', extra: { a: [canary] } }, { parts: [{ text: canary }] }],
  ...[{ type: canary, id: number }, { url: canary }, { role: canary, content: [] }],
];
const names = [
  ...['extra', 'text', 'content', 'data', 'input', 'name', 'id', 'url', 'type', 'role', canary],
  ...['arguments', 'description', 'system', 'tools', 'parts', 'file_id', 'constructor'],
];

function listPlaces(value: unknown, at: readonly Step[] = []): readonly (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  const within = Object.entries(value).flatMap(([step, each]) =>
    listPlaces(each, [...at, Array.isArray(value) ? Number(step) : step]),
  );
  return [at, ...within];
}

type Tree = Record<Step, unknown>;

/** Puts a stranger in the place of something, or beside it. */
function plant(body: unknown, at: readonly Step[], name: string | undefined, stranger: unknown) {
  const parent = at.slice(0, -1).reduce((tree, step) => (tree as Tree)[step], body) as Tree;
  const last = at.at(-1) ?? '';
  if (name === undefined) parent[last] = stranger;
  else if (Array.isArray(parent)) parent.push(stranger);
  else parent[name] = stranger;
}

/** Places of the canary that are neither judged nor within what is listed as unjudged. */
function findUnseen(dialect: Dialect, path: string, body: unknown): readonly (readonly Step[])[] {
  const params = path.includes(':model') ? { model: 'm' } : {};
  const asked = (() => {
    try {
      return dialect.readRequest(toJson(body), { route: path, params });
    } catch (error) {
      if (error instanceof GatewayError) return undefined;
      throw error;
    }
  })();
  if (asked === undefined) return [];
  const seen = asked.parts.map(({ text }) => text).join('\n');
  const isUnseen = (said: unknown): boolean =>
    (said === canary || said === number) && !seen.includes(String(said));
  return listPlaces(body).filter((at) => {
    const value = at.reduce<unknown>((tree, step) => (tree as Tree)[step], body);
    if (!isUnseen(value) && !isUnseen(at.at(-1))) return false;
    return !asked.unjudged.some((each) => each.at.every((step, depth) => at[depth] === step));
  });
}

const rows = operations
  .filter(({ method }) => method === 'POST')
  .map(({ path, dialect }) => ({ path, dialect, seeds: listSeeds(dialect.name) }))
  .filter(({ seeds }) => seeds.length > 0);

describe('a stranger in a request', () => {
  test.each(rows)('to $path is not overlooked', ({ path, dialect, seeds }) => {
    const planted = fc.record({
      seed: fc.constantFrom(...seeds),
      place: fc.nat(),
      name: fc.option(fc.constantFrom(...names), { nil: undefined }),
      stranger: fc.constantFrom(...strangers),
    });
    fc.assert(
      fc.property(planted, ({ seed, place, name, stranger }) => {
        const body: unknown = structuredClone(seed);
        const places = listPlaces(body).slice(1);
        plant(body, places[place % places.length] ?? [], name, structuredClone(stranger));
        expect([findUnseen(dialect, path, body), body]).toEqual([[], body]);
      }),
      draws(1500),
    );
  });
});
