/** Characters are told by the page, and each of them as it would be told alone. */
import { expect, test } from '@jest/globals';
import {
  expansionOf,
  foldBit,
  foldCharacter,
  foldUnit,
  isOwnPage,
  kindOf,
  letterBit,
  wideBit,
} from '../../../../src/governance/text/fold.ts';
import { typography } from '../../../../src/governance/text/confusables.ts';

const units = Array.from({ length: (1 << 16) - 128 }, (_, at) => at + 128);
const isHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
const wide = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u;

function foldedOf(unit: number): string {
  const folded = foldUnit(unit);
  if (folded < 0) return expansionOf(folded);
  return folded === 0 ? '' : String.fromCharCode(folded);
}

function kindAlone(unit: number): number {
  const character = String.fromCharCode(unit);
  if (typography.includes(character)) return 0;
  const letter = /[\p{L}\p{M}\p{N}]/u.test(character) ? letterBit : 0;
  const fold = !isHalf(unit) && foldCharacter(character) !== character ? foldBit : 0;
  return letter | fold | ((letter | fold) !== 0 && wide.test(character) ? wideBit : 0);
}

test('each unit is folded as its character is by itself', () => {
  const others = units.filter((unit) => {
    const character = String.fromCharCode(unit);
    return foldedOf(unit) !== (isHalf(unit) ? character : foldCharacter(character));
  });
  expect(others).toEqual([]);
});

test('each unit is of the kind that its character is of by itself', () => {
  expect(units.filter((unit) => kindOf(unit) !== kindAlone(unit))).toEqual([]);
});

test('most pages are told at once', () => {
  const pages = Array.from({ length: 256 }, (_, page) => page);
  expect(pages.filter(isOwnPage).length).toBeGreaterThan(180);
  // Signs and disguises stand in these: Latin, Cyrillic, mathematics, full width.
  expect([0x00, 0x04, 0x22, 0xff].filter(isOwnPage)).toEqual([]);
});
