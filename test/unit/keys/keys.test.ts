/** The keys of a gateway as the program and the command line use them. */
import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { GovernanceEvent, Recorder } from '../../../src/governance/event.ts';
import { type Keys, type KeysOptions, openKeys } from '../../../src/keys/keys.ts';
import { until } from '../../support/until.ts';

const by = { key: 'k-admin', owner: 'grace', agent: 'governance keys' };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  closing.push(() => rm(folder, { recursive: true }));
  return join(folder, 'data');
}

async function open(data: string, more: Partial<KeysOptions> = {}): Promise<Keys> {
  const keys = await openKeys({ data, ...more });
  closing.push(() => keys.close());
  return keys;
}

/** A trail that can be read and, for a while, refuse. */
function trail() {
  const events: GovernanceEvent[] = [];
  const state = { broken: false };
  const record: Recorder = (event) => {
    if (state.broken) return Promise.reject(new Error('cannot be written'));
    events.push(event);
    return Promise.resolve({ id: String(events.length), seq: events.length });
  };
  const acts = () => events.map((event) => (event.type === 'key' ? event.act : event.type));
  return { events, state, record, acts };
}

describe('ensureFirstKey()', () => {
  test('makes one administrator on the very first start, and none later', async () => {
    const data = newFolder();
    const keys = await open(data);
    const first = await keys.ensureFirstKey();
    expect(await keys.authenticate(first?.key ?? '')).toMatchObject({
      kind: 'accepted',
      identity: { scopes: ['govern', 'proxy', 'audit:read', 'audit:reveal', 'admin'] },
    });
    expect(await keys.ensureFirstKey()).toBeUndefined();
    const later = await open(data);
    expect(await later.ensureFirstKey()).toBeUndefined();
    expect(await later.authenticate(first?.key ?? '')).toMatchObject({ kind: 'accepted' });
  });

  test('makes none where a bootstrap key is given', async () => {
    const keys = await open(newFolder(), { bootstrapKey: 'a-bootstrap-key-of-tests' });
    expect(await keys.ensureFirstKey()).toBeUndefined();
    expect(await keys.list()).toEqual([]);
  });

  test('keeps it nowhere in the state directory, which others cannot read', async () => {
    const data = newFolder();
    const keys = await open(data);
    const first = await keys.ensureFirstKey();
    expect(statSync(data).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(data))
      expect(readFileSync(join(data, name), 'latin1')).not.toContain(first?.key.slice(17));
  });
});

describe('a key', () => {
  test('is created with a life, rotated with an overlap, and revoked', async () => {
    let at = 1_000_000;
    const keys = await open(newFolder(), { now: () => at });
    const { key, record } = await keys.create({ owner: 'ada', scopes: ['govern'] }, 10_000, by);
    expect(record.expiresAt).toBe(1_010_000);
    at += 4_000;
    const rotation = await keys.rotate(record.id, 1_000, by);
    if (rotation.kind !== 'rotated') throw new Error('expected a rotation');
    expect(rotation).toMatchObject({
      oldEndsAt: 1_005_000,
      issued: { record: { expiresAt: 1_014_000, profile: record.profile } },
    });
    const reasons = async () => [
      await keys.authenticate(key),
      await keys.authenticate(rotation.issued.key),
    ];
    expect(await reasons()).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
    at += 1_000;
    expect(await reasons()).toMatchObject([{ reason: 'expired' }, { kind: 'accepted' }]);
    expect(await keys.revoke(rotation.issued.record.id, by)).toBe(true);
    expect(await reasons()).toMatchObject([{ reason: 'expired' }, { reason: 'revoked' }]);
    expect(await keys.rotate(record.id, 1_000, by)).toEqual({ kind: 'ended' });
    expect(await keys.rotate('nobody', 1_000, by)).toEqual({ kind: 'missing' });
  });

  test('that is rotated without an overlap ends where the clock is an hour behind, too', async () => {
    const [data, at] = [newFolder(), 10_000_000];
    const keys = await open(data, { now: () => at });
    const behind = await open(data, { now: () => at - 3_600_000, cacheMs: 0 });
    const { key, record } = await keys.create({ owner: 'ada', scopes: ['govern'] }, undefined, by);
    expect(await behind.authenticate(key)).toMatchObject({ kind: 'accepted' });
    await keys.rotate(record.id, 0, by);
    expect(await behind.authenticate(key)).toMatchObject({ reason: 'revoked' });
  });

  test('that another process revokes stops within the time it is remembered', async () => {
    const data = newFolder();
    let at = 0;
    const gateway = await open(data, { monotonicNow: () => at });
    const commandLine = await open(data);
    const { key, record } = await commandLine.create(
      { owner: 'a', scopes: ['proxy'] },
      undefined,
      by,
    );
    expect(await gateway.authenticate(key)).toMatchObject({ kind: 'accepted' });
    expect(await commandLine.revoke(record.id, by)).toBe(true);
    at = 2_000;
    expect(await gateway.authenticate(key)).toEqual({ kind: 'refused', reason: 'revoked' });
  });

  test.each([
    ['no owner', { owner: ' ', scopes: ['govern'] }],
    ['no scope', { owner: 'a', scopes: [] }],
    ['a line break in its owner', { owner: 'a\nb', scopes: ['govern'] }],
  ])('with %s is refused', async (_name, profile) => {
    const keys = await open(newFolder());
    await expect(keys.create(profile as never, undefined, by)).rejects.toThrow();
    expect(await keys.list()).toEqual([]);
  });
});

