/** Words of a kept stream: a line that differs from the one before in one piece alone is read as every other is. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toPlainText } from '../../../src/audit/search/plain-text.ts';
import { draws } from '../../support/draws.ts';

const piece = fc.oneof(
  fc.constantFrom(
    'a',
    ',',
    ':',
    '"',
    '\\',
    'content',
    '{',
    '',
    'chat',
    '\n',
    'é',
    '你好',
    '🦊',
    ' ',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ maxLength: 6 }),
);
const frame = fc.oneof(
  {
    weight: 6,
    arbitrary: piece.map((content) => ({ id: 'chat', choices: [{ delta: { content } }] })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(2), piece)
      .map(([index, content]) => ({ choices: [{ index, delta: { content } }], object: 'chat' })),
  },
  piece.map((delta) => ({ type: 'response.output_text.delta', delta })),
  fc.tuple(piece, piece).map(([content, refusal]) => ({ delta: { content, refusal } })),
  fc.tuple(piece, piece).map(([text, kind]) => ({ kind, text })),
);

/** With more space in each line than in the one before, no two lines are alike, and all are read in full. */
function write(frames: readonly unknown[], space: (line: number) => string): string {
  return frames.map((each, line) => `data: ${space(line)}${JSON.stringify(each)}\n\n`).join('');
}

describe('toPlainText()', () => {
  test('says the same of lines that are alike as of lines that are each read in full', () => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 12 }), (frames) => {
        const alike = toPlainText(write(frames, () => ''));
        expect(alike).toBe(toPlainText(write(frames, (line) => ' '.repeat(line))));
      }),
      draws(2_000),
    );
  });

  test('does not take a name for what was said under it', () => {
    const said = (...lines: string[]): string => toPlainText(`${lines.join('\n')}\n`);
    expect(said('{"text":"text"}', '{"other":"text"}')).toBe('text');
    expect(said('{"text":"a"}', '{"text":"\\u0062"}', '{"text":"c"}')).toBe('abc');
  });
});
