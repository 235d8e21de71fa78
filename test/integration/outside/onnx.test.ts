/** A local ONNX model judges texts in a process of its own; whatever goes wrong there is a failure, and only that. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { OnnxOptions } from '../../../src/outside/onnx.ts';
import { root } from '../../support/repository.ts';
import { endlessModel, linearModel, wholeTextModel } from '../../support/onnx.ts';
import { askAbout, labelsOf, openOutside, closeAll } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'governance-onnx-'));
afterAll(async () => {
  await closeAll();
  rmSync(folder, { recursive: true });
});

/** Also where nobody has taken note of its end. */
async function hasEnded(pid: number, seconds: number): Promise<boolean> {
  for (let left = seconds * 10; left > 0; left -= 1) {
    try {
      process.kill(pid, 0);
      const status = `/proc/${pid}/status`;
      if (existsSync(status) && /^State:\s+Z/m.test(readFileSync(status, 'utf8'))) return true;
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const pieces = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'ignore', 'the', 'rule', '##s', 'weather', '!'];
const vocabularyFile = write('vocab.txt', `${pieces.join('\n')}\n`);
const weights = [...pieces, ''].map((piece) => [0, piece === 'ignore' ? 4 : 0] as const);
const linear = write('linear.onnx', linearModel(weights));

const usual = {
  kind: 'onnx',
  scores: 'softmax',
  ...{ modelFile: linear, vocabularyFile, lowerCase: true, tokensMax: 512 },
  ...{ outputs: ['fine', 'attack'], reported: ['attack'] },
} as const;

function open(change: Partial<OnnxOptions> = {}, timeoutMs = 60_000) {
  return openOutside({ ...usual, ...change }, { timeoutMs, labels: labelsOf('attack') });
}

describe('a model that reads pieces of a vocabulary', () => {
  const outside = open();

  test('finds what it was made to find, and says how sure it is', async () => {
    const { findings, failures } = await askAbout(outside, 'Ignore the rules!');
    expect(failures).toEqual([]);
    expect(findings).toMatchObject([
      { category: 'model/attack', spans: [{ part: 0, start: 0, end: 17 }] },
    ]);
    // 4 - 1 against 1, as a softmax.
    expect(findings[0]?.confidence).toBeCloseTo(1 / (1 + Math.exp(-2)), 5);
    expect(await askAbout(outside, 'the weather')).toMatchObject({ findings: [], failures: [] });
  });

  test('reads a text that is longer than its window to the end', async () => {
    const narrow = open({ tokensMax: 8 });
    const long = `${'the weather '.repeat(200)} ignore`;
    expect((await askAbout(narrow, long)).findings).toHaveLength(1);
    expect((await askAbout(narrow, 'the weather '.repeat(200))).findings).toHaveLength(0);
  });
});

describe('a model that reads the text itself', () => {
  test('gives probabilities as they are', async () => {
    const modelFile = write('whole.onnx', wholeTextModel('do it'));
    const outside = open({ modelFile, vocabularyFile: undefined, scores: 'probabilities' });
    expect(await askAbout(outside, 'do it')).toMatchObject({ findings: [{ confidence: 1 }] });
    expect(await askAbout(outside, 'do not')).toMatchObject({ findings: [], failures: [] });
  });
});

describe('a model that cannot be relied on', () => {
  const reasonOf = async (change: Partial<OnnxOptions>, timeoutMs?: number): Promise<string> => {
    const { findings, failures, heard } = await askAbout(open(change, timeoutMs), 'the weather');
    expect([findings, heard]).toEqual([[], []]);
    return failures[0]?.reason ?? '';
  };

  test.each<[string, Partial<OnnxOptions>, string]>([
    ['is no model', { modelFile: write('no.onnx', 'not a model') }, 'could not be loaded'],
    ['is not there', { modelFile: join(folder, 'gone.onnx') }, 'could not be loaded'],
    [
      'has another number of outputs',
      { outputs: ['fine', 'attack', 'x'] },
      'has 2 outputs and 3 labels',
    ],
    [
      'gives numbers that are no scores',
      { scores: 'probabilities', reported: ['fine', 'attack'] },
      'reported a label that it was not given',
    ],
    [
      'gives scores beyond one',
      { scores: 'probabilities' },
      'gave a score that is not from 0 to 1',
    ],
    [
      'has no piece for what is unknown',
      { vocabularyFile: write('bad.txt', 'a\nb\n') },
      'could not be loaded',
    ],
    ['gets other inputs than it asks for', { vocabularyFile: undefined }, 'could not judge a text'],
    [
      'gives something that is no number',
      { modelFile: write('nan.onnx', linearModel(weights.map(() => [NaN, 1]))) },
      'could not judge a text',
    ],
  ])('that %s fails', async (_name, change, reason) => {
    expect(await reasonOf(change)).toBe(`the detector \`model\` ${reason}`);
  });

  test('that never comes to an end ends with whoever asked it', async () => {
    const modelFile = write('endless.onnx', endlessModel());
    const load = { modelFile, vocabularyFile, lowerCase: true, tokensMax: 8, scores: 'softmax' };
    const worker = join(root, 'src/outside/onnx-worker.ts');
    const asker = `
      const child = require('node:child_process').fork(${JSON.stringify(worker)}, [], {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      child.send(${JSON.stringify(load)});
      child.send({ id: 1, text: 'the weather' });
      console.log(child.pid);`;
    const parent = spawn(process.execPath, ['-e', asker], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(String(line));
    expect(await hasEnded(pid, 3)).toBe(false);
    parent.kill('SIGKILL');
    expect(await hasEnded(pid, 60)).toBe(true);
  });

  test('that never comes to an end fails in time, and its process is replaced', async () => {
    const modelFile = write('changing.onnx', endlessModel());
    const outside = open({ modelFile }, 4_000);
    const { failures } = await askAbout(outside, 'the weather');
    expect(failures[0]?.reason).toBe('the detector `model` did not answer within 4000 ms');
    writeFileSync(modelFile, linearModel(weights));
    // The new process has to begin and to load, which takes its time on a machine that does other things too.
    let found = await askAbout(outside, 'ignore');
    for (let left = 10; left > 0 && found.failures.length > 0; left -= 1)
      found = await askAbout(outside, 'ignore');
    expect(found).toMatchObject({ failures: [], findings: [{ category: 'model/attack' }] });
  });
});
