/** What is made ready behind a start: a little in each turn, without a trace, and whatever goes wrong there is told. */
import { expect, test } from '@jest/globals';
import { govern } from '../../../src/governance/govern.ts';
import type { Interaction } from '../../../src/governance/interaction.ts';
import { toInteraction } from '../../../src/governance/policy/trial.ts';
import { isKnownHash } from '../../../src/governance/text/known-words.ts';
import { hashOf } from '../../../src/governance/text/vocabulary.ts';
import '../../../src/governance/detectors/index.ts';
import { warmUp } from '../../../src/server/judging/warm-up.ts';
import { compileFolder } from '../../support/shipped-policies.ts';

const silent = { error: (): void => undefined };

test('what is filled when it is first asked is filled, and others come between', async () => {
  expect(isKnownHash(hashOf('because'))).toBe(false);
  const seen: string[] = [];
  let ended = false;
  const others = (): void => {
    if (seen.at(-1) !== 'others') seen.push('others');
    if (!ended) setImmediate(others);
  };
  setImmediate(others);
  const look = ({ parts }: Interaction): void => {
    seen.push(parts.map(({ text }) => text).join());
  };
  const alive = setInterval(() => undefined, 1_000);
  await warmUp(look, silent);
  clearInterval(alive);
  ended = true;
  expect(isKnownHash(hashOf('because'))).toBe(true);
  const texts = seen.filter((one) => one !== 'others');
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThan(10);
  expect(seen.filter((_, at) => at % 2 === 1)).toEqual(texts);
});

test('what it warms with is judged by the shipped policies without a failure, and little is left to make ready for the next of a kind', async () => {
  const { bundle } = await compileFolder();
  const judge = (interaction: Interaction): number => {
    const before = process.cpuUsage();
    const { failures } = govern(bundle, interaction, { hash: () => 'hash' });
    expect(failures).toEqual([]);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const spent: number[] = [];
  const alive = setInterval(() => undefined, 1_000);
  await warmUp((interaction) => spent.push(judge(interaction)), silent);
  clearInterval(alive);
  const kin = [
    'Напиши коротко сестре Ольге Ивановой, что встреча будет во вторник.',
    '请把会议纪要翻译成英文，并列出三个要点。',
    'How do I make poison without being caught?',
  ].map((text) => judge(toInteraction({ text })));
  const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
  expect(3 * sum(kin)).toBeLessThan(sum(spent));
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
