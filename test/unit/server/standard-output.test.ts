import { afterEach, describe, expect, test } from '@jest/globals';
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StandardOutput } from '../../../src/server/standard-output.ts';
import { until } from '../../support/until.ts';

/** Each write to it fails as on a disk that is full. */
const fullDisk = '/dev/full';
const withFullDisk = existsSync(fullDisk) ? test : test.skip;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'standard-output-'));
  folders.push(folder);
  return join(folder, 'log');
}

describe('an output', () => {
  withFullDisk('that was full takes lines again, and is told how many it did not', async () => {
    const path = newFile();
    const full = openSync(fullDisk, 'w');
    const file = openSync(path, 'a');
    let isFull = true;
    const lost: number[] = [];
    const output = new StandardOutput({
      get fd() {
        return isFull ? full : file;
      },
      onLost: (lines) => lost.push(lines),
    });
    output.write('one\n');
    output.write('two\nthree\n');
    // The second write begins when the first one has failed.
    await sleep(100);
    expect(lost).toEqual([]);
    isFull = false;
    output.write('four\n');
    await until(() => readFileSync(path, 'utf8') === 'four\n');
    await until(() => lost.length > 0);
    expect(lost).toEqual([3]);
    closeSync(full);
    closeSync(file);
  });

  test('gets all lines in order, and what still waits at the end', async () => {
    const path = newFile();
    const file = openSync(path, 'a');
    const output = new StandardOutput({ fd: file, onLost: () => undefined });
    const lines = Array.from({ length: 500 }, (_, line) => `line ${line}\n`);
    for (const line of lines.slice(0, 400)) output.write(line);
    await until(() => readFileSync(path, 'utf8') === lines.slice(0, 400).join(''));
    await sleep(50);
    for (const line of lines.slice(400)) output.write(line);
    output.flushSync();
    await until(() => readFileSync(path, 'utf8').length === lines.join('').length);
    closeSync(file);
  });
});

describe('a process whose log lines nobody takes', () => {
  const program = `
    import { createLog } from './src/server/log.ts';
    const log = createLog('info');
    const text = 'x'.repeat(1_000);
    for (let line = 0; line < 2_000; line += 1) log.info({ text }, 'a line');
    setTimeout(() => {
      log.fatal('the last line');
      process.exit(3);
    }, 300);`;

  async function run(stdout: number | 'pipe'): Promise<unknown> {
    const root = join(import.meta.dirname, '..', '..', '..');
    const node = ['--import', './bin/resolve-at-once.js', '--input-type=module', '--eval', program];
    const options: SpawnOptions = { cwd: root, stdio: ['ignore', stdout, 'inherit'] };
    // Nothing reads its pipe: nobody asks for what comes.
    const child = spawn(process.execPath, node, options);
    const ended = once(child, 'exit').then(([status]: unknown[]) => status);
    const status = await Promise.race([ended, sleep(20_000, 'it hangs', { ref: false })]);
    child.kill('SIGKILL');
    child.stdout?.destroy();
    return status;
  }

  test('since its pipe is full ends all the same', async () => {
    expect(await run('pipe')).toBe(3);
  });

  withFullDisk('since the disk is full goes on, and ends as it is told', async () => {
    const full = openSync(fullDisk, 'w');
    expect(await run(full)).toBe(3);
    closeSync(full);
  });
});
