/** A trail's copy in another place: complete, provable when the trail is gone, resumed after any fault, and never another log's. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { BucketSettings } from '../../../../src/audit/ship/bucket.ts';
import { createDirectoryStore } from '../../../../src/audit/ship/directory-store.ts';
import { fetchLog } from '../../../../src/audit/ship/fetch-log.ts';
import type { ShippingOptions } from '../../../../src/audit/ship/shipping.ts';
import { nameLog, openStore } from '../../../../src/audit/ship/shipping.ts';
import type { Store } from '../../../../src/audit/ship/store.ts';
import type { Trail } from '../../../../src/audit/trail.ts';
import { type Report, verifyTrail } from '../../../../src/audit/verify.ts';
import {
  answerTo,
  decisionEvent,
  requestEvent,
  sampleActor,
} from '../../../support/audit-samples.ts';
import { type BucketServer, startBucketServer } from '../../../support/bucket-server.ts';
import { hasPython, python } from '../../../support/python.ts';
import { root } from '../../../support/repository.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  readEntries,
  readJournal,
} from '../../../support/trail-directory.ts';
import { until } from '../../../support/until.ts';

const servers: BucketServer[] = [];
afterEach(async () => {
  for (const server of servers) server.fail = undefined;
  await cleanTrails();
  for (const server of servers.splice(0)) await server.close();
});

type Place = {
  readonly ship: ShippingOptions;
  readonly store: Store;
  readonly server?: BucketServer;
};

const pace = { intervalMs: 20, timeoutMs: 1000, content: true, strict: false } as const;

function inDirectory(changes: Partial<ShippingOptions> = {}): Place & { readonly path: string } {
  const path = newDirectory();
  const to = { kind: 'directory', directory: path } as const;
  return { path, ship: { ...pace, to, ...changes }, store: createDirectoryStore(path) };
}

async function inBucket(changes: Partial<ShippingOptions> = {}): Promise<Required<Place>> {
  const server = await startBucketServer();
  servers.push(server);
  const { endpoint, name, accessKeyId, secretAccessKey } = server;
  const bucket: BucketSettings = {
    endpoint,
    name,
    accessKeyId,
    secretAccessKey,
    region: 'eu-central-1',
    prefix: 'trails/of tests',
    lock: { mode: 'compliance', days: 30 },
    timeoutMs: 500,
  };
  const to = { kind: 'bucket', bucket } as const;
  return { server, ship: { ...pace, to, ...changes }, store: openStore(to) };
}

/** Calls with texts, one after the other. */
async function talk(trail: Trail, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const raw = Buffer.from(`a text that is kept, number ${index}`);
    const request = requestEvent({ contents: { received: { raw, redacted: () => raw } } });
    await trail.record(request);
    await trail.record(answerTo(request));
  }
}

/** The copy as a trail that can be read, taken out of wherever it is. */
async function fetchCopy(store: Store, directory: string): Promise<string> {
  const out = join(newDirectory(), 'copy');
  await fetchLog(store, nameLog(directory), out);
  return out;
}

function verifyWithPython(directory: string): number | null {
  return hasPython() ? spawnSync(python, [join(root, 'tools/verify.py'), directory]).status : null;
}

/** What both verifiers find of it. */
function verifyWithBoth(directory: string): Report {
  const report = verifyTrail({ directory });
  const status = verifyWithPython(directory);
  if (status !== null)
    expect([report.verdict, status]).toEqual([
      report.verdict,
      ['intact', 'altered', 'incomplete', 'unreadable'].indexOf(report.verdict),
    ]);
  return report;
}

