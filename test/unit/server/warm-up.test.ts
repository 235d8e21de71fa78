/** What is made ready behind a start: a little in each turn, without a trace, and whatever goes wrong there is told. */
import { expect, test } from '@jest/globals';
import type { Interaction } from '../../../src/governance/interaction.ts';
import { isKnownHash } from '../../../src/governance/text/known-words.ts';
import { hashOf } from '../../../src/governance/text/vocabulary.ts';
import '../../../src/governance/detectors/index.ts';
import { warmUp } from '../../../src/server/judging/warm-up.ts';

const silent = { error: (): void => undefined };

test('what is filled when it is first asked is filled, and others come between', async () => {
  expect(isKnownHash(hashOf('because'))).toBe(false);
  const seen: string[] = [];
  let ended = false;
  const others = (): void => {
    seen.push('others');
    if (!ended) setImmediate(others);
  };
  setImmediate(others);
  const look = ({ parts }: Interaction): void => {
    seen.push(parts.map(({ text }) => text).join());
  };
  await warmUp(look, silent);
  ended = true;
  expect(isKnownHash(hashOf('because'))).toBe(true);
  const texts = seen.flatMap((one, at) => (one === 'others' ? [] : [at]));
  expect(texts).toHaveLength(2);
  const [first = 0, second = 0] = texts;
  expect([seen.indexOf('others') < first, seen.slice(first, second)]).toEqual([
    true,
    expect.arrayContaining(['others']),
  ]);
});

test('a defect is told', async () => {
  const told: unknown[] = [];
  const defect = new Error('a defect');
  const look = (): never => {
    throw defect;
  };
  await warmUp(look, { error: (fields: unknown) => told.push(fields) });
  expect(told).toEqual([{ err: defect }]);
});
