/** One bundle for all workers, where one of them does not take it: the others rule by one version, and that one by none. */
import { expect, test } from '@jest/globals';
import type { Compiled } from '../../../src/governance/policy/bundle.ts';
import { finishSteps } from '../../../src/governance/steps.ts';
import { BundleKeeper } from '../../../src/server/bundle-keeper.ts';
import { type PolicySet, compileSet, toPolicySet } from '../../../src/server/loading/policy-set.ts';
import type { WorkerCalls } from '../../../src/workers/calls.ts';
import { Channel } from '../../../src/workers/channel.ts';
import { PolicyCopy } from '../../../src/workers/policy-copy.ts';
import { PolicySpread } from '../../../src/workers/policy-spread.ts';
import { bundleOf, policyOf } from '../../support/policy.ts';

function bundleFor(word: string) {
  const rules = [{ id: 'no', when: 'hit("word")', action: 'block', message: 'No.' }];
  const bundle = bundleOf([policyOf({ patterns: { word: { keywords: [word] } }, rules }, word)]);
  return { ...bundle, version: `sha256:${word}` };
}

const [first, second] = [bundleFor('alpha'), bundleFor('beta')];
const [firstSet, secondSet] = [toPolicySet(first, 0), toPolicySet(second, 0)];
const compiled: Compiled = { bundle: second, warnings: [] };

type Fails = Partial<Record<'prepare' | 'enforce', true>>;

/** A worker that says no where it is told so. */
function startWorker(fails: Fails) {
  const copy = new PolicyCopy({
    atOnce: (set) => finishSteps(compileSet(set, [])),
    inTurns: (set) => Promise.resolve(finishSteps(compileSet(set, []))),
  });
  let rules = copy.begin({ ...firstSet, rejected: undefined }).version;
  copy.follow(({ version }) => (rules = version));
  const refuse = (): never => {
    throw new Error('it has no memory left');
  };
  const served = {
    prepare: fails.prepare ? refuse : (set: PolicySet) => copy.prepare(set),
    enforce: fails.enforce ? refuse : copy.enforce,
    reject: copy.reject,
  };
  const ends: string[] = [];
  const worker = new Channel({ send: (said) => void channel.hear(structuredClone(said)) }, served);
  const channel: Channel<WorkerCalls> = new Channel(
    { send: (said) => void worker.hear(structuredClone(said)) },
    {},
  );
  const member = { channel, end: (why: string): unknown => ends.push(why) };
  return { member, ends, rules: () => rules };
}

function spreadOver(...fails: readonly Fails[]) {
  const workers = fails.map(startWorker);
  const acts: string[] = [];
  const enforced: string[] = [];
  const keeper = new BundleKeeper({
    first,
    hash: (value) => value,
    record: (event) => Promise.resolve(acts.push('act' in event ? event.act : event.type)),
    onFaults: () => undefined,
    onEvaluated: () => undefined,
    onState: () => undefined,
  });
  const members = () => workers.map(({ member }) => member);
  const spread = new PolicySpread(keeper, firstSet, members, (version) => enforced.push(version));
  const state = () => ({
    ends: workers.map(({ ends }) => ends),
    rules: workers.map(({ rules }) => rules()),
    ...{ acts, enforced, rejected: spread.rejected },
  });
  return { spread, state };
}

test('a worker that does not let what it prepared rule is ended, and the others rule by it', async () => {
  const { spread, state } = spreadOver({}, { enforce: true }, {});
  await spread.offer(compiled, secondSet);
  expect(state()).toEqual({
    ends: [[], ['it did not take the policies: it has no memory left'], []],
    rules: [second.version, first.version, second.version],
    ...{ acts: ['loaded'], enforced: [second.version], rejected: undefined },
  });
  expect((await spread.join(() => undefined)).version).toBe(second.version);
});

test('what a worker cannot compile rules in none, and is rejected like any other until it can be', async () => {
  const fails: Fails = { prepare: true };
  const { spread, state } = spreadOver({}, fails);
  await spread.offer(compiled, secondSet);
  expect(state()).toMatchObject({
    ends: [[], []],
    rules: [first.version, first.version],
    ...{ acts: ['rejected'], enforced: [] },
  });
  expect(state().rejected).toMatch(/a worker did not take them.*: it has no memory left/);
  expect((await spread.join(() => undefined)).version).toBe(first.version);
});
