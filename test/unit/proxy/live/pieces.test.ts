/** Whatever a frame says in any of its places, no client needs the other frames to read it: none keeps a value. */
import { expect, test } from '@jest/globals';
import { pointerOf, type Step } from '../../../../src/governance/interaction.ts';
import type { Frame } from '../../../../src/proxy/frame.ts';
import { readJsonText } from '../../../../src/proxy/json.ts';
import { countDraws, randomOf, seedOf } from '../../../support/draws.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import {
  asked,
  cutEvery,
  cutText,
  formats,
  framingOf,
  limits,
  tellHeld,
  tellLive,
} from './scene.ts';

type Format = (typeof formats)[number];
type Random = () => number;

const flowing = policyOf({
  patterns: { codename: { keywords: ['blue heron'], wholeWord: true } },
  rules: [
    { id: 'card', when: 'found("pii/card")', action: 'redact' },
    { id: 'mail', when: 'found("pii/email")', action: 'redact' },
    { id: 'codename', when: 'hit("codename")', action: 'redact' },
  ],
});
const bundle = bundleOf([flowing]);
/** What asks where a text ends is held until there is all of it. */
const anchored = bundleOf([
  flowing,
  policyOf(
    {
      patterns: { code: { regex: '^Zulu-[0-9]{3}$' } },
      rules: [{ id: 'code', when: 'hit("code")', action: 'redact' }],
    },
    'anchored',
  ),
]);

const flowingValues = ['4111 1111 1111 1111', 'ada.lovelace@example.org', 'blue heron'];
const values = [...flowingValues, 'Zulu-471'];
const glue = ['123', '4111', 'abc', 'x', '@', 'a.b', '-', 'heron', '__', '7 7 7', 'é', ''];
const said = 'The weather in the mountains is clear today, and it stays so for a while yet. ';

function pick<Item>(random: Random, list: readonly Item[]): Item {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('nothing to pick');
  return item;
}

type Body = Record<string, unknown>;

function framesOf({ dialect }: Format, stream: string): readonly Frame[] {
  const parser = framingOf(dialect).createParser();
  return [...parser.push(Buffer.from(stream)), ...parser.end()];
}

function isData({ data }: Frame): boolean {
  return data?.startsWith('{') === true;
}

/** All strings of a body with their places, and all objects. */
function walk(value: unknown, at: Step[], visit: (at: readonly Step[], value: unknown) => void) {
  visit(at, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value))
    walk(member, [...at, Array.isArray(value) ? Number(name) : name], visit);
}

function placesOf(value: unknown, is: (value: unknown) => boolean): (readonly Step[])[] {
  const places: (readonly Step[])[] = [];
  walk(value, [], (at, one) => is(one) && places.push(at));
  return places;
}

function reach(value: unknown, at: readonly Step[]): unknown {
  return at.reduce<unknown>((one, step) => (one as Body | undefined)?.[step], value);
}

/** The strings that clients put together with those of other frames. */
function joinedIn({ dialect }: Format, frames: readonly Frame[]): readonly Set<string>[] {
  const reader = dialect.stream?.createReader(asked);
  return frames.map((frame) => {
    if (!isData(frame) || reader === undefined) return new Set();
    const { fragments } = reader.read(
      readJsonText(frame.data ?? '', limits, 'a frame'),
      frame.event,
    );
    const joined = fragments.filter(({ piece, loose }) => piece && loose !== true);
    return new Set(joined.map(({ within }) => pointerOf(within)));
  });
}

/** Several frames in a row say words in one place: a string that stands there, or one that no format knows. */
function sayBeside(format: Format, random: Random, frames: readonly Frame[]): string {
  const framing = framingOf(format.dialect);
  const known = random() < 0.5;
  const first = Math.floor(random() * frames.length);
  const begin = frames.slice(first).find(isData) ?? frames.find(isData);
  const body: unknown = JSON.parse(begin?.data ?? '{}');
  const isPlace = (value: unknown): boolean =>
    known ? typeof value === 'string' : typeof value === 'object' && !Array.isArray(value);
  const at = pick(random, placesOf(body, isPlace));
  const words = Array.from({ length: 2 + Math.floor(random() * 6) }, () =>
    pick(random, random() < 0.5 ? values : glue),
  );
  let next = 0;
  return frames
    .map((frame, index) => {
      if (index < first || next === words.length || !isData(frame)) return frame.source;
      const own = JSON.parse(frame.data ?? '{}') as Body;
      const place = known ? at : [...at, 'note'];
      const above = reach(own, place.slice(0, -1));
      const name = place.at(-1);
      if (typeof above !== 'object' || above === null || name === undefined) return frame.source;
      if (known && typeof reach(own, place) !== 'string') return frame.source;
      (above as Body)[name] = words[next];
      next += 1;
      return framing.write(frame, JSON.stringify(own));
    })
    .join('');
}

/** What is left of the values, and where. */
function leaksOf(
  format: Format,
  released: string,
  joined: readonly Set<string>[],
  told: readonly string[] = values,
): string[] {
  const leaks: string[] = [];
  framesOf(format, released).forEach((frame, index) => {
    if (!isData(frame)) return;
    walk(JSON.parse(frame.data ?? ''), [], (at, value) => {
      if (typeof value !== 'string' || joined[index]?.has(pointerOf(at)) === true) return;
      for (const one of told)
        if (isSaid(value, one)) leaks.push(`${index} ${pointerOf(at)} ${value}`);
    });
  });
  return leaks;
}

/** The code is one only where nothing else is said. */
function isSaid(text: string, value: string): boolean {
  return value.startsWith('Zulu') ? text === value : text.includes(value);
}

const streams = countDraws(160);

test.each(formats.map((format) => [format.dialect.name, format] as const))(
  '%s',
  async (_, format) => {
    const { dialect, say } = format;
    let judged = 0;
    const count = Math.ceil(streams / formats.length);
    for (let seed = seedOf(1); seed < seedOf(1) + count; seed += 1) {
      const random = randomOf(seed * 7_919);
      const sizes = [3, 5 + Math.floor(random() * 20)];
      const stream = sayBeside(format, random, framesOf(format, say(cutText(said, sizes))));
      const bytes = Buffer.from(stream);
      let joined: readonly Set<string>[];
      try {
        joined = joinedIn(format, framesOf(format, stream));
        tellHeld(dialect, bundle, bytes);
      } catch {
        // A word that makes of the frame what no server says is refused.
        continue;
      }
      judged += 1;
      const whole = tellHeld(dialect, anchored, bytes);
      const held = tellHeld(dialect, bundle, bytes);
      const live = await tellLive(dialect, bundle, cutEvery(bytes, 1 + Math.floor(random() * 900)));
      expect([seed, leaksOf(format, whole.released, joined)]).toEqual([seed, []]);
      for (const { released } of [held, live])
        expect([seed, leaksOf(format, released, joined, flowingValues)]).toEqual([seed, []]);
      if (held.action === 'allow')
        expect([seed, live.failed, live.rules, live.released]).toEqual([
          seed,
          undefined,
          [],
          stream,
        ]);
    }
    expect(judged).toBeGreaterThan(count / 2);
  },
);
