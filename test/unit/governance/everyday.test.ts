/** What people ask on an ordinary day is let through by the shipped policies; the classifier takes at most one in a hundred for something else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { govern } from '../../../src/governance/govern.ts';
import { toInteraction } from '../../../src/governance/policy/trial.ts';
import { compileFolder } from '../../support/shipped-policies.ts';

const blockedMost = 0.01;

test('everyday questions and wishes in some fifty languages pass', async () => {
  const { bundle } = await compileFolder();
  const texts = readFileSync(join(import.meta.dirname, 'everyday.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(texts.length).toBeGreaterThan(500);
  const blocked = texts.filter(
    (text) => govern(bundle, toInteraction({ text }), { hash: () => 'hash' }).action === 'block',
  );
  const fewEnough = Math.floor(texts.length * blockedMost);
  expect({ blocked: blocked.length <= fewEnough ? [] : blocked }).toEqual({ blocked: [] });
});
