/** The pictures of the console: the command takes those that documents show, and no others lie about. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { pictures } from '../../../tools/pictures/pictures.ts';
import { listFiles, readText, root } from '../../support/repository.ts';

const named = pictures.map(({ name }) => `${name}.png`).sort();

test('docs/images holds what `npm run pictures` takes', () => {
  expect(readdirSync(join(root, 'docs', 'images')).sort()).toEqual(named);
});

test('documents show each of them', () => {
  const documents = listFiles(/\.md$/).map(readText).join('\n');
  const shown = [...documents.matchAll(/\]\((?:docs\/)?images\/([^)]+)\)/g)];
  expect([...new Set(shown.map(([, name]) => name))].sort()).toEqual(named);
});
