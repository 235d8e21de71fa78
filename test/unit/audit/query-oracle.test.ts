/** Whatever is asked for, lists, counts and the journal itself find what a plain look at each exported line finds. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createPrivacy } from '../../../src/audit/privacy.ts';
import { askByPseudonym } from '../../../src/audit/search/by-pseudonym.ts';
import {
  readExportQuery,
  readFacetQuery,
  readFilterQuery,
  readHistogramQuery,
  readListQuery,
} from '../../../src/audit/search/query.ts';
import { walkJournal } from '../../../src/audit/export/scan-journal.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';
import {
  allowed,
  answerTo,
  blockedBy,
  decisionEvent,
  deniedEvent,
  requestEvent,
  sampleActor,
  sampleCall,
  sampleCoverage,
} from '../../support/audit-samples.ts';
import { draws } from '../../support/draws.ts';
import { cleanTrails, openNew } from '../../support/trail-directory.ts';
import type { Opened } from '../../support/trail-directory.ts';

type Members = Readonly<Record<string, unknown>>;

const masterKey = Buffer.alloc(32, 5);
const models = [
  'gpt-4o',
  'GPT-4o-mini',
  'gpt*',
  'a,b',
  'x y',
  'Größe',
  'say "no"',
  '..',
  '>5',
  'ΟΔΟΣ',
];
const subjects = ['alice', 'Alice', 'a*', 'bob, the second', '李', 'back\\slash'];
const sessions = ['', 's1', 's*', 'S1'];
const texts = ['the tide at noon', 'tides and noon', 'NOON tide', 'nothing of it'];
const told = { subjects: new Map<string, string>(), texts: new Map<string, string>() };
let opened: Opened;
let entries: readonly Members[] = [];
let to = '';

const pick = <Value>(from: readonly Value[], at: number): Value => from[at % from.length] as Value;

/** Co-prime steps, so that each value stands beside each other one. */
async function fill({ trail }: Opened): Promise<void> {
  for (let at = 0; at < 90; at += 1) {
    const said = Buffer.from(pick(texts, at));
    const contents = { received: { raw: said, redacted: () => said } };
    const subject = pick(subjects, at);
    const actor = { ...sampleActor, subject, team: pick(['ads', 'Ads', 'search'], at >> 2) };
    const call = {
      ...sampleCall,
      model: pick(models, at * 7),
      session: pick(sessions, at * 3),
      tags: at % 3 === 0 ? ['safe'] : ['safe', pick(models, at)],
    };
    const common = { actor, call, contents, elapsedUs: at * 501 };
    const ruling =
      at % 3 === 0 ? { ...blockedBy('pii', 'card'), action: 'redact' as const } : allowed;
    const request = requestEvent({ ...common, ruling });
    const { id } = await trail.record(
      at % 2 === 0
        ? decisionEvent({
            ...common,
            ...(at % 4 === 0 ? { ruling: blockedBy('pii', 'card') } : {}),
          })
        : request,
    );
    told.subjects.set(id, subject);
    told.texts.set(id, pick(texts, at));
    if (at % 2 === 0) continue;
    const end = answerTo(request, {
      status: pick([200, 404, 502], at),
      elapsedUs: at * 333,
      contents: {},
      ...(ruling.action === 'redact' && { onRequest: { ruling, coverage: sampleCoverage } }),
    });
    told.subjects.set((await trail.record(end)).id, subject);
  }
  await trail.record(deniedEvent());
}

beforeAll(async () => {
  opened = await openNew({ masterKey });
  await fill(opened);
  let lines = '';
  const request = readExportQuery(new URLSearchParams(), Date.now());
  for await (const piece of opened.trail.exportEntries(request, systemActor)) lines += piece;
  entries = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Members);
  to = String(entries.at(-1)?.['at']);
});
afterAll(cleanTrails);

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner: unknown, name) => (inner as Members | undefined)?.[name], value);

