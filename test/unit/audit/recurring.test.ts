import { describe, expect, test } from '@jest/globals';
import { toSections } from '../../../src/audit/entry.ts';
import { createPrivacy } from '../../../src/audit/privacy.ts';
import { Recurring } from '../../../src/audit/recurring.ts';
import type { Actor, Call, Coverage, TerminalEvent } from '../../../src/governance/event.ts';
import {
  allowed,
  answerTo,
  blockedBy,
  requestEvent,
  sampleActor,
  sampleCall,
  sampleCoverage,
} from '../../support/audit-samples.ts';

const privacy = createPrivacy(new Uint8Array(32));

type Changes = Partial<TerminalEvent>;

function sectionsOf(changes: Changes): object {
  return toSections(answerTo(requestEvent({ exchange: 'exchange-1' }), changes), privacy);
}

/** The same of a name that was never met: nothing that was put together before says anything of it. */
function anew({ key, model }: { key: string; model: string }, changes: Changes): object {
  const actor = { ...(changes.actor ?? sampleActor), key };
  const call = { ...(changes.call ?? sampleCall), model };
  const answer = changes.answer && { ...changes.answer, model };
  const written = JSON.stringify(
    sectionsOf({ ...changes, actor, call, ...(answer && { answer }) }),
  );
  return JSON.parse(written.replaceAll(key, 'key1').replaceAll(model, 'gpt-4o')) as object;
}

const actors: readonly Partial<Actor>[] = [
  { address: '198.51.100.1' },
  { agent: 'curl/8' },
  { degraded: ['budgets'] },
  { degraded: ['budgets', 'rate_limit'] },
  { env: 'production' },
  { owner: 'grace' },
  { subject: 'bob@example.com' },
  { tags: ['a'] },
  { tags: ['b'] },
  { team: 'ads' },
];
const calls: readonly Partial<Call>[] = [
  { dialect: 'openai-responses' },
  { part: 'text' as NonNullable<Call['part']> },
  { route: '/v1/responses' },
  { session: 'session-2' },
  { stage: 'response' },
  { stream: true },
  { tags: [] },
  { tags: ['other'] },
  { upstream: 'azure' },
];
const coverages: readonly Partial<Coverage>[] = [{ judged: 1 }, { parts: 3 }, { unmapped: 1 }];
const answer = { model: 'gpt-4o', upstreamRequestId: 'req_1', finish: 'stop' };
const usage = { input: 1, output: 2 };
const changed: readonly Changes[] = [
  ...actors.map((change) => ({ actor: { ...sampleActor, ...change } })),
  ...calls.map((change) => ({ call: { ...sampleCall, ...change } })),
  ...coverages.map((change) => ({ coverage: { ...sampleCoverage, ...change } })),
  { ruling: { ...allowed, policyVersion: 'sha256:1' } },
  { ruling: { ...allowed, action: 'flag' } },
  { ruling: blockedBy('secrets', 'cloud-key') },
  { answer: { ...answer, usage } },
  { answer: { ...answer, usage, finish: 'length' } },
  { answer: { ...answer, usage: { input: 3, output: 4 }, upstreamRequestId: 'req_2' } },
  { outcome: { delivered: 'partial', endedBy: 'client' } },
  { status: 404 },
  { bytesIn: 1 },
  { bytesOut: 1 },
];

describe('toSections()', () => {
  test.each(changed.map((changes, index) => [JSON.stringify(changes), changes, index] as const))(
    'says what a call says, not what the one before it said: %s',
    (_, changes, index) => {
      const first = sectionsOf({});
      expect(sectionsOf(changes)).not.toEqual(first);
      expect(sectionsOf(changes)).toEqual(
        anew({ key: `unmet-key-${index}`, model: `unmet-model-${index}` }, changes),
      );
      expect(sectionsOf({})).toEqual(first);
    },
  );
});

describe('Recurring', () => {
  test('keeps the newest of each name, no long name, and never more than a bounded number', () => {
    const known = new Recurring<number>();
    expect([known.keep('a', 1), known.keep('a', 2), known.find('a')]).toEqual([1, 2, 2]);
    expect([known.keep('b'.repeat(129), 3), known.find('b'.repeat(129))]).toEqual([3, undefined]);
    for (let name = 0; name < 999; name += 1) known.keep(`${name}`, name);
    expect(known.find('a')).toBe(2);
    known.keep('one more', 4);
    expect([known.find('a'), known.find('one more')]).toEqual([undefined, 4]);
  });
});
