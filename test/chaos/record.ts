/** What the journals of all replicas say after a chaos run, and what of it may not be. */
import { z } from 'zod';
import { readEntries } from '../support/trail-directory.ts';
import type { Answered } from './load.ts';
import { disputed, forbidden } from './words.ts';

const entrySchema = z.looseObject({
  type: z.string(),
  at: z.string(),
  exchange: z.string().optional(),
  cause: z.string().optional(),
  actor: z.looseObject({ key: z.string(), degraded: z.array(z.string()).optional() }).optional(),
  coverage: z
    .looseObject({
      unjudged: z.array(z.looseObject({ kind: z.string(), path: z.string() })).optional(),
    })
    .optional(),
  call: z.looseObject({ model: z.string() }).optional(),
  spent: z.looseObject({}).optional(),
  ruling: z.looseObject({ action: z.string(), policy_version: z.string() }).optional(),
});

export type Entry = z.output<typeof entrySchema>;

export function readRecord(directories: readonly string[]): readonly Entry[] {
  return directories.flatMap(readEntries).map((entry) => entrySchema.parse(entry));
}

/** An exchange is judged by one version of the policies from its beginning to its end. */
export function findMixedVersions(record: readonly Entry[]): readonly string[] {
  const versions = new Map<string, Set<string>>();
  for (const { exchange = '', ruling } of record) {
    if (exchange === '' || ruling === undefined) continue;
    const known = versions.get(exchange) ?? new Set();
    versions.set(exchange, known.add(ruling.policy_version));
  }
  return [...versions]
    .filter(([, found]) => found.size > 1)
    .map(([exchange, found]) => `${exchange} was judged by ${[...found].join(' and ')}`);
}

/** One version blocks the disputed word and the other does not: no version may do both. */
export function findMixedRulings(
  record: readonly Entry[],
  answered: readonly Answered[],
): readonly string[] {
  const models = new Set(
    answered.flatMap(({ asked }) => (asked.word === disputed ? [asked.model] : [])),
  );
  const actions = new Map<string, Set<string>>();
  for (const { type, call, ruling } of record) {
    if (type !== 'request' || ruling === undefined || !models.has(call?.model ?? '')) continue;
    const known = actions.get(ruling.policy_version) ?? new Set();
    actions.set(ruling.policy_version, known.add(ruling.action));
  }
  const mixed = [...actions].filter(([, found]) => found.size > 1);
  const faults = mixed.map(([version, found]) => `${version} ruled ${[...found].join(' and ')}`);
  // Else nothing was tried.
  const ruled = new Set([...actions.values()].flatMap((found) => [...found]));
  return ruled.size < 2 ? [...faults, 'only one version of the policies was in force'] : faults;
}

export type Pace = {
  readonly passed: number;
  /** Most calls that the rate was ahead of, at any time; it may be a burst, and one window's slack. */
  readonly ahead: number;
};

/** How far a key ran ahead of its rate, by the time of its entries on all replicas. */
export function readPace(record: readonly Entry[], key: string, perMinute: number): Pace {
  const passed = record
    .filter(({ type, actor }) => type === 'decision' && actor?.key === key)
    .map(({ at }) => Date.parse(at))
    .sort((left, right) => left - right);
  let ahead = 0;
  let most = 0;
  let before = passed[0] ?? 0;
  for (const at of passed) {
    ahead = Math.max(0, ahead - ((at - before) * perMinute) / 60_000) + 1;
    most = Math.max(most, ahead);
    before = at;
  }
  return { passed: passed.length, ahead: Math.ceil(most) };
}

/** Entries of a key that say that this store could not be asked. */
export function countDegraded(
  record: readonly Entry[],
  key: string,
  store: 'rate_limit' | 'budgets',
): number {
  return record.filter(
    ({ actor }) => actor?.key === key && actor.degraded?.includes(store) === true,
  ).length;
}

/** Calls of a key that used something of its budget. */
export function countSpent(record: readonly Entry[], key: string): number {
  return record.filter(({ actor, spent }) => actor?.key === key && spent !== undefined).length;
}

/** Of what a call holds, that alone is told as unjudged which nobody can read as text. */
export function findUntrueCoverage(
  record: readonly Entry[],
  answered: readonly Answered[],
): readonly string[] {
  const asked = new Map(answered.map(({ asked: one }) => [one.model, one]));
  const judged = record.filter(({ type }) => type === 'request');
  const faults = judged.flatMap(({ call, coverage }) => {
    const one = asked.get(call?.model ?? '');
    if (one === undefined) return [];
    const listed = (coverage?.unjudged ?? []).map(({ kind, path }) => `${kind} at ${path}`);
    const expected = one.pictured ? ['image at messages[4].content[1].image_url.url'] : [];
    return listed.join() === expected.join()
      ? []
      : [
          `${one.model} has [${listed.join()}] on record as unjudged instead of [${expected.join()}]`,
        ];
  });
  // Else nothing was tried.
  const planted = answered.filter(({ asked: { word } }) => word === forbidden).length;
  return planted === 0 ? [...faults, 'nothing was planted'] : faults;
}
