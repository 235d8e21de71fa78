/** Long calls are judged in threads: the same ruling, under the exchange's own rules, while everybody else is served. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Interaction } from '../../../src/governance/interaction.ts';
import { govern } from '../../../src/governance/govern.ts';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { toInteraction } from '../../../src/governance/policy/trial.ts';
import { createPlaceholders } from '../../../src/governance/placeholders.ts';
import { JudgingPool } from '../../../src/server/judging/pool.ts';
import { createRedactionHash } from '../../../src/server/redaction-hash.ts';
import { bundleOf, policyOf } from '../../support/policy.ts';

const redactionKey = new Uint8Array(32).fill(7);
const limits = { judgedInlineCharsMax: 32_768, judgingTimeoutMs: 60_000, judgingExchangesMax: 8 };
const pools: JudgingPool[] = [];

function open(changed: Partial<typeof limits> = {}): JudgingPool {
  const pool = new JudgingPool({ limits: { ...limits, ...changed }, redactionKey });
  pools.push(pool);
  return pool;
}

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
});

function rulesOf(word: string, onError = 'block'): Bundle {
  const policy = policyOf({
    onError,
    patterns: { word: { keywords: [word], wholeWord: true } },
    rules: [
      { id: 'word', when: 'hit("word")', action: 'block' },
      { id: 'mail', when: 'found("pii/email")', action: 'redact' },
      {
        id: 'card',
        when: 'found("pii/card")',
        action: 'redact',
        redact: { categories: ['pii/card'], operator: 'hash' },
      },
    ],
  });
  return { ...bundleOf([policy]), version: `sha256:${word}` };
}

const shared = rulesOf('halcyon');

/** Prose with something in its middle. */
function textOf(characters: number, inside = ''): string {
  const half = 'what they planned came late and nobody asked for more. '.repeat(characters / 110);
  return `${half}${inside} ${half}`;
}

function callOf(text: string): Interaction {
  return toInteraction({ text });
}

function bind(bundle: Bundle, placeholders = createPlaceholders()) {
  return { bundle, placeholders, system: undefined };
}

