/** What a model from outside may be asked: so many calls at once, so many waiting, texts so long, and the same only once. */
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { AskerOptions } from '../../../src/outside/asker.ts';
import { Asker } from '../../../src/outside/asker.ts';
import { AnswerCache } from '../../../src/outside/cache.ts';
import type { Outside } from '../../../src/outside/outside.ts';
import { partOf } from '../../support/policy.ts';
import { answerJson, startUpstream, type Arrived } from '../../support/upstream.ts';
import { askAbout, closeAll, labelsOf, openOutside } from './support.ts';

const server = await startUpstream();
afterEach(closeAll);
afterAll(() => server.close());

let running = 0;
let most = 0;

/** Takes its time, and counts how many it is asked at once. */
function open(change: Partial<AskerOptions>, onAsked?: (outcome: string) => void): Outside {
  server.clear();
  [running, most] = [0, 0];
  server.script = async (_arrived: Arrived, response) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 30));
    running -= 1;
    answerJson(response, { findings: [{ label: 'rude', score: 1 }] });
  };
  const address = { url: server.url, headers: {}, answerBytesMax: 4096 };
  return openOutside({ kind: 'http', address }, change, onAsked);
}

const texts = Array.from({ length: 12 }, (_, index) => `text ${index}`);

describe('calls', () => {
  test('are made so many at a time, and all in the end', async () => {
    const outside = open({ callsMax: 3 });
    expect((await askAbout(outside, ...texts)).findings).toHaveLength(12);
    expect(most).toBe(3);
  });

  test('are not made where too many wait', async () => {
    const outside = open({ callsMax: 2, waitingMax: 4 });
    const { findings, failures } = await askAbout(outside, ...texts);
    expect(findings).toHaveLength(6);
    expect(failures.map(({ reason }) => reason)).toEqual([
      'the detector `model` has as many calls waiting as it may',
    ]);
    expect((await askAbout(outside, 'another')).failures).toEqual([]);
  });

  test('give up the wait, too, when their time is over', async () => {
    const outside = open({ callsMax: 1, timeoutMs: 1500 });
    server.script = () => undefined;
    const { failures } = await askAbout(outside, 'one', 'two', 'three');
    expect(failures.map(({ reason }) => reason)).toEqual([
      'the detector `model` did not answer within 1500 ms',
    ]);
    expect(server.arrived).toHaveLength(1);
    server.script = (_arrived, response) => answerJson(response, { findings: [] });
    expect((await askAbout(outside, 'four')).heard).toEqual(['model']);
  });

  test('end in time also where a model does not listen, and its turn is given on', async () => {
    let asked = 0;
    const deaf = {
      judge: () => ((asked += 1) === 1 ? new Promise<never>(() => undefined) : Promise.resolve([])),
      close: () => Promise.resolve(),
    };
    const bounds = {
      charactersMax: 100,
      callsMax: 1,
      waitingMax: 9,
      cacheEntriesMax: 0,
      cacheMs: 0,
    };
    const asker = new Asker(
      { name: 'deaf', labels: labelsOf('x'), timeoutMs: 50, failuresMax: 9, pauseMs: 0, ...bounds },
      deaf,
    );
    const about = { kind: 'user', stage: 'request' } as const;
    await expect(asker.ask('a', about)).rejects.toThrow('did not answer within 50 ms');
    await expect(asker.ask('b', about)).resolves.toEqual([]);
  });

  test('are not made about a text that is too long', async () => {
    const outside = open({ charactersMax: 10 });
    const { failures } = await askAbout(outside, 'x'.repeat(11), 'x'.repeat(10));
    expect(failures).toMatchObject([
      { part: 0, reason: 'the detector `model` is shown at most 10 characters of a text' },
    ]);
    expect(server.arrived).toHaveLength(1);
  });
});

describe('what was said of a text', () => {
  test('is remembered for that text, kind and stage, and told as remembered', async () => {
    const outcomes: string[] = [];
    const outside = open({ cacheEntriesMax: 10 }, (outcome) => outcomes.push(outcome));
    const first = await askAbout(outside, 'the same');
    expect(await askAbout(outside, 'the same')).toEqual(first);
    await askAbout(outside, partOf('the same', { kind: 'tool_result' }));
    await askAbout(outside, 'another');
    expect(server.arrived).toHaveLength(3);
    expect(outcomes).toEqual(['answered', 'remembered', 'answered', 'answered']);
  });

  test('is asked once where two want to know at the same time', async () => {
    expect((await askAbout(open({}), 'the same', 'the same')).findings).toHaveLength(2);
    expect(server.arrived).toHaveLength(1);
  });

  test('is not remembered where it is a failure', async () => {
    const outside = open({ cacheEntriesMax: 10 });
    server.script = (_arrived, response) => answerJson(response, {}, 500);
    expect((await askAbout(outside, 'the same')).failures).toHaveLength(1);
    server.script = (_arrived, response) => answerJson(response, { findings: [] });
    expect((await askAbout(outside, 'the same')).failures).toHaveLength(0);
  });

  test('is forgotten in time, and before that what was used least lately', () => {
    let nowMs = 0;
    const cache = new AnswerCache<number>(2, 100, () => nowMs);
    const [one, two, three] = ['a', 'b', 'c'].map((word) => cache.keyOf(word));
    cache.keep(one ?? '', 1);
    cache.keep(two ?? '', 2);
    expect(cache.find(one ?? '')).toBe(1);
    cache.keep(three ?? '', 3);
    expect([one, two, three].map((key) => cache.find(key ?? ''))).toEqual([1, undefined, 3]);
    expect(cache.size).toBe(2);
    nowMs = 100;
    expect(cache.find(one ?? '')).toBeUndefined();
    expect(cache.keyOf('a', 'bc')).not.toBe(cache.keyOf('ab', 'c'));
    expect(new AnswerCache<number>(2, 100, () => 0).keyOf('a')).not.toBe(one);
  });
});
