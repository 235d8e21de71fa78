/** Pieces that are looked for together are found wherever they stand, and nowhere else. */
import { expect, test } from '@jest/globals';
import { piecesIn, toPiece } from '../../../../src/governance/text/pieces.ts';

const texts = [
  '',
  'a',
  'ab',
  'minecraft',
  'theft of an auto',
  'grand theft auto',
  'пароль и секрет',
  '密码是什么',
  `${'x'.repeat(16_384)}y`,
  `${'x'.repeat(16_383)}ab`,
  `${'ab '.repeat(9_000)}theft auto`,
];
const pieces = [
  'a',
  'ab',
  'ba',
  'xy',
  'xa',
  'theft auto',
  'craft',
  'секрет',
  '密',
  '密码',
  '码密',
  '',
];

test.each(texts.map((text) => [`${text.slice(0, 20)} (${text.length})`, text]))(
  'of %s those are told that stand in it',
  (_title, text) => {
    const standsThere = piecesIn(text);
    expect(pieces.filter((piece) => standsThere(toPiece(piece)))).toEqual(
      pieces.filter((piece) => text.includes(piece)),
    );
  },
);

test('what another text held is not held against the next', () => {
  piecesIn('theft auto');
  expect(piecesIn('nothing of the kind')(toPiece('theft auto'))).toBe(false);
});