const words: Readonly<Record<string, (entry: Members) => readonly unknown[]>> = {
  type: ({ type }) => [type],
  decision: (entry) => [
    entry['type'] === 'denied'
      ? 'denied'
      : (at(entry, 'on_request', 'ruling', 'action') ?? at(entry, 'ruling', 'action')),
  ],
  model: (entry) => [at(entry, 'call', 'model')],
  tag: (entry) => (at(entry, 'call', 'tags') as readonly unknown[] | undefined) ?? [],
  team: (entry) => [at(entry, 'actor', 'team')],
  status: (entry) => [at(entry, 'call', 'status')],
  delivered: (entry) => [at(entry, 'outcome', 'delivered')],
  rule: (entry) =>
    [['ruling'], ['on_request', 'ruling']]
      .flatMap((path) => (at(entry, ...path, 'rules') as readonly Members[] | undefined) ?? [])
      .map(({ policy, rule }) => `${String(policy)}/${String(rule)}`),
};
const numbers: Readonly<Record<string, (entry: Members) => number>> = {
  latency: (entry) => Number(entry['elapsed_us'] ?? 0) / 1000,
  bytes_in: (entry) => Number(at(entry, 'call', 'bytes_in') ?? 0),
  tokens_out: (entry) => Number(at(entry, 'answer', 'usage', 'output') ?? 0),
};

type Asked = { readonly term: string; readonly holds: (entry: Members) => boolean };

const low = (text: unknown): string => String(text).toLowerCase().replaceAll('ς', 'σ');
const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

function toGlob(pattern: string): RegExp {
  const pieces = low(pattern).split('*');
  return new RegExp(
    `^${pieces.map((piece) => piece.replaceAll(/[\\^$.|?+()[\]{}"]/g, '\\$&')).join('.*')}$`,
    's',
  );
}

const valuesOf = (field: string): readonly string[] =>
  field === 'model' || field === 'tag'
    ? [...models, 'safe']
    : ({
        type: ['request', 'Decision', 'answered', 'denied'],
        decision: ['allow', 'block', 'denied'],
        team: ['ads', 'search', 'none-such'],
        status: ['200', '404', '502'],
        delivered: ['full', 'none'],
        rule: ['pii/card'],
      }[field] ?? []);

