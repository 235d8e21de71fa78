/** Numbers with their nouns, as commands tell them. */
import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../src/cli/counted.ts';
import { root } from '../../support/repository.ts';

test('counted() puts the noun in the singular for one', () => {
  expect([0, 1, 2].map((number) => counted(number, 'text'))).toEqual([
    '0 texts',
    '1 text',
    '2 texts',
  ]);
  expect(counted(1, 'entry', 'entries')).toBe('1 entry');
});

test('no command tells a number beside a noun that stands in the plural whatever the number is', () => {
  const folder = join(root, 'src/cli');
  const plural =
    /\$\{(?!counted)[^}]*\} (?:judged |recorded |kept )?(?:texts|entries|segments|exchanges|checkpoints|tests|rules)\b/;
  const told = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => plural.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(told).toEqual([]);
});
