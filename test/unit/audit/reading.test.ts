import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexPath } from '../../../src/audit/index-sqlite.ts';
import type { StoredEntry } from '../../../src/audit/stored-entry.ts';
import {
  readFacetQuery,
  readHistogramQuery,
  readListQuery,
} from '../../../src/audit/search/query.ts';
import { openTrail } from '../../../src/audit/trail.ts';
import type { Trail } from '../../../src/audit/trail.ts';
import {
  answerTo,
  blockedBy,
  decisionEvent,
  requestEvent,
  sampleActor,
  sampleCall,
} from '../../support/audit-samples.ts';
import { cleanTrails, openIn, openNew } from '../../support/trail-directory.ts';
import { until } from '../../support/until.ts';

afterEach(cleanTrails);

const shared = mkdtempSync(join(tmpdir(), 'trail-'));

/** An index that is being built answers with what it has, and says how much it lacks. */
async function list(trail: Trail, query: string): Promise<readonly StoredEntry[]> {
  await until(async () => (await trail.settle()) === 0);
  const { answer } = await trail.listEntries(readListQuery(new URLSearchParams(query), Date.now()));
  return answer.entries;
}

function idsOf(entries: readonly StoredEntry[]): string[] {
  return entries.map(({ id }) => id);
}

async function fill(trail: Trail): Promise<void> {
  const request = requestEvent();
  await trail.record(request);
  await trail.record(answerTo(request));
  await trail.record(
    answerTo(requestEvent({ call: { ...sampleCall, model: 'claude-x', session: 's2' } }), {
      type: 'blocked',
      status: 400,
      elapsedUs: 900_000,
      ruling: blockedBy('secrets', 'cloud-key'),
    }),
  );
  await trail.record(
    decisionEvent({
      actor: { ...sampleActor, subject: 'bob', team: 'ads' },
      ruling: blockedBy('pii', 'card', 'pii/card'),
      coverage: { parts: 2, judged: 1, unmapped: 0, unjudged: [] },
    }),
  );
}

test('an end is found by what was decided of its request, and counted so', async () => {
  const { trail } = await openNew();
  const cut = blockedBy('personal-data', 'card', 'pii/card');
  const ruling = { ...cut, action: 'redact' } as const;
  const coverage = { parts: 2, judged: 1, unmapped: 0, unjudged: [] };
  const request = requestEvent({ ruling, coverage });
  await trail.record(request);
  await trail.record(answerTo(request, { onRequest: { ruling, coverage } }));
  const failing = requestEvent({ ruling, coverage });
  await trail.record(failing);
  const { ruling: _, coverage: __, ...unjudged } = answerTo(failing, { type: 'failed' });
  await trail.record({ ...unjudged, onRequest: { ruling, coverage } });
  for (const query of [
    'decision=redact',
    'rule=personal-data/card',
    'policy=personal-data',
    'category=pii/card',
    'severity=critical',
    'coverage=partial',
  ])
    expect([query, await list(trail, `type=answered,failed&${query}`)]).toEqual([
      query,
      [expect.objectContaining({ type: 'failed' }), expect.objectContaining({ type: 'answered' })],
    ]);
  expect(await list(trail, 'type=answered,failed&decision=allow')).toEqual([]);
  const asked = new URLSearchParams({ type: 'answered', fields: 'decision,coverage' });
  const { answer } = await trail.countFacets(readFacetQuery(asked, Date.now()));
  expect(answer.fields).toMatchObject({
    decision: [{ value: 'redact', count: 1 }],
    coverage: [{ value: 'partial', count: 1 }],
  });
});

