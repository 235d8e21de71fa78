/** A text that came in pieces is judged as one, and each of its pieces by itself. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { govern } from '../../../src/governance/govern.ts';
import type { Part } from '../../../src/governance/interaction.ts';
import { movePieces } from '../../../src/governance/pieces.ts';
import { applyEdits } from '../../../src/governance/redact.ts';
import { draws } from '../../support/draws.ts';
import { bundleOf, callOf, policyOf } from '../../support/policy.ts';

const redacting = (when: string): ReturnType<typeof bundleOf> =>
  bundleOf([policyOf({ rules: [{ id: 'rule', when, action: 'redact' }] })]);
const card = redacting('found("pii/card")');

/** A part of these pieces, as a stream says it off the map. */
function partOf(pieces: readonly string[], more: Partial<Part> = {}): Part {
  let length = 0;
  const starts = pieces.map((piece) => (length += piece.length) - piece.length);
  const [part] = callOf({ text: pieces.join('') }).parts;
  if (part === undefined) throw new Error('a call has a part');
  return { ...part, kind: 'assistant', mapped: false, pieces: starts, ...more };
}

function cutOf(bundle: typeof card, part: Part): string {
  const { action, edits } = govern(
    bundle,
    callOf({ text: '' }, { stage: 'response', parts: [part] }),
  );
  return action === 'block' ? 'blocked' : applyEdits(part.text, edits);
}

describe('pieces', () => {
  test.each([
    [['123', '4111 1111 1111 1111', '9'], '123[CARD_1]9'],
    [['4111 1111', ' 1111 1111'], '[CARD_1]'],
    [['12', '4111 1111 1111 1111', '12', '4111 1111 1111 1111'], '12[CARD_1]12[CARD_1]'],
  ])('of %j leave %j', (pieces, left) => {
    expect(cutOf(card, partOf(pieces))).toBe(left);
  });

  test('are read with the name that they stand under', () => {
    const secrets = redacting('found("secret/*")');
    const pieces = ['the password is not told here, nor is anything else. ', 'Tr0ub4dor&3xq', ' x'];
    expect(cutOf(secrets, partOf(pieces, { under: 'password' }))).not.toContain('Tr0ub4dor&3xq');
  });

  test('that fill up frames are read in their row only', () => {
    const keyword = bundleOf([
      policyOf({
        patterns: { word: { keywords: ['bluebird'], wholeWord: true } },
        rules: [{ id: 'rule', when: 'hit("word")', action: 'redact' }],
      }),
    ]);
    const filling = { kind: 'metadata', mapped: true } as const;
    expect(cutOf(keyword, partOf(['xQ3', 'bluebird', 'k9'], filling))).toBe('xQ3bluebirdk9');
    expect(cutOf(keyword, partOf(['xQ3', 'a bluebird', 'k9'], filling))).toBe('xQ3a [WORD_1]k9');
    expect(cutOf(card, partOf(['12', '4111111111111111', '9'], filling))).toBe('12[CARD_1]9');
  });

  test('are found once where their row says the same', () => {
    const several = bundleOf([
      policyOf({ rules: [{ id: 'rule', when: 'count("pii/email") > 1', action: 'block' }] }),
    ]);
    const once = partOf(['Write to ', 'ada@example.org', ' about it.']);
    expect(cutOf(several, once)).toBe(once.text);
  });

  test('stand where they stood when something was replaced', () => {
    const words = fc.array(fc.stringMatching(/^[a-z ]{0,6}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, fc.nat(5), fc.string({ maxLength: 5 }), (pieces, at, replacement) => {
        const { pieces: starts = [], text } = partOf(pieces);
        const number = at % pieces.length;
        const [start = 0, end = text.length] = starts.slice(number);
        const edits = start === end ? [] : [{ start, end, replacement }];
        const moved = movePieces(starts, edits);
        const copy = applyEdits(text, edits);
        const left = moved.map((from, index) => copy.slice(from, moved[index + 1]));
        expect(left).toEqual(
          pieces.map((piece, index) =>
            edits.length > 0 && index === number ? replacement : piece,
          ),
        );
      }),
      draws(),
    );
  });
});
