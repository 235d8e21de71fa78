/** Whatever stands where in an answer, of whatever type: it is judged or listed, or the answer is refused. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { GatewayError } from '../../../../src/errors.ts';
import type { Step } from '../../../../src/governance/interaction.ts';
import { surfaces, type Surface } from '../../../conformance/surfaces.ts';
import { draws } from '../../../support/draws.ts';
import type { Seen } from '../../../support/wire.ts';
import { toJson } from '../../../support/wire.ts';

const canary = 'a-canary';
const number = 700_010_203;

/** What no format has in most of its places. */
const strangers: readonly unknown[] = [
  ...[canary, [canary], [[canary]], number, -number, [1, number], { [canary]: 1 }],
  ...[
    { deep: { [canary]: {} } },
    { text: canary, type: 'other' },
    { type: 'text', text: [canary] },
  ],
  ...[{ parts: [{ text: canary }] }, { type: canary, id: number }, { url: canary }],
  ...[
    { token: [canary] },
    [{ token: canary, bytes: [1, 2] }],
    { bytes: canary },
    { bytes: [canary] },
  ],
  ...[{ token: 'a', logprob: canary }, { logprob: number }, { tokens: [canary, 1] }],
  ...[{ top_logprobs: [{ [canary]: 1 }] }, { candidates: [{ [canary]: canary }] }],
  ...[{ arguments: { [canary]: number } }, { name: [canary] }, { function: [canary] }],
];
const names = [
  ...['extra', 'text', 'content', 'data', 'input', 'name', 'id', 'url', 'type', 'role', canary],
  ...['arguments', 'logprobs', 'token', 'bytes', 'top_logprobs', 'constructor', 'usage', 'index'],
];

type Tree = Record<Step, unknown>;
type Place = readonly Step[];

function listPlaces(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const within = Object.entries(value).flatMap(([step, each]) =>
    listPlaces(each, [...at, Array.isArray(value) ? Number(step) : step]),
  );
  return [at, ...within];
}

const standingAt = (body: unknown, at: Place): unknown =>
  at.reduce<unknown>((tree, step) => (tree as Tree)[step], body);

/** In the place of something, or beside it. */
function plant(body: unknown, at: Place, name: string | undefined, stranger: unknown): void {
  const parent = standingAt(body, at.slice(0, -1)) as Tree;
  if (name === undefined) parent[at.at(-1) ?? ''] = stranger;
  else if (Array.isArray(parent)) parent.push(stranger);
  else parent[name] = stranger;
}

/** Undefined where it is refused. */
function readAnswer({ dialect, kind, method, least, path }: Surface, body: unknown) {
  const target = { route: path, params: path.startsWith('/v1beta/models/m') ? { model: 'm' } : {} };
  const asked = dialect.readRequest(method === 'GET' ? undefined : toJson(least), target);
  try {
    if (kind === 'plain') return dialect.readAnswer(toJson(body), asked);
    const frame = dialect.stream?.createReader(asked).read(toJson(body), '');
    return frame && { parts: frame.fragments.map(({ part }) => part), unjudged: frame.unjudged };
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

/** In a frame, what is listed is named by its place in the whole answer. */
function isListed({ unjudged }: Seen, { kind }: Surface, at: Place): boolean {
  if (kind === 'stream') return unjudged.length > 0;
  return unjudged.some((each) => each.at.every((step, depth) => at[depth] === step));
}

function findUnseen(surface: Surface, body: unknown): readonly Place[] {
  const answer = readAnswer(surface, body);
  if (answer === undefined) return [];
  const seen = answer.parts.map(({ text }) => text).join('\n');
  const isUnseen = (said: unknown): boolean =>
    (said === canary || said === number || said === -number) && !seen.includes(String(said));
  return listPlaces(body).filter(
    (at) =>
      (isUnseen(standingAt(body, at)) || isUnseen(at.at(-1))) && !isListed(answer, surface, at),
  );
}

const rows = surfaces.map((surface) => ({ ...surface, name: surface.dialect.name, surface }));

describe('a stranger in an answer', () => {
  test.each(rows)('of $name, $kind, is not overlooked', ({ surface }) => {
    const seeds = surface.answers.map(({ toBody }) => ({
      ...surface.leastAnswer,
      ...toBody('seed'),
    }));
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
        expect([findUnseen(surface, body), body]).toEqual([[], body]);
      }),
      draws(700),
    );
  });
});

test.each(surfaces.filter(({ kind }) => kind === 'plain'))(
  'what $dialect.name does not know in an answer is judged as what the model says',
  (surface) => {
    const body = { ...surface.leastAnswer, novel: [{ deep: canary }] };
    const parts = readAnswer(surface, body)?.parts.filter(({ text }) => text.includes(canary));
    const { mapped } = parts?.[0] ?? {};
    // Counts are judged whatever stands beside them.
    const kinds = surface.dialect.name === 'gemini-count-tokens' ? ['metadata'] : ['assistant'];
    expect([parts?.map(({ kind }) => kind), mapped]).toEqual([kinds, kinds[0] !== 'assistant']);
  },
);
