/** Tests of policies are left out at a start only where the very same have passed under the very same program. */
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { usualPolicyLimits as limits } from '../../../src/config/yaml-source.ts';
import { compilePolicies } from '../../../src/server/loading/check.ts';
import { type Ground, groundHere, recallTests } from '../../../src/server/loading/tested-before.ts';
import { loadPolicies } from '../../../src/server/reload.ts';
import { policyOf } from '../../support/policy.ts';
import { root } from '../../support/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'tested-before-'));
afterAll(() => rmSync(folder, { recursive: true }));

const version = 'sha256:0123';
const longAgo = new Date('2026-01-01T00:00:00Z');
const place = (name: string): string => join(folder, name);

function write(name: string, text: string, at = longAgo): void {
  writeFileSync(place(name), text);
  utimesSync(place(name), at, at);
}

const ground: Ground = {
  kept: place('kept'),
  folders: [place('program')],
  files: [place('weights.bin'), place('lock.json')],
};

describe('recallTests()', () => {
  beforeEach(() => {
    rmSync(folder, { recursive: true });
    mkdirSync(place('program/detectors'), { recursive: true });
    write('program/govern.ts', 'export const one = 1;');
    write('program/detectors/phone.ts', 'export const two = 2;');
    write('weights.bin', 'weights');
    write('lock.json', '{}');
    recallTests(version, [], ground).keep();
  });

  test('knows what has passed, and nothing that was not told', () => {
    expect(recallTests(version, [], ground).passed).toBe(true);
    expect(recallTests('sha256:4567', [], ground).passed).toBe(false);
    expect(recallTests(version, [{ name: 'tone', categories: ['a/b'] }], ground).passed).toBe(
      false,
    );
  });

  test.each<[string, () => void]>([
    [
      'a detector of as many bytes',
      () => write('program/detectors/phone.ts', 'export const two = 3;'),
    ],
    ['a source more', () => write('program/detectors/card.ts', '')],
    ['a source less', () => rmSync(place('program/govern.ts'))],
    [
      'a source by another name',
      () => {
        rmSync(place('program/govern.ts'));
        write('program/judge.ts', 'export const one = 1;');
      },
    ],
    ['other weights', () => write('weights.bin', 'Weights')],
    ['another package', () => write('lock.json', '{"re2js":2}')],
    ['packages that nobody has listed', () => rmSync(place('lock.json'))],
    [
      'a source that was written while this runs',
      () => write('program/govern.ts', 'export const one = 1;', new Date()),
    ],
    [
      'half of what was kept',
      () => {
        const [file = ''] = readdirSync(place('kept/policies-tested'));
        truncateSync(place(`kept/policies-tested/${file}`), 32);
      },
    ],
  ])('forgets it with %s', (_what, change) => {
    change();
    expect(recallTests(version, [], ground).passed).toBe(false);
  });

  test('keeps nothing where the engine does not, or where it cannot be written', () => {
    const nowhere = { ...ground, kept: undefined };
    recallTests(version, [], nowhere).keep();
    expect(recallTests(version, [], nowhere).passed).toBe(false);
    const blocked = { ...ground, kept: place('lock.json') };
    recallTests(version, [], blocked).keep();
    expect(recallTests(version, [], blocked).passed).toBe(false);
  });

  test('looks at all that the core imports, and that is there', () => {
    const { folders, files } = groundHere();
    const shown = (path: string): string => relative(root, path).replaceAll('\\', '/');
    expect(folders.map(shown)).toEqual(['src/governance', 'src/config', 'src/server/loading']);
    expect(files.map(shown)).toEqual([
      'src/errors.ts',
      'models/classifier.bin',
      'node_modules/.package-lock.json',
    ]);
    expect([...folders, ...files].filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('a start', () => {
  const directory = place('policies');
  const job = { directory, limits, outside: [] };
  const allow = { name: 'hello passes', given: { text: 'hello' }, expect: { action: 'allow' } };
  const rule = { id: 'model', when: 'model == "none"', action: 'flag', message: 'Not this one.' };
  const writePolicy = (action: string): void => {
    mkdirSync(directory, { recursive: true });
    const tests = [{ ...allow, expect: { action } }];
    writeFileSync(join(directory, 'a.yaml'), policyOf({ rules: [rule] }, 'a', { tests }));
  };

  test('runs the tests of policies that are not remembered, and tells only what passed', async () => {
    const kept: string[] = [];
    const recall = (asked: string, passed: boolean) => ({ passed, keep: () => kept.push(asked) });
    writePolicy('block');
    const failed = await compilePolicies(job, (asked) => recall(asked, false));
    expect(failed.compiled).toHaveProperty('faults');
    expect(kept).toEqual([]);
    const remembered = await compilePolicies(job, (asked) => recall(asked, true));
    expect(remembered.compiled).toHaveProperty('bundle');
    writePolicy('allow');
    kept.length = 0;
    const { compiled } = await compilePolicies(job, (asked) => recall(asked, false));
    expect(kept).toEqual([(compiled as { bundle: { version: string } }).bundle.version]);
  });

  test('refuses policies whose tests fail each time, and those that passed before they were changed', async () => {
    writePolicy('allow');
    expect(await loadPolicies(directory, limits)).toHaveProperty('bundle');
    expect(await loadPolicies(directory, limits)).toHaveProperty('bundle');
    writePolicy('block');
    for (let start = 0; start < 2; start += 1)
      expect(await loadPolicies(directory, limits)).toHaveProperty('faults');
  });
});
