import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSampler } from '../../../src/audit/lasting-thread.ts';
import { root } from '../../support/repository.ts';

const run = promisify(execFile);

describe('readSampler()', () => {
  test.each([
    [['--disable-warning=ExperimentalWarning'], []],
    [['--cpu-prof', '--no-warnings'], ['--cpu-prof']],
    [
      ['--cpu-prof', '--cpu-prof-dir=there', '--no-warnings'],
      ['--cpu-prof', '--cpu-prof-dir=there'],
    ],
    [
      [
        '--cpu-prof-interval',
        '100',
        '--cpu-prof',
        '--import',
        './first.js',
        '--cpu-prof-dir',
        'there',
      ],
      ['--cpu-prof-interval', '100', '--cpu-prof', '--cpu-prof-dir', 'there'],
    ],
  ])('takes of %j what has a program sampled', (words, expected) => {
    expect(readSampler(words)).toEqual(expected);
  });
});

describe('the threads of a trail', () => {
  test('are sampled with the program, however its words are written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lasting-thread-'));
    try {
      const work = `
        const { Press } = await import('./src/audit/press.ts');
        const press = new Press();
        await press.ready();
        await press.close();`;
      const words = ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', folder];
      await run(process.execPath, [...words, '--input-type=module', '--eval', work], { cwd: root });
      expect(readdirSync(folder)).toHaveLength(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