describe('listEntries()', () => {
  let filled: Trail;
  beforeAll(async () => {
    filled = await openTrail({ directory: shared, origin: 'test' });
    await fill(filled);
  });
  afterAll(async () => {
    await filled.close();
    rmSync(shared, { recursive: true });
  });
  test.each([
    ['everything', '', ['heartbeat', 'key', 'request', 'answered', 'blocked', 'decision']],
    ['a decision', 'decision=block', ['blocked', 'decision']],
    ['a policy', 'policy=secrets', ['blocked']],
    ['a rule by pattern', 'rule=pii/*', ['decision']],
    ['a category', 'category=pii/card', ['decision']],
    ['a model by pattern', 'model=GPT-*', ['request', 'answered', 'decision']],
    ['alternatives', 'type=answered,blocked', ['answered', 'blocked']],
    ['a person by name', 'subject=bob', ['decision']],
    ['a session', 'session=s2', ['blocked']],
    ['a status', 'status=200', ['answered', 'decision']],
    ['a team and a decision', 'team=ads&decision=block', ['decision']],
    ['coverage', 'coverage=partial', ['decision']],
    ['a latency', 'latency=>500', ['blocked']],
    ['tokens', 'tokens_out=20', ['answered', 'blocked']],
    ['the search box', 'q=decision:block -model:gpt-*', ['blocked']],
    ['a range of statuses', 'q=status:400..499', ['blocked']],
    ['a time to come', 'from=2999-01-01', []],
    ['the last hour', 'from=1h&type=decision', ['decision']],
    ['what is not there', 'model=nonesuch', []],
  ])('finds %s', async (_, query, types) => {
    const entries = await list(filled, query.replaceAll(' ', '%20'));
    expect(entries.map(({ type }) => type)).toEqual(types.toReversed());
  });

  test('pages through all entries in both directions, none twice, while new ones arrive', async () => {
    const { trail } = await openNew();
    for (let index = 0; index < 45; index += 1) await trail.record(decisionEvent());
    const all = idsOf(await list(trail, 'type=decision'));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = new URLSearchParams({ type: 'decision', limit: '10' });
      if (cursor !== '') query.set('cursor', cursor);
      const { answer } = await trail.listEntries(readListQuery(query, Date.now()));
      seen.push(...idsOf(answer.entries));
      cursor = answer.next;
      await trail.record(decisionEvent());
    }
    expect(seen).toEqual(all);
    const middle = all[20] ?? '';
    for (const at of [middle, middle.toUpperCase()]) {
      const newer = await list(trail, `type=decision&direction=newer&limit=5&cursor=${at}`);
      expect(idsOf(newer)).toEqual(all.slice(15, 20).toReversed());
    }
  });

  test('finds an entry by its id and says when there is none', async () => {
    const { trail } = await openNew();
    const { id } = await trail.record(decisionEvent());
    expect(await trail.findEntry(id)).toMatchObject({ id, type: 'decision' });
    await expect(trail.findEntry('01970000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(trail.findEntry('nonsense')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the search box', () => {
  const said = (text: string) => ({
    contents: { received: { raw: Buffer.from(text), redacted: () => Buffer.from(text) } },
  });

  describe('of one trail that many are asked of', () => {
    const directory = mkdtempSync(join(tmpdir(), 'trail-'));
    const words = ['Größe', 'café', 'tiếng Việt', '한국어', 'プログラム', 'Ελλάδα'];
    let trail: Trail;
    let sentence: string;
    beforeAll(async () => {
      trail = await openTrail({ directory, origin: 'test' });
      ({ id: sentence } = await trail.record(
        decisionEvent(said('日本語の港についてharbour話す。สอนภาษาไทย')),
      ));
      for (const word of words) {
        for (const form of ['NFC', 'NFD'])
          await trail.record(
            decisionEvent({
              ...said(`here ${word.normalize(form)} stands`),
              call: { ...sampleCall, model: `${word.normalize(form)}-1` },
            }),
          );
      }
    });
    afterAll(async () => {
      await trail.close();
      rmSync(directory, { recursive: true });
    });

    test.each([
      ['日本語', true],
      ['"港について"', true],
      ['について*', true],
      ['本日', false],
      ['港を', false],
      ['ภาษา', true],
      ['"plain 港"', false],
      ['harbour', true],
      ['-港', false],
      ['"har\0bour"', false],
      ['har\0', false],
    ])('finds %j within a sentence of words without spaces: %s', async (q, found) => {
      const query = new URLSearchParams({ q: `type:decision ${q}` });
      expect(idsOf(await list(trail, query.toString())).includes(sentence)).toBe(found);
    });

    test.each(words)(
      'finds %s in whichever of its normal forms it was said, and is asked for',
      async (word) => {
        for (const form of ['NFC', 'NFD']) {
          const query = new URLSearchParams({ q: `type:decision "${word.normalize(form)}"` });
          expect(await list(trail, query.toString())).toHaveLength(2);
          const model = new URLSearchParams({ model: `${word.normalize(form)}*` });
          expect(await list(trail, model.toString())).toHaveLength(2);
        }
      },
    );
  });

  test('compares times in milliseconds with microseconds, to the last of them', async () => {
    const { trail } = await openNew();
    await trail.record(decisionEvent({ elapsedUs: 1_001 }));
    const count = async (latency: string): Promise<number> =>
      (await list(trail, new URLSearchParams({ type: 'decision', latency }).toString())).length;
    for (const held of [
      '1.001',
      '>=1.001',
      '<=1.001',
      '<1.0015',
      '>1.0005',
      '1.001..2',
      '0..1.001',
    ])
      expect([held, await count(held)]).toEqual([held, 1]);
    for (const missed of ['>1.001', '<1.001', '1', '>=1.0015', '<1.0005'])
      expect([missed, await count(missed)]).toEqual([missed, 0]);
  });

  test.each([
    ['q', 'type:'],
    ['q', '-model:'],
    ['from', '2026-02-30'],
    ['to', '2026-02-30T00:00:00.000000Z'],
    ['to', '2026-04-31T00:00:00Z'],
  ])('says what is wrong with %s=%s instead of finding something else', (name, value) => {
    expect(() => readListQuery(new URLSearchParams({ [name]: value }), 0)).toThrow(/not valid/);
  });

  test('takes no value of a caller for two', async () => {
    const { trail } = await openNew();
    await trail.record(decisionEvent({ call: { ...sampleCall, tags: ['safe\u001fpublic'] } }));
    expect(await list(trail, 'tag=public')).toHaveLength(0);
    expect(await list(trail, 'tag=safe*')).toHaveLength(1);
  });

  test('lists as much as it counts where somebody who was erased is ruled out', async () => {
    const { trail } = await openNew();
    await fill(trail);
    await trail.eraseSubject({ subject: 'bob' }, sampleActor);
    const query = new URLSearchParams({ q: '-subject:bob' });
    const { answer } = await trail.countFacets(readFacetQuery(query, Date.now()));
    expect(await list(trail, query.toString())).toHaveLength(answer.total);
  });
});

describe('countFacets() and drawHistogram()', () => {
  test('count what the list would show', async () => {
    const { trail } = await openNew();
    await fill(trail);
    const facets = await trail.countFacets(
      readFacetQuery(new URLSearchParams('decision=block&fields=policy,team,model'), Date.now()),
    );
    expect(facets.answer).toEqual({
      total: 2,
      fields: {
        policy: [
          { value: 'pii', count: 1 },
          { value: 'secrets', count: 1 },
        ],
        team: [
          { value: 'ads', count: 1 },
          { value: 'search', count: 1 },
        ],
        model: [
          { value: 'claude-x', count: 1 },
          { value: 'gpt-4o', count: 1 },
        ],
      },
    });
    const { answer } = await trail.drawHistogram(
      readHistogramQuery(new URLSearchParams('buckets=4'), Date.now()),
    );
    expect(answer.buckets).toHaveLength(4);
    expect(answer.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  });
});

describe('the index', () => {
  test('is the same after it was deleted, damaged, or thrown away while in use', async () => {
    const { directory, trail } = await openNew();
    await Promise.all(Array.from({ length: 9000 }, () => trail.record(decisionEvent())));
    await fill(trail);
    const before = idsOf(await list(trail, 'decision=block&limit=500'));
    expect(before).toHaveLength(2);
    trail.reindex();
    expect(idsOf(await list(trail, 'decision=block'))).toEqual(before);
    await trail.close();
    rmSync(indexPath(directory));
    const second = await openIn(directory);
    expect(idsOf(await list(second.trail, 'decision=block'))).toEqual(before);
    await second.trail.close();
    writeFileSync(indexPath(directory), 'this is no database');
    const third = await openIn(directory);
    expect(idsOf(await list(third.trail, 'decision=block'))).toEqual(before);
  });
});

describe('readFacetQuery()', () => {
  test.each([
    ['zz', '`zz` is no field to count; fields to count are type, decision, '],
    ['model,rul', '`rul` is no field to count; did you mean `rule`? fields to count are type, '],
    ['model,', '`` is no field to count; fields to count are type, '],
  ])('names the field that cannot be counted: %s', (fields, told) => {
    expect(() => readFacetQuery(new URLSearchParams({ fields }), 0)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: [{ pointer: '/fields', detail: expect.stringContaining(told) }],
      }),
    );
  });
});

describe('readListQuery()', () => {
  test.each([
    ['an unknown parameter', 'colour=red', '/colour'],
    ['a parameter twice', 'limit=1&limit=2', '/limit'],
    ['a limit of nought', 'limit=0', '/limit'],
    ['a limit beyond the page', 'limit=501', '/limit'],
    ['a time that is none', 'from=yesterday', '/from'],
    ['an unknown qualifier', 'q=colour:red', '/q'],
    ['an open quote', 'q="open', '/q'],
    ['a latency that is no number', 'latency=fast', '/latency'],
    ['an empty value', 'model=', '/model'],
  ])('names %s by pointer', (_, query, pointer) => {
    expect(() => readListQuery(new URLSearchParams(query), 0)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        faults: [expect.objectContaining({ pointer })],
      }),
    );
  });
});