const quotedWord = fc.constantFrom(...Object.keys(words)).chain((field) =>
  fc.constantFrom(...valuesOf(field)).map((value): Asked => ({
    term: `${field}:${quote(value)}`,
    holds: (entry) =>
      (words[field]?.(entry) ?? []).some((one) => one !== undefined && low(one) === low(value)),
  })),
);
/** What needs no quotes, some of it cut and with stars. */
const bareWord = fc.constantFrom(...Object.keys(words)).chain((field) => {
  const plain = valuesOf(field).filter((value) => !/[\s",<>]|\.\./.test(value));
  const cut = fc
    .tuple(fc.constantFrom(...plain), fc.nat(8), fc.nat(8), fc.boolean())
    .map(([value, from, length, whole]) =>
      whole ? value : `*${value.slice(from, from + length)}*`,
    );
  return fc.array(cut, { minLength: 1, maxLength: 3 }).map((values): Asked => ({
    term: `${field}:${values.join(',')}`,
    holds: (entry) =>
      (words[field]?.(entry) ?? []).some(
        (one) =>
          one !== undefined && one !== '' && values.some((value) => toGlob(value).test(low(one))),
      ),
  }));
});
const status = fc.constantFrom<readonly [string, (value: number) => boolean]>(
  ['>=404', (value) => value >= 404],
  ['<404', (value) => value < 404],
  ['201..499', (value) => value > 200 && value < 500],
);
const statusTerm = status.map(([term, holds]): Asked => ({
  term: `status:${term}`,
  holds: (entry) =>
    at(entry, 'call', 'status') !== undefined && holds(Number(at(entry, 'call', 'status'))),
}));
const numberTerm = fc
  .tuple(
    fc.constantFrom(...Object.keys(numbers)),
    fc.constantFrom('', '>', '>=', '<', '<=', '..'),
    fc.constantFrom(1, 2, 9, 20, 30, 100, 1000, 2000),
  )
  .map(([field, sign, limit]): Asked => {
    const compare = (value: number): boolean => {
      switch (sign) {
        case '':
          return value === limit;
        case '..':
          return value >= limit && value <= limit * 2;
        case '>':
          return value > limit;
        case '>=':
          return value >= limit;
        case '<':
          return value < limit;
        case '<=':
          return value <= limit;
      }
    };
    const said = sign === '..' ? `${limit}..${limit * 2}` : `${sign}${limit}`;
    return { term: `${field}:${said}`, holds: (entry) => compare(numbers[field]?.(entry) ?? -1) };
  });
const nameTerm = fc.oneof(
  fc.constantFrom(...subjects).map((name): Asked => ({
    term: `subject:${quote(name)}`,
    holds: ({ id }) => told.subjects.get(String(id)) === name,
  })),
  fc.constantFrom('s1', 's*', 'S1').map((name): Asked => ({
    term: `session:${quote(name)}`,
    holds: (entry) => at(entry, 'call', 'session') === name,
  })),
);
const textTerm = fc
  .constantFrom<readonly [string, RegExp]>(
    ['tide', /\btide\b/],
    ['TIDE*', /\btide/],
    ['"tide at noon"', /tide at noon/],
    ['noon', /\bnoon\b/],
    ['wombat', /wombat/],
  )
  .map(([term, said]): Asked => ({
    term,
    holds: ({ id }) => said.test(low(told.texts.get(String(id)) ?? '')),
  }));

const terms = fc.array(
  fc.tuple(
    fc.oneof(quotedWord, bareWord, statusTerm, numberTerm, nameTerm, textTerm),
    fc.boolean(),
  ),
  { minLength: 1, maxLength: 3 },
);

async function listAll(q: string, direction: string, limit: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ q, to, direction, limit: String(limit) });
    if (cursor !== '') query.set('cursor', cursor);
    const { answer } = await opened.trail.listEntries(readListQuery(query, Date.now()));
    ids.push(...answer.entries.map(({ id }) => id));
    cursor = answer.next;
  }
  return ids;
}

function walk(q: string): unknown[] | undefined {
  const filter = readFilterQuery(new URLSearchParams({ q, to }), Date.now());
  // Free text is not searched in the journal.
  if (filter.terms.some(({ kind }) => kind === 'text')) return undefined;
  const { toPseudonym } = createPrivacy(masterKey);
  const asked = askByPseudonym({ filter }, toPseudonym);
  return Array.from(walkJournal(opened.directory, asked.filter), ({ id }) => id);
}

test('all of them find what a look at each line finds', async () => {
  expect(entries.length).toBeGreaterThan(130);
  let found = 0;
  await fc.assert(
    fc.asyncProperty(terms, fc.integer({ min: 1, max: 90 }), async (asked, limit) => {
      const q = asked.map(([{ term }, negated]) => `${negated ? '-' : ''}${term}`).join(' ');
      const wanted = entries
        .filter((entry) => asked.every(([{ holds }, negated]) => holds(entry) !== negated))
        .map(({ id }) => id);
      found += wanted.length;
      expect([q, await listAll(q, 'newer', limit)]).toEqual([q, wanted]);
      expect([q, await listAll(q, 'older', limit)]).toEqual([q, wanted.toReversed()]);
      expect([q, walk(q) ?? wanted]).toEqual([q, wanted]);
      const query = new URLSearchParams({ q, to });
      const facets = await opened.trail.countFacets(readFacetQuery(query, Date.now()));
      const types = facets.answer.fields.type?.reduce((sum, { count }) => sum + count, 0);
      query.set('buckets', '7');
      const histogram = await opened.trail.drawHistogram(readHistogramQuery(query, Date.now()));
      const bars = histogram.answer.buckets.reduce((sum, { count }) => sum + count, 0);
      expect([q, facets.answer.total, types, bars]).toEqual([
        q,
        wanted.length,
        wanted.length,
        wanted.length,
      ]);
    }),
    draws(150),
  );
  expect(found).toBeGreaterThan(0);
});
