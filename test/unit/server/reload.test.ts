/** Policies that change while the gateway starts and runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { usualPolicyLimits as limits } from '../../../src/config/yaml-source.ts';
import type { OutsideDetector } from '../../../src/governance/outside.ts';
import { BundleKeeper } from '../../../src/server/bundle-keeper.ts';
import { checkPolicies } from '../../../src/server/loading/check.ts';
import { loadPolicies, reloadOnChange } from '../../../src/server/reload.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Longer than what is compiled where it serves. */
const long = `# ${'-'.repeat(4_096)}\n`;

/** Of few bytes, and of more than seven thousand steps. */
const many = Array.from('abcdefgh', (each) => `${each}: { regex: '${each}{901}' }`).join(', ');

/** One policy that blocks a word. */
function policyAgainst(word: string, more = ''): string {
  return `apiVersion: governance/v1
kind: Policy
metadata: { id: words, title: A word is not wanted, owner: a@example.com, severity: low, status: stable }
spec:
  mode: enforce
  stages: [request]
  onError: block
  patterns: { word: { keywords: [${word}] }, ${more} }
  rules:
    - { id: word, when: hit("word"), action: block, message: This word is not wanted. }
tests:
  - { name: the word is blocked, given: { text: a ${word} b }, expect: { action: block, rules: [word] } }
  - { name: others pass, given: { text: hello }, expect: { action: allow, rules: [] } }
`;
}

async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'reload-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  const write = (text: string) => writeFileSync(join(folder, 'words.yaml'), text);
  write(policyAgainst('alpha'));
  const first = await loadPolicies(folder, limits);
  if ('faults' in first) throw new Error(first.faults.map(({ message }) => message).join('\n'));
  const acts: string[] = [];
  const trail = { writes: true };
  const keeper = new BundleKeeper({
    first: first.bundle,
    hash: (value) => value,
    record: (event) => {
      if (!trail.writes) return Promise.reject(new Error('the trail cannot be written'));
      acts.push('act' in event ? event.act : event.type);
      return Promise.resolve();
    },
    onFaults: () => undefined,
    onEvaluated: () => undefined,
    onState: () => undefined,
  });
  const start = async (
    onError = (error: unknown): void => {
      throw error;
    },
    outside: readonly OutsideDetector[] = [],
    ...more: readonly number[]
  ) => {
    const reload = await reloadOnChange(folder, limits, keeper, onError, outside, ...more);
    closing.push(reload.close);
    return reload;
  };
  const until = async (holds: () => boolean) => {
    for (let waited = 0; !holds() && waited < 30_000; waited += 20) await sleep(20);
    expect(holds()).toBe(true);
  };
  return { write, keeper, acts, start, until, trail, folder, first: first.bundle.version };
}