describe.each([
  ['a directory', () => Promise.resolve<Place>(inDirectory())],
  ['a bucket', (): Promise<Place> => inBucket()],
])('a copy in %s', (_, open) => {
  test('is the whole trail once that is closed, texts included, and no key', async () => {
    const { ship, store, server } = await open();
    const { directory, trail } = await openIn(newDirectory(), { ship, journalBytesMax: 20_000 });
    await talk(trail, 40);
    await trail.close();
    const copy = await fetchCopy(store, directory);
    expect(readJournal(copy)).toEqual(readJournal(directory));
    expect(readdirSync(join(copy, 'journal')).length).toBeGreaterThan(2);
    expect(readdirSync(copy).sort()).toEqual([
      'checkpoint',
      'checkpoint.pub',
      'checkpoints.jsonl',
      'content',
      'copy.json',
      'journal',
    ]);
    const report = verifyWithBoth(copy);
    expect(report).toMatchObject({ verdict: 'intact', copyOf: nameLog(directory), blobs: 40 });
    expect(report.sealed).toBe(report.entries);
    expect(report.notes.join()).toContain('keys are never shipped');
    expect(server?.refused ?? []).toEqual([]);
    for (const { lockedUntil, mode } of server?.objects.values() ?? []) {
      expect(mode).toBe('COMPLIANCE');
      expect(Date.parse(lockedUntil) - Date.now()).toBeGreaterThan(29 * 86_400_000);
    }
  });

  test('proves a lost replica up to its last checkpoint, and leaves room for its successor', async () => {
    const { ship, store } = await open();
    const { directory, trail } = await openIn(newDirectory(), { ship, sealIntervalMs: 20 });
    await talk(trail, 5);
    // An exchange that nobody ends, as a machine that burns down leaves it.
    await trail.record(requestEvent());
    const { seq } = await trail.record(decisionEvent());
    const log = nameLog(directory);
    await until(async () => {
      const note = await store.read(`${log}/checkpoint`);
      return Number((note ?? '').split('\n')[1]) > seq;
    });
    const copy = join(newDirectory(), 'copy');
    await fetchLog(store, log, copy);
    const report = verifyWithBoth(copy);
    expect(report.verdict).toBe('incomplete');
    expect(report.faults.map(({ detail }) => detail)).toEqual(['1 exchange has no terminal entry']);
    expect(report.sealed).toBeGreaterThan(seq);
    expect(report.sealedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const next = await openIn(newDirectory(), { ship });
    await next.trail.close();
    expect(await store.listLogs()).toEqual([log, nameLog(next.directory)].sort());
    expect(verifyWithBoth(await fetchCopy(store, next.directory)).verdict).toBe('intact');
  });

  test('is continued where it ended after a restart, whatever was done in between', async () => {
    const { ship, store } = await open();
    const first = await openIn(newDirectory(), { ship, journalBytesMax: 20_000 });
    await talk(first.trail, 10);
    await first.trail.close();
    const unshipped = await openIn(first.directory, { journalBytesMax: 20_000 });
    await talk(unshipped.trail, 30);
    await unshipped.trail.close();
    const again = await openIn(first.directory, { ship, journalBytesMax: 20_000 });
    await talk(again.trail, 3);
    await again.trail.close();
    const copy = await fetchCopy(store, first.directory);
    expect(readJournal(copy)).toEqual(readJournal(first.directory));
    expect(verifyWithBoth(copy).verdict).toBe('intact');
  });

  test('tells where anything in it was changed', async () => {
    const { ship, store } = await open();
    const { directory, trail } = await openIn(newDirectory(), { ship });
    await talk(trail, 5);
    await trail.close();
    const copy = await fetchCopy(store, directory);
    const flip = (file: string, at: number): string => {
      const changed = join(newDirectory(), 'copy');
      cpSync(copy, changed, { recursive: true });
      const bytes = readFileSync(join(changed, file));
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(join(changed, file), bytes);
      return changed;
    };
    const [text = ''] = readdirSync(join(copy, 'content'));
    for (const changed of [
      flip('journal/00000001.jsonl', 700),
      flip('checkpoint', 60),
      flip('checkpoints.jsonl', 80),
      flip(join('content', text), 20),
    ])
      expect(verifyWithBoth(changed).verdict).toBe('altered');
  });

  test('of another log is never added to', async () => {
    const { ship, store } = await open();
    const { directory, trail } = await openIn(newDirectory(), { ship });
    await talk(trail, 3);
    await trail.close();
    const twin = newDirectory();
    cpSync(directory, twin, { recursive: true });
    const goesOn = await openIn(directory, { ship });
    await talk(goesOn.trail, 3);
    await goesOn.trail.close();
    const alarms: string[] = [];
    const other = await openIn(twin, {
      ship,
      onAlarm: (message, { reason }) => alarms.push(`${message}: ${String(reason)}`),
    });
    await talk(other.trail, 9);
    await until(() => other.trail.shipping()?.reason !== undefined);
    expect(alarms.join()).toMatch(/cannot be shipped: the copy of .* is not the beginning of/);
    await other.trail.close();
    expect(readJournal(await fetchCopy(store, directory))).toEqual(readJournal(directory));
  });
});

describe('a store that is away', () => {
  test('is caught up with, and told of meanwhile', async () => {
    const { ship, store, path } = inDirectory();
    rmSync(path, { recursive: true });
    const alarms: string[] = [];
    const { directory, trail } = await openIn(newDirectory(), {
      ship,
      onAlarm: (message) => alarms.push(message),
    });
    await talk(trail, 5);
    await until(() => (trail.shipping()?.ageMs ?? 0) > 50);
    expect(trail.shipping()?.reason).toContain('ENOENT');
    expect(trail.health().writable).toBe(true);
    expect(existsSync(path)).toBe(false);
    mkdirSync(path);
    await until(() => trail.shipping()?.ageMs === 0);
    expect(trail.shipping()?.reason).toBeUndefined();
    const told = alarms.filter((message) => message.includes('shipped'));
    expect(told).toEqual(['the audit trail cannot be shipped', 'the audit trail is shipped again']);
    await trail.close();
    expect(verifyWithBoth(await fetchCopy(store, directory)).verdict).toBe('intact');
  });

  test.each(['reset', 'status', 'hang', 'lost-answer'] as const)(
    'by %s loses nothing and doubles nothing',
    async (fault) => {
      const { ship, store, server } = await inBucket();
      const { directory, trail } = await openIn(newDirectory(), { ship });
      await talk(trail, 3);
      await until(() => trail.shipping()?.ageMs === 0);
      server.fail = fault;
      await talk(trail, 10);
      await until(() => trail.shipping()?.reason !== undefined);
      server.fail = undefined;
      await until(() => trail.shipping()?.reason === undefined);
      await trail.close();
      const copy = await fetchCopy(store, directory);
      expect(readJournal(copy)).toEqual(readJournal(directory));
      expect(verifyWithBoth(copy).verdict).toBe('intact');
    },
  );

  test('that lists a page at a time is found where it ended all the same', async () => {
    const { ship, store, server } = await inBucket();
    server.pageMax = 2;
    const { directory, trail } = await openIn(newDirectory(), { ship });
    for (let index = 0; index < 5; index += 1) {
      await talk(trail, 1);
      await until(() => trail.shipping()?.ageMs === 0);
    }
    await trail.close();
    const again = await openIn(directory, { ship });
    await talk(again.trail, 1);
    await again.trail.close();
    expect(readJournal(await fetchCopy(store, directory))).toEqual(readJournal(directory));
  });

  test('refuses a wrong signature, and the trail says so', async () => {
    const { ship, server } = await inBucket();
    if (ship.to.kind !== 'bucket') throw new Error('not a bucket');
    const bucket = { ...ship.to.bucket, secretAccessKey: 'not the one' };
    const wrong = { ...ship, to: { kind: 'bucket', bucket } as const };
    const { trail } = await openIn(newDirectory(), { ship: wrong });
    await until(() => trail.shipping()?.reason !== undefined);
    expect(trail.shipping()?.reason).toBe('the store answered 403 SignatureDoesNotMatch');
    expect(server.refused.length).toBeGreaterThan(0);
    expect(server.objects.size).toBe(0);
  });
});

describe('a copy in a directory', () => {
  test('that somebody else wrote to is left as it is, and told', async () => {
    const { ship, path } = inDirectory();
    const { directory, trail } = await openIn(newDirectory(), { ship });
    await talk(trail, 2);
    await until(() => trail.shipping()?.ageMs === 0);
    const file = join(path, nameLog(directory), 'journal/00000001.jsonl');
    appendFileSync(file, '{"a":"line of another hand"}\n');
    const foreign = readFileSync(file);
    await talk(trail, 2);
    await until(() => trail.shipping()?.reason?.includes('not the beginning') ?? false);
    expect(readFileSync(file)).toEqual(foreign);
    truncateSync(file, foreign.length - 29);
    await until(() => trail.shipping()?.reason === undefined);
  });

  test('without texts says that they were not shipped', async () => {
    const { ship, store } = inDirectory({ content: false });
    const { directory, trail } = await openIn(newDirectory(), { ship });
    await talk(trail, 2);
    await trail.close();
    const report = verifyTrail({ directory: await fetchCopy(store, directory) });
    expect(report).toMatchObject({ verdict: 'intact', faults: [] });
    expect(report.notes.join()).toContain('was not shipped');
  });

  test('keeps what was erased as noise: the key never was there', async () => {
    const { ship, store } = inDirectory();
    const masterKey = new Uint8Array(32).fill(3);
    const { directory, trail } = await openIn(newDirectory(), { ship, masterKey });
    await talk(trail, 2);
    await trail.eraseSubject({ subject: sampleActor.subject }, sampleActor);
    await trail.close();
    const copy = await fetchCopy(store, directory);
    expect(existsSync(join(copy, 'keys.sqlite'))).toBe(false);
    expect(verifyTrail({ directory: copy, masterKey }).verdict).toBe('intact');
    cpSync(join(directory, 'keys.sqlite'), join(copy, 'keys.sqlite'));
    const again = await openIn(copy, { masterKey });
    const [entry] = readEntries(copy).filter(({ type }) => type === 'request');
    expect(await again.trail.readContent(String(entry?.['id']))).toEqual([
      expect.not.objectContaining({ text: expect.anything() as unknown }),
    ]);
  });
});