describe('drainOutbox()', () => {
  test('tells the trail who did what to which key and when, and no key', async () => {
    let at = Date.UTC(2030, 0, 1);
    const keys = await open(newFolder(), { now: () => at });
    const profile = { owner: 'ada', team: 'r', scopes: ['govern', 'proxy'], models: ['gpt-*'] };
    const issued = await keys.create(
      { ...profile, scopes: ['govern', 'proxy'], rate: { count: 60, windowMs: 60_000 } },
      86_400_000,
      by,
    );
    const { id } = issued.record;
    at += 1_000;
    await keys.revoke(id, by);
    const { record, events } = trail();
    expect(await keys.drainOutbox(record)).toBe(2);
    const actor = { ...by, team: '', subject: '', address: '' };
    expect(events).toMatchObject([
      {
        type: 'key',
        act: 'created',
        actor,
        detail: {
          key: id,
          via: 'governance keys',
          for_owner: 'ada',
          for_team: 'r',
          scopes: 'govern proxy',
          models: 'gpt-*',
          rate: '60/m',
          ends_at: '2030-01-02T00:00:00.000Z',
          acted_at: '2030-01-01T00:00:00.000Z',
        },
      },
      {
        type: 'key',
        act: 'revoked',
        actor,
        detail: { key: id, acted_at: '2030-01-01T00:00:01.000Z' },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(issued.key.slice(17, 40));
    expect(await keys.drainOutbox(record)).toBe(0);
  });

  test('empties an outbox of any length', async () => {
    const keys = await open(newFolder());
    for (let index = 0; index < 120; index += 1)
      await keys.create({ owner: 'a', scopes: ['govern'] }, undefined, by);
    const { record, acts } = trail();
    expect(await keys.drainOutbox(record)).toBe(120);
    expect(acts()).toHaveLength(120);
  });
});

describe('follow()', () => {
  test('brings what waits and what comes into the trail, through a failure, and stops', async () => {
    const data = newFolder();
    const gateway = await openKeys({ data });
    const commandLine = await open(data);
    const { record: key } = await commandLine.create(
      { owner: 'a', scopes: ['govern'] },
      undefined,
      by,
    );
    const { record, state, acts } = trail();
    const failures: unknown[] = [];
    state.broken = true;
    gateway.follow(record, (error) => failures.push(error));
    await until(() => failures.length > 0);
    expect(acts()).toEqual([]);
    state.broken = false;
    await commandLine.revoke(key.id, by);
    await until(() => acts().length >= 2);
    expect(acts()).toEqual(['created', 'revoked']);
    await gateway.close();
  });
});

test('a store that cannot be used is told of as such, whatever is asked of it', async () => {
  const data = newFolder();
  const keys = await open(data);
  const file = new DatabaseSync(join(data, 'keys.sqlite'));
  file.exec('DROP TABLE keys');
  file.close();
  const profile = { owner: 'somebody', scopes: ['govern' as const] };
  for (const asked of [
    keys.list(),
    keys.find('x'),
    keys.create(profile, undefined, by),
    keys.revoke('x', by),
    keys.rotate('x', 0, by),
  ])
    await expect(asked).rejects.toMatchObject({
      code: 'not_ready',
      headers: { 'retry-after': '1' },
    });
});
