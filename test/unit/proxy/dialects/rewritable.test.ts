/** Every text that may be rewritten stands where its reading says, whatever an author put in the place of what belongs there. */
import { describe, expect, test } from '@jest/globals';
import type { Part, Step } from '../../../../src/governance/interaction.ts';
import type { Asked, Target } from '../../../../src/proxy/dialects/dialect.ts';
import type { Json } from '../../../../src/proxy/json.ts';
import { surfaces, type Surface } from '../../../conformance/surfaces.ts';
import { toJson } from '../../../support/wire.ts';

const strangers: readonly unknown[] = [
  'a stranger',
  7_654_321,
  ['a stranger'],
  [7_654_321, { text: 'a stranger' }],
  { text: 'a stranger' },
  { text: ['a', { stranger: 'b' }] },
  { type: 'novel', novel: [{ name: 'a stranger', arguments: '{"a":"\\u0062"}' }] },
];

/** The same body with a stranger in the place of each value on the way to its one text. */
function* estranged(body: unknown): Generator {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const put = (other: unknown): unknown =>
      Array.isArray(body)
        ? body.map((each: unknown, at) => (String(at) === name ? other : each))
        : { ...body, [name]: other };
    for (const stranger of strangers) yield put(stranger);
    for (const inner of estranged(value)) yield put(inner);
  }
}

/** Steps beyond a string lead into the JSON that it holds. */
function findAt(value: unknown, at: readonly Step[]): string | undefined {
  const [step, ...rest] = at;
  if (step === undefined)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const held: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return findAt((held as Record<Step, unknown> | undefined)?.[step], rest);
}

type Place = { readonly part: Part; readonly at: readonly Step[] };

function findLost({ drop }: Surface['dialect'], json: Json, places: readonly Place[]): string[] {
  return places.flatMap(({ part, at }) => {
    if (part.fixed) return [];
    const gone = drop(json.value, new Set([part.channel]));
    if (gone.some((above) => above.every((step, index) => at[index] === step))) return [];
    return findAt(json.value, at) === part.text ? [] : [`${at.join('.')} of ${json.source}`];
  });
}

const targetOf = ({ path }: Surface): Target => ({
  route: path,
  params: path.startsWith('/v1beta/models/m') ? { model: 'm' } : {},
});
const ask = (surface: Surface): Asked =>
  surface.dialect.readRequest(
    surface.method === 'GET' ? undefined : toJson(surface.least),
    targetOf(surface),
  );

/** A body that is refused is not rewritten. */
function readPlaces(read: () => readonly Place[]): readonly Place[] {
  try {
    return read();
  } catch {
    return [];
  }
}

const toPlaces = (parts: readonly Part[]): Place[] => parts.map((part) => ({ part, at: part.at }));

function findLostIn(surface: Surface, source: string, side: 'request' | 'answer'): string[] {
  const { dialect, kind } = surface;
  const json = { source, value: JSON.parse(source) as unknown };
  const places = readPlaces(() => {
    if (side === 'request') return toPlaces(dialect.readRequest(json, targetOf(surface)).parts);
    if (kind === 'plain') return toPlaces(dialect.readAnswer(json, ask(surface)).parts);
    const reader = dialect.stream?.createReader(ask(surface));
    const fragments = reader?.read(json, '').fragments ?? [];
    return fragments.map(({ part, within }) => ({ part, at: within }));
  });
  return findLost(dialect, json, places);
}

describe.each(surfaces.map((each) => [`${each.dialect.name} ${each.kind}`, each] as const))(
  '%s',
  (_, surface) => {
    test.each(['request', 'answer'] as const)('%s', (side) => {
      const paths = side === 'request' ? surface.requests : surface.answers;
      const least = side === 'request' ? surface.least : surface.leastAnswer;
      const lost: string[] = [];
      const tried = new Set<string>();
      for (const { toBody } of paths)
        for (const body of estranged({ ...least, ...toBody('a text') })) {
          const source = JSON.stringify(body);
          if (tried.has(source)) continue;
          tried.add(source);
          lost.push(...findLostIn(surface, source, side));
        }
      expect(lost.slice(0, 20)).toEqual([]);
    });
  },
);