describe('a judging thread', () => {
  test('takes what is long, whether in one part or in many', () => {
    const [part] = callOf('x'.repeat(10_000)).parts;
    if (part === undefined) throw new Error('there is no part');
    const pool = open();
    expect(pool.takes(callOf('x'.repeat(32_768)))).toBe(false);
    expect(pool.takes(callOf('x'.repeat(32_769)))).toBe(true);
    expect(pool.takes({ ...callOf(''), parts: [part, part, part, part] })).toBe(true);
    // 64 KB, and one character more.
    expect(pool.takes(callOf(`${'今'.repeat(21_845)}a`))).toBe(false);
    expect(pool.takes(callOf('今'.repeat(21_846)))).toBe(true);
    expect(pool.takes(callOf('é'.repeat(32_768)))).toBe(false);
  });

  test('takes what is short and says very many texts, each of which takes its time', () => {
    const [part] = callOf('word').parts;
    if (part === undefined) throw new Error('there is no part');
    const pool = open();
    const of = (count: number) => ({
      ...callOf(''),
      parts: Array.from({ length: count }, () => part),
    });
    expect(pool.takes(of(1_500))).toBe(false);
    expect(pool.takes(of(1_700))).toBe(true);
  });

  test('rules as the gateway itself does, and goes on with the names that the exchange has given', async () => {
    const placeholders = createPlaceholders();
    expect(placeholders.placeholderOf('EMAIL', 'first@example.com')).toBe('[EMAIL_1]');
    const inside = 'to second@example.com, first@example.com with 4111 1111 1111 1111';
    const call = callOf(textOf(200_000, inside));
    const ruling = await open().judge(call, bind(shared, placeholders));
    const here = createPlaceholders([['EMAIL first@example.com', '[EMAIL_1]']]);
    const hash = createRedactionHash(redactionKey);
    expect(ruling).toEqual(govern(shared, call, { hash, placeholders: here }));
    expect(ruling.edits.map(({ replacement }) => replacement)).toEqual([
      '[EMAIL_2]',
      '[EMAIL_1]',
      expect.stringMatching(/^\[CARD_[0-9a-f]{16}\]$/),
    ]);
    expect(placeholders.placeholderOf('EMAIL', 'second@example.com')).toBe('[EMAIL_2]');
    expect(placeholders.placeholderOf('EMAIL', 'third@example.com')).toBe('[EMAIL_3]');
  });

  test('judges each call by the rules it came with, while those change', async () => {
    const pool = open();
    const bundles = ['halcyon', 'kingfisher', 'heron', 'egret'].map((word) => rulesOf(word));
    const calls = Array.from({ length: 8 }, (_, index) => bundles[index % 4] ?? shared);
    const rulings = await Promise.all(
      calls.map((bundle) => pool.judge(callOf(textOf(60_000, 'the heron stands')), bind(bundle))),
    );
    expect(rulings.map(({ policyVersion }) => policyVersion)).toEqual(
      calls.map(({ version }) => version),
    );
    expect(rulings.map(({ action }) => action)).toEqual(
      calls.map(({ version }) => (version === 'sha256:heron' ? 'block' : 'allow')),
    );
  });

  test('is started for what will be long, and knows its rules by then', async () => {
    const pool = open();
    let started = 0;
    const count = (): void => void (started += 1);
    subscribe('worker_threads', count);
    pool.foresee(32_768, shared);
    expect(started).toBe(0);
    for (const characters of [32_769, 50_000, 900_000]) pool.foresee(characters, shared);
    expect(started).toBe(1);
    const ruling = await pool.judge(callOf(textOf(60_000, 'the halcyon stands')), bind(shared));
    expect(ruling).toMatchObject({ action: 'block', failures: [] });
    expect(started).toBe(1);
    unsubscribe('worker_threads', count);
  });

  test.each([
    ['block', 'block'],
    ['flag', 'flag'],
  ])('that takes too long has failed, and `onError: %s` decides', async (onError, action) => {
    const pool = open({ judgingTimeoutMs: 1 });
    const ruling = await pool.judge(callOf(textOf(1_000_000)), bind(rulesOf('egret', onError)));
    expect(ruling.action).toBe(action);
    expect(ruling.failures).toEqual([
      { check: 'judging', reason: 'a long text could not be judged in time' },
    ]);
    expect(ruling.fired.map(({ rule, failed }) => [rule, failed])).toEqual([
      ['card', true],
      ['mail', true],
      ['word', true],
    ]);
  });

  test('that ends has failed, and so has who waits when too many do', async () => {
    const pool = open({ judgingExchangesMax: 1 });
    const calls = Array.from({ length: 8 }, () => callOf(textOf(400_000)));
    const judged = Promise.all(calls.map((call) => pool.judge(call, bind(shared))));
    await pool.close();
    const reasons = (await judged).map(({ failures }) => failures[0]?.reason);
    expect(new Set(reasons)).toEqual(
      new Set([
        'the thread that judged a long text has ended',
        'too many long texts wait to be judged',
      ]),
    );
  });

  test('another takes the place of one that ended', async () => {
    const pool = open({ judgingTimeoutMs: 1 });
    const call = callOf(textOf(1_000_000));
    expect((await pool.judge(call, bind(shared))).action).toBe('block');
    expect((await pool.judge(call, bind(shared))).failures).toHaveLength(1);
    expect((await open().judge(call, bind(shared))).action).toBe('allow');
  });
});

/** The most time that the thread of this test worked without a pause; what others took from it does not count. */
async function longestTurnMs(work: Promise<unknown>): Promise<number> {
  const state = { done: false };
  const end = work.finally(() => (state.done = true));
  let longest = 0;
  let before = process.threadCpuUsage();
  while (!state.done) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const used = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (used.user + used.system) / 1000);
  }
  await end;
  return longest;
}

describe('who is served meanwhile', () => {
  test.each([1_000_000, 10_000_000])(
    'waits no longer than 20 ms while %i characters are judged',
    async (characters) => {
      const pool = open();
      await pool.judge(callOf(textOf(40_000)), bind(shared));
      const call = callOf(textOf(characters, 'first@example.com'));
      const turns: number[] = [];
      for (let round = 0; round < 3; round++) {
        turns.push(await longestTurnMs(pool.judge(call, bind(shared))));
      }
      expect(turns.sort((left, right) => left - right)[1]).toBeLessThan(20);
    },
    120_000,
  );
});
