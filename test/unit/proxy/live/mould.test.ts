/** A frame that is told by the shape of another says what reading it in full would say, or is read in full. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Frame } from '../../../../src/proxy/frame.ts';
import { Mould } from '../../../../src/proxy/live/mould.ts';
import { draws } from '../../../support/draws.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, cutText, formats, tellLive, withoutShapes } from './scene.ts';

const frameOf = (data: string): Frame => ({
  source: `data: ${data}\n\n`,
  event: '',
  data,
  aside: '',
});
const drifting = { number: /(?:0|[1-9]\d{0,5})/y };
const write = (text: unknown, more: unknown, number: unknown): string =>
  JSON.stringify({ id: 'a"b', number, choices: [{ text, index: 0 }, { more }], number2: 7 });
const places = [
  ['choices', 0, 'text'],
  ['choices', 1, 'more'],
];

/** Of what a frame says, with these pieces and this number. */
function readWith(mould: Mould, data: string): unknown {
  const pieces = mould.read(frameOf(data));
  if (pieces === undefined) return undefined;
  const { number } = JSON.parse(data) as { number: unknown };
  return JSON.parse(write(pieces[0], pieces[1], number));
}

test('Mould.read() gives the pieces of a frame of its shape, escaped or not', () => {
  const mould = Mould.of(frameOf(write('x', 'y', 1)), places, drifting);
  if (mould === undefined) throw new Error('no mould');
  expect(mould.read(frameOf(write('a "quoted" \\ word\n', 'ä🦊', 204)))).toEqual([
    'a "quoted" \\ word\n',
    'ä🦊',
  ]);
});

test.each([
  ['nothing is said', write('', 'y', 1)],
  ['a piece is no string', write(5, 'y', 1)],
  ['a number is long', write('x', 'y', 1_000_000)],
  ['a number is none', write('x', 'y', '12')],
  ['a number has a sign', write('x', 'y', -1)],
  ['a number is written as none is', write('x', 'y', 1).replace('"number":1', '"number":01')],
  ['half a pair is escaped', write('x', 'y', 1).replace('"x"', '"\\ud800"')],
  ['a string is cut by a control character', write('x', 'y', 1).replace('"x"', '"a\tb"')],
  ['an escape is none', write('x', 'y', 1).replace('"x"', '"\\q"')],
  ['a member is doubled', write('x', 'y', 1).replace('"x"', '"x","text":"z"')],
  ['something follows', `${write('x', 'y', 1)} 1`],
  ['it stops early', write('x', 'y', 1).slice(0, -1)],
])('Mould.read() leaves it to be read in full where %s', (_, data) => {
  const mould = Mould.of(frameOf(write('x', 'y', 1)), places, drifting);
  expect(mould?.read(frameOf(data))).toBeUndefined();
});

test('Mould.read() agrees with JSON.parse on whatever it takes', () => {
  const said = fc.string({ unit: 'binary', minLength: 1 });
  const cut = fc.record({ at: fc.nat(), length: fc.nat(3), put: fc.string({ maxLength: 3 }) });
  let taken = 0;
  fc.assert(
    fc.property(said, said, fc.nat(2_000_000), fc.option(cut), (text, more, number, change) => {
      const mould = Mould.of(frameOf(write('first', 'second', 3)), places, drifting);
      if (mould === undefined) throw new Error('no mould');
      let data = write(text, more, number);
      if (change !== null) {
        const at = change.at % data.length;
        data = data.slice(0, at) + change.put + data.slice(at + change.length);
      }
      const read = readWith(mould, data);
      if (read === undefined) return;
      taken += 1;
      expect(read).toEqual(JSON.parse(data));
    }),
    draws(2_000),
  );
  expect(taken).toBeGreaterThan(200);
});

const bundle = bundleOf([
  policyOf({
    detect: { 'pii/*': { confidence: 0.7 } },
    rules: [
      { id: 'card', when: 'found("pii/card")', action: 'redact' },
      { id: 'mail', when: 'found("pii/email")', action: 'flag' },
    ],
  }),
]);

test.each(formats.map((format) => [format.dialect.name, format] as const))(
  'a stream of %s is judged alike whether its frames are told by their shape or not',
  async (_, { dialect, say }) => {
    const piece = fc.oneof(
      fc.string({ maxLength: 9 }),
      fc.string({ unit: 'grapheme', maxLength: 9 }),
      fc.constantFrom(
        '4111 1111 ',
        '1111 1111',
        ' ada@',
        'example.org ',
        '"',
        '\\',
        '\n',
        '\u0000',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 90 }), async (pieces) => {
        const bytes = Buffer.from(say(cutText(pieces.join(' '), [7, 1, 12])));
        const chunks = cutEvery(bytes, 700);
        const told = await tellLive(dialect, bundle, chunks);
        expect(told).toEqual(await tellLive(withoutShapes(dialect), bundle, chunks));
      }),
      draws(25),
    );
  },
);