describe('reloadOnChange()', () => {
  test('takes what changed after the first load and before the watch', async () => {
    const { write, keeper, acts, start, first } = await setUp();
    write(policyAgainst('beta'));
    await start();
    expect(keeper.bundle.version).not.toBe(first);
    expect(acts).toEqual(['loaded']);
  });

  test('keeps the last good bundle through a bad file, and takes the next good one', async () => {
    const { write, keeper, acts, start, until, first } = await setUp();
    await start();
    expect(acts).toEqual([]);
    write('spec: [');
    await until(() => keeper.rejected !== undefined);
    expect(keeper.bundle.version).toBe(first);
    write(policyAgainst('gamma'));
    await until(() => keeper.bundle.version !== first);
    expect(keeper.rejected).toBeUndefined();
    expect(acts).toEqual(['rejected', 'loaded']);
  });

  test('reads the files once for all who ask while others are loaded, and as they stand then', async () => {
    const { write, keeper, acts, start } = await setUp();
    const reload = await start();
    write(policyAgainst('beta'));
    const first = reload.now();
    await sleep(1);
    const asked = ['gamma', 'delta', 'epsilon'].map((word) => {
      write(policyAgainst(word));
      return reload.now();
    });
    expect(new Set(asked).size).toBe(1);
    await Promise.all([first, ...asked]);
    expect(keeper.bundle.policies[0]?.document.spec.patterns).toEqual({
      word: { keywords: ['epsilon'] },
    });
    expect(acts.length).toBeLessThanOrEqual(2);
  });

  test('takes what is small and sound where it serves, and anything else from a thread', async () => {
    const { write, keeper, start } = await setUp();
    let threads = 0;
    const count = (): number => (threads += 1);
    process.on('worker', count);
    closing.push(() => process.off('worker', count));
    const reload = await start();
    const load = async (text: string) => {
      const before = keeper.bundle.version;
      write(text);
      await reload.now();
      return { threads, ruled: keeper.bundle.version !== before, rejected: keeper.rejected };
    };
    const own = { ruled: true, rejected: undefined };
    expect(await load(policyAgainst('beta'))).toEqual({ threads: 0, ...own });
    const wrong = policyAgainst('gamma').replace('text: hello', 'text: gamma');
    expect(await load(wrong)).toEqual({
      threads: 1,
      ruled: false,
      rejected: expect.stringMatching(/^words\.yaml:13:\d+: the test `others pass` fails: /),
    });
    expect(await load(policyAgainst('delta'))).toEqual({ threads: 1, ...own });
    reload.close();
  });

  test.each([
    ['of more than 4 KB', policyAgainst('beta') + long],
    [
      'with a long text to be tested',
      policyAgainst('beta').replace('text: hello', 'text: hello, repeat: 900'),
    ],
    ['of patterns that are large', policyAgainst('beta', many)],
  ])('takes policies %s from a thread', async (_name, text) => {
    const { write, keeper, start, first } = await setUp();
    let threads = 0;
    const count = (): number => (threads += 1);
    process.on('worker', count);
    closing.push(() => process.off('worker', count));
    const reload = await start();
    write(text);
    await reload.now();
    expect(threads).toBe(1);
    expect(keeper.rejected).toBeUndefined();
    expect(keeper.bundle.version).not.toBe(first);
    reload.close();
  });

  test('gives up what is being loaded where it is closed, without a word', async () => {
    const { write, keeper, acts, start, first } = await setUp();
    const errors: unknown[] = [];
    const reload = await start((error) => errors.push(error));
    write(policyAgainst('beta') + long);
    const loading = reload.now();
    await sleep(20);
    reload.close();
    await loading;
    expect(keeper.bundle.version).toBe(first);
    expect({ acts, errors, rejected: keeper.rejected }).toEqual({
      ...{ acts: [], errors: [], rejected: undefined },
    });
  });

  test('tells of a rejection where a defect, and nothing in the files, keeps them from being compiled', async () => {
    const { write, keeper, acts, start, until, first } = await setUp();
    const errors: unknown[] = [];
    let broken = false;
    const defect = new Error('a defect');
    const detector = {
      categories: ['tone/rude'],
      get name(): string {
        if (broken) throw defect;
        return 'tone';
      },
    };
    await start((error) => errors.push(error), [detector]);
    broken = true;
    write(policyAgainst('delta'));
    await until(() => keeper.rejected !== undefined);
    expect(errors).toEqual([defect]);
    expect(keeper.bundle.version).toBe(first);
    broken = false;
    write(policyAgainst('epsilon'));
    await until(() => keeper.bundle.version !== first);
    expect(acts).toEqual(['rejected', 'loaded']);
  });

  test('tries again by itself where what keeps them from being compiled does not stand in them', async () => {
    const { write, keeper, acts, start, until, first } = await setUp();
    const errors: unknown[] = [];
    let broken = false;
    const detector = {
      categories: ['tone/rude'],
      get name(): string {
        if (broken) throw new Error('too many open files');
        return 'tone';
      },
    };
    const reload = await start((error) => errors.push(error), [detector], 20);
    broken = true;
    write(policyAgainst('delta'));
    await until(() => errors.length > 1);
    expect(keeper.bundle.version).toBe(first);
    expect(keeper.rejected).toMatch(/for a reason that is not in them/);
    broken = false;
    await until(() => keeper.bundle.version !== first);
    expect(keeper.rejected).toBeUndefined();
    expect(acts).toEqual(['rejected', 'loaded']);
    const before = errors.length;
    await sleep(200);
    expect(errors).toHaveLength(before);
    reload.close();
  });

  test('tries again by itself where the trail could not be told of them', async () => {
    const { write, keeper, acts, start, until, trail, first } = await setUp();
    const errors: unknown[] = [];
    const reload = await start((error) => errors.push(error), [], 20);
    trail.writes = false;
    write(policyAgainst('beta'));
    await until(() => errors.length > 1);
    expect(keeper.bundle.version).toBe(first);
    trail.writes = true;
    await until(() => keeper.bundle.version !== first);
    expect(acts).toEqual(['loaded']);
    reload.close();
  });

  test('tells files that could not be had from what is wrong in them', async () => {
    const { write, folder } = await setUp();
    const check = (directory: string) => checkPolicies({ directory, limits, outside: [] });
    expect(await check(join(folder, 'gone'))).toMatchObject({ unread: true });
    write('spec: [');
    expect(await check(folder)).toMatchObject({ unread: false });
  });
});
