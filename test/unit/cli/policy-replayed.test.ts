/** What is told of recorded texts that are judged again reads as a person would say it. */
import { expect, test } from '@jest/globals';
import type { PastEntry } from '../../../src/audit/past-entries.ts';
import { Replay } from '../../../src/cli/policy-replayed.ts';
import { limitsSchema } from '../../../src/config/limits.ts';
import { bundleOf, policyOf } from '../../support/policy.ts';

const bundle = bundleOf([
  policyOf({ rules: [{ id: 'model', when: 'model == "none"', action: 'flag' }] }),
]);

/** A text of which only a redacted copy was kept. */
function toPast(id: string): PastEntry {
  const entry = {
    ...{ id, at: '2027-01-01T00:00:00.000Z', type: 'decision', exchange: id, attempt: 1 },
    actor: { key: 'k', owner: 'o', team: 't' },
    call: {
      ...{ dialect: 'governance', route: '/v1/validate', model: 'm', upstream: '' },
      ...{ session: '', tags: [] },
    },
    ruling: { action: 'allow', policy_version: 'sha256:0', rules: [] },
  };
  const read = () => ({ text: Buffer.from('hello'), whole: false });
  return { entry: entry as unknown as PastEntry['entry'], read };
}

test.each([
  [1, '1 of these was a redacted copy: what a rule would have seen in what was cut out of it'],
  [2, '2 of these were redacted copies: what a rule would have seen in what was cut out of them'],
])('of %i redacted copies', (count, said) => {
  const replay = new Replay(bundle, limitsSchema.parse(undefined));
  for (let index = 0; index < count; index += 1) replay.take(toPast(`entry-${index}`));
  expect(replay.notes.join('\n')).toContain(said);
});
