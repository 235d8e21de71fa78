import { expect, test } from '@jest/globals';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { type PolicySet, compileSet, toPolicySet } from '../../../src/server/loading/policy-set.ts';
import { finishSteps } from '../../../src/governance/steps.ts';
import { PolicyCopy } from '../../../src/workers/policy-copy.ts';
import { bundleOf, policyOf } from '../../support/policy.ts';

function setOf(id: string): PolicySet {
  const rules = [{ id: 'no', when: 'hit("word")', action: 'block', message: 'No.' }];
  return toPolicySet(
    bundleOf([policyOf({ patterns: { word: { keywords: [id] } }, rules }, id)]),
    0,
  );
}

function versionOf(set: PolicySet): string {
  const compiled = finishSteps(compileSet(set, []));
  return 'bundle' in compiled ? compiled.bundle.version : 'none';
}

function createCopy(): PolicyCopy {
  return new PolicyCopy({
    atOnce: (set) => finishSteps(compileSet(set, [])),
    inTurns: (set) => Promise.resolve(finishSteps(compileSet(set, []))),
  });
}

function follow(copy: PolicyCopy): (readonly [string, string | undefined])[] {
  const seen: (readonly [string, string | undefined])[] = [];
  copy.follow((bundle: Bundle, rejected) => seen.push([bundle.version, rejected]));
  return seen;
}

const [first, second] = [setOf('alpha'), setOf('beta')];

test('policies that a worker was told of while it still read its log are not put back by those that it joined with', async () => {
  const copy = createCopy();
  const newer = await copy.prepare(second);
  copy.enforce(newer);
  expect(copy.begin({ ...first, rejected: 'a rule has a slip' }).version).toBe(newer);
  expect(follow(copy)).toEqual([[newer, undefined]]);
});

test('policies that were only prepared by then come into force when that is told', async () => {
  const copy = createCopy();
  const newer = await copy.prepare(second);
  const older = copy.begin({ ...first, rejected: undefined }).version;
  expect(older).toBe(versionOf(first));
  const seen = follow(copy);
  copy.enforce(newer);
  expect(seen).toEqual([
    [older, undefined],
    [newer, undefined],
  ]);
});

test('what was rejected while it still read its log is told', () => {
  const copy = createCopy();
  copy.reject('a rule has a slip');
  copy.begin({ ...first, rejected: undefined });
  expect(follow(copy)).toEqual([[versionOf(first), 'a rule has a slip']]);
});

test('that those which it joined with are sound again is told while it still reads its log', () => {
  const copy = createCopy();
  copy.enforce(versionOf(first));
  copy.begin({ ...first, rejected: 'a rule has a slip' });
  expect(follow(copy)).toEqual([[versionOf(first), undefined]]);
});
