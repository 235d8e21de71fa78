/** What goes of a stream that cannot be read to its end hangs on what it says, never on how its bytes were cut. */
import { describe, expect, test } from '@jest/globals';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, cutText, formats, tellLive } from './scene.ts';

const bundle = bundleOf([
  policyOf({ rules: [{ id: 'card', when: 'found("pii/card", 0.7)', action: 'redact' }] }),
]);

const filler = 'The weather in the mountains is clear today, and the café serves räksmörgås 🦊. ';
const pieces = cutText(
  `${filler.repeat(3)}Her card is 4111 1111 1111 1111. ${filler.repeat(9)}`,
  [7],
);

/** Bytes that are no UTF-8 in the place of some in its middle, or no more than its beginning. */
const breaks: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  [
    'says bytes that are no text',
    (bytes) => Buffer.concat([bytes.subarray(0, -900), Buffer.of(0xff), bytes.subarray(-900)]),
  ],
  ['is cut in a character', (bytes) => bytes.subarray(0, bytes.lastIndexOf('🦊') + 2)],
  ['is cut in a frame', (bytes) => bytes.subarray(0, -900)],
  [
    'says what is no JSON',
    (bytes) => {
      const at = bytes.lastIndexOf(' the');
      return Buffer.concat([bytes.subarray(0, at), Buffer.from('"'), bytes.subarray(at)]);
    },
  ],
];

describe.each(formats.map(({ dialect, say }) => [dialect.name, dialect, say] as const))(
  '%s',
  (_, dialect, say) => {
    const bytes = Buffer.from(say(pieces));

    test.each(breaks)('that %s lets the same go in any chunking', async (_name, broken) => {
      const came = broken(bytes);
      const told = await tellLive(dialect, bundle, [came]);
      expect(told.failed).toMatchObject({ code: 'upstream_failed' });
      expect(told.released.length).toBeGreaterThan(bytes.length / 4);
      for (const size of [1, 64, 1_000]) {
        const again = await tellLive(dialect, bundle, cutEvery(came, size));
        expect(again.released).toBe(told.released);
        expect(String(again.failed)).toBe(String(told.failed));
      }
    });

    test('of which too much has to wait stops at the same frame in any chunking', async () => {
      const long = Buffer.from(say([...pieces, `ends in ${'9'.repeat(9_000)}`, ...pieces]));
      const within = async (size: number) =>
        tellLive(dialect, bundle, cutEvery(long, size), { streamHeldBytesMax: 6_000 });
      const told = await within(long.length);
      expect(told.failed).toMatchObject({ message: /has to be held/ });
      expect(told.released.length).toBeGreaterThan(bytes.length / 4);
      for (const size of [1, 64, 1_000, 20_000]) {
        const again = await within(size);
        expect(again.released).toBe(told.released);
        expect(String(again.failed)).toBe(String(told.failed));
      }
    });
  },
);
