/** Whose key was presented: every refusal, what is remembered for how long, and what happens without a store. */
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { GatewayError } from '../../../src/errors.ts';
import { Authenticator } from '../../../src/keys/authenticate.ts';
import { digestOf, mintKey } from '../../../src/keys/key.ts';
import { type KeyRecord, profileSchema } from '../../../src/keys/record.ts';
import { StoreError } from '../../../src/keys/store.ts';

const bootstrapKey = 'a-bootstrap-key-of-the-tests';

function keyWith(more: Partial<KeyRecord> = {}) {
  const { id, key } = mintKey();
  const record: KeyRecord = {
    id,
    digest: digestOf(key),
    profile: profileSchema.parse({
      owner: 'ada',
      team: 'research',
      env: 'prod',
      tags: ['t'],
      scopes: ['govern'],
      models: ['gpt-*'],
      upstreams: ['openai'],
      rate: { count: 60, windowMs: 60_000 },
    }),
    createdAt: 0,
    expiresAt: undefined,
    revokedAt: undefined,
    lastSeenAt: undefined,
    ...more,
  };
  return { id, key, record };
}

/** An authenticator with clocks to turn and a store to look into. */
function setUp(records: readonly KeyRecord[], cacheMs = 2_000) {
  const stored = new Map(records.map((record) => [record.id, record]));
  const state = { now: 1_000_000, monotonic: 0, finds: 0, down: false };
  const degraded: (readonly [boolean, string | undefined])[] = [];
  const cause = Object.assign(new Error('the server at 10.0.0.1 is starting'), { code: '57P03' });
  const touched: Record<string, number>[] = [];
  const authenticator = new Authenticator({
    store: {
      find: (id) => {
        state.finds += 1;
        return state.down
          ? Promise.reject(new StoreError('the key store cannot be used', { cause }))
          : Promise.resolve(stored.get(id));
      },
      touch: (seen) => {
        if (state.down) return Promise.reject(new StoreError('the key store cannot be used'));
        touched.push(Object.fromEntries(seen));
        return Promise.resolve();
      },
    },
    bootstrapKey,
    cacheMs,
    now: () => state.now,
    monotonicNow: () => state.monotonic,
    onDegraded: (now, why) => degraded.push([now, why]),
  });
  const verdict = async (presented: string) => {
    const found = await authenticator.authenticate(presented);
    return found.kind === 'accepted' ? 'accepted' : found.reason;
  };
  return { authenticator, stored, state, touched, degraded, verdict };
}

/** The same id with another secret: what somebody tries who has seen an id. */
function forgeryOf(id: string): string {
  for (;;) {
    const { key } = mintKey();
    const body = `ggw_${id}_${key.slice(17, 44)}`;
    return repair(body);
  }
}

function repair(body: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc(body);
  let checksum = '';
  for (let index = 0; index < 6; index += 1) {
    checksum = alphabet.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return body + checksum;
}

/** CRC32 as it is defined, bit by bit, so that the checksum is checked by other means than its own. */
function crc(text: string): number {
  let value = 0xffff_ffff;
  for (const byte of Buffer.from(text)) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb8_8320 : 0);
  }
  return (value ^ 0xffff_ffff) >>> 0;
}

describe('authenticate() answers', () => {
  const good = keyWith();
  const ended = keyWith({ expiresAt: 1_000_000 });
  const living = keyWith({ expiresAt: 1_000_001 });
  const revoked = keyWith({ revokedAt: 5 });
  const both = keyWith({ revokedAt: 5, expiresAt: 5 });
  const all = [good, ended, living, revoked, both].map(({ record }) => record);

  test.each([
    ['accepted for a key that is in force', good.key, 'accepted'],
    ['accepted one millisecond before the end', living.key, 'accepted'],
    ['accepted for the bootstrap key', bootstrapKey, 'accepted'],
    ['expired from the very end on', ended.key, 'expired'],
    ['revoked', revoked.key, 'revoked'],
    ['revoked for a key that has ended as well', both.key, 'revoked'],
    ['unknown for a key of another gateway', mintKey().key, 'unknown'],
    ['unknown for the id of a key with another secret', forgeryOf(good.id), 'unknown'],
    ['unknown, not revoked, where the secret is not the one', forgeryOf(revoked.id), 'unknown'],
    ['malformed for a typo', `${good.key.slice(0, -1)}~`, 'malformed'],
    ['malformed for nothing', '', 'malformed'],
    ['malformed for the digest of a key', digestOf(good.key), 'malformed'],
    ['malformed for nearly the bootstrap key', `${bootstrapKey}x`, 'malformed'],
  ])('%s', async (_name, presented, expected) => {
    const { verdict } = setUp(all);
    expect(await verdict(presented)).toBe(expected);
    expect(await verdict(presented)).toBe(expected);
  });

  test('with what the key allows', async () => {
    const { authenticator } = setUp(all);
    expect(await authenticator.authenticate(good.key)).toEqual({
      kind: 'accepted',
      identity: {
        caller: { id: good.id, owner: 'ada', team: 'research', env: 'prod', tags: ['t'] },
        scopes: ['govern'],
        models: ['gpt-*'],
        upstreams: ['openai'],
        rate: { count: 60, windowMs: 60_000 },
      },
    });
  });

  test('all scopes for the bootstrap key, and nobody where there is none', async () => {
    const { authenticator } = setUp([]);
    expect(await authenticator.authenticate(bootstrapKey)).toMatchObject({
      identity: { scopes: ['govern', 'proxy', 'audit:read', 'audit:reveal', 'admin'] },
    });
    const without = new Authenticator({
      store: { find: () => Promise.resolve(undefined), touch: () => Promise.resolve() },
      bootstrapKey: undefined,
      cacheMs: 0,
      now: () => 0,
      monotonicNow: () => 0,
    });
    for (const presented of ['', 'undefined', bootstrapKey, '0'.repeat(64)])
      expect(await without.authenticate(presented)).toEqual({
        kind: 'refused',
        reason: 'malformed',
      });
  });

  test('a typo without asking the store', async () => {
    const { verdict, state } = setUp(all);
    expect(await verdict(`${good.key}x`)).toBe('malformed');
    expect(state.finds).toBe(0);
  });
});

describe('a key that was found valid', () => {
  test('is not looked up again within the time, then is', async () => {
    const { id, key, record } = keyWith();
    const { verdict, state, stored } = setUp([record]);
    expect(await verdict(key)).toBe('accepted');
    stored.set(id, { ...record, revokedAt: 1 });
    state.monotonic = 1_999;
    expect(await verdict(key)).toBe('accepted');
    expect(state.finds).toBe(1);
    state.monotonic = 2_000;
    expect(await verdict(key)).toBe('revoked');
    expect(await verdict(key)).toBe('revoked');
  });

  test('is looked up each time where nothing may be remembered', async () => {
    const { key, record } = keyWith();
    const { verdict, state } = setUp([record], 0);
    for (let call = 0; call < 3; call += 1) expect(await verdict(key)).toBe('accepted');
    expect(state.finds).toBe(3);
  });

  test('stops at once where it is changed here', async () => {
    const { id, key, record } = keyWith();
    const { verdict, authenticator, stored } = setUp([record]);
    expect(await verdict(key)).toBe('accepted');
    stored.set(id, { ...record, revokedAt: 1 });
    authenticator.forget(id);
    expect(await verdict(key)).toBe('revoked');
  });

  test('expires while it is remembered', async () => {
    const { key, record } = keyWith({ expiresAt: 1_000_500 });
    const { verdict, state } = setUp([record]);
    expect(await verdict(key)).toBe('accepted');
    state.now = 1_000_500;
    expect(await verdict(key)).toBe('expired');
  });

  test('stays expired when the clock is set back', async () => {
    const { key, record } = keyWith({ expiresAt: 1_000_500 });
    const other = keyWith();
    const { verdict, state } = setUp([record, other.record]);
    state.now = 1_000_500;
    expect(await verdict(other.key)).toBe('accepted');
    state.now = 900_000;
    expect(await verdict(key)).toBe('expired');
  });

  test('is remembered no longer when the clock is set back', async () => {
    const { id, key, record } = keyWith();
    const { verdict, state, stored } = setUp([record]);
    expect(await verdict(key)).toBe('accepted');
    stored.set(id, { ...record, revokedAt: 1 });
    state.now = 0;
    state.monotonic = 2_000;
    expect(await verdict(key)).toBe('revoked');
  });

  test('is looked up once for many calls at the same time', async () => {
    const { key, record } = keyWith();
    const { verdict, state } = setUp([record]);
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => verdict(key)));
    expect(new Set(verdicts)).toEqual(new Set(['accepted']));
    expect(state.finds).toBe(1);
  });

  test('is nowhere held as it was typed', async () => {
    const { key, record } = keyWith();
    const { authenticator } = setUp([record]);
    await authenticator.authenticate(key);
    const held = inspect(authenticator, { depth: 9, showHidden: true, maxStringLength: Infinity });
    expect(held).not.toContain(key);
    expect(held).not.toContain(bootstrapKey);
  });
});

describe('while the store is down', () => {
  test('a key that was valid works for five seconds, and no longer', async () => {
    const { key, record } = keyWith();
    const { verdict, state } = setUp([record]);
    await verdict(key);
    state.down = true;
    state.monotonic = 4_999;
    expect(await verdict(key)).toBe('accepted');
    state.monotonic = 5_000;
    await expect(verdict(key)).rejects.toMatchObject({ code: 'not_ready', status: 503 });
    state.down = false;
    expect(await verdict(key)).toBe('accepted');
  });

  test('a key that is not known is not called unknown', async () => {
    const { key, record } = keyWith();
    const { verdict, state } = setUp([record]);
    state.down = true;
    const failure = await verdict(key).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GatewayError);
    expect(failure).toMatchObject({ code: 'not_ready', headers: { 'retry-after': '1' } });
    state.down = false;
    expect(await verdict(key)).toBe('accepted');
  });

  test('that it is back is found out also where nobody calls, and it is asked for nothing while it is there', async () => {
    const { key } = keyWith();
    const { authenticator, degraded, verdict, state } = setUp([]);
    await authenticator.lookAgain();
    expect(state.finds).toBe(0);
    state.down = true;
    await expect(verdict(key)).rejects.toMatchObject({ code: 'not_ready' });
    await authenticator.lookAgain();
    expect(degraded).toEqual([[true, 'it is just starting or ending (57P03)']]);
    state.down = false;
    await authenticator.lookAgain();
    expect(degraded).toEqual([
      [true, 'it is just starting or ending (57P03)'],
      [false, undefined],
    ]);
  });

  test('a store that hangs besides is not waited for by each who calls', async () => {
    const { key, record } = keyWith();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let finds = 0;
    const authenticator = new Authenticator({
      store: {
        find: async () => {
          finds += 1;
          if (finds === 1) throw new StoreError('the key store cannot be used');
          await gate;
          return record;
        },
        touch: () => Promise.resolve(),
      },
      ...{ bootstrapKey, cacheMs: 2_000, now: () => 1_000_000, monotonicNow: () => 0 },
    });
    await expect(authenticator.authenticate(key)).rejects.toMatchObject({ code: 'not_ready' });
    const startMs = performance.now();
    await expect(authenticator.authenticate(key)).rejects.toMatchObject({
      ...{ code: 'not_ready', headers: { 'retry-after': '1' } },
    });
    expect(performance.now() - startMs).toBeLessThan(30_000);
    release();
    expect(await authenticator.authenticate(key)).toMatchObject({ kind: 'accepted' });
    expect(finds).toBe(2);
  });

  test('a typo and the bootstrap key are answered as ever', async () => {
    const { verdict, state } = setUp([]);
    state.down = true;
    expect(await verdict('typo')).toBe('malformed');
    expect(await verdict(bootstrapKey)).toBe('accepted');
  });
});

test('look-ups are bounded', async () => {
  let release = (): void => undefined;
  const gate = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
  const authenticator = new Authenticator({
    store: { find: () => gate, touch: () => Promise.resolve() },
    bootstrapKey: undefined,
    cacheMs: 2_000,
    now: () => 0,
    monotonicNow: () => 0,
  });
  const waiting = Array.from({ length: 1_000 }, () => authenticator.authenticate(mintKey().key));
  await expect(authenticator.authenticate(mintKey().key)).rejects.toMatchObject({
    code: 'overloaded',
  });
  release();
  for (const verdict of await Promise.all(waiting)) expect(verdict.kind).toBe('refused');
});

describe('writeSeen() writes', () => {
  test('at most once a minute and key', async () => {
    const { id, key, record } = keyWith();
    const { authenticator, state, touched, verdict } = setUp([record]);
    for (let second = 0; second < 150; second += 1) {
      state.now = 1_000_000 + second * 1_000;
      await verdict(key);
      await authenticator.writeSeen();
    }
    expect(touched).toEqual([1_000_000, 1_060_000, 1_120_000].map((at) => ({ [id]: at })));
  });

  test('what could not be written the next time, with what was seen meanwhile', async () => {
    const [one, other] = [keyWith(), keyWith()];
    const { authenticator, state, touched, verdict } = setUp([one.record, other.record]);
    await verdict(one.key);
    state.down = true;
    await expect(authenticator.writeSeen()).rejects.toThrow(StoreError);
    state.down = false;
    await verdict(other.key);
    await authenticator.writeSeen();
    expect(touched).toEqual([{ [one.id]: 1_000_000, [other.id]: 1_000_000 }]);
  });

  test('nothing of a key that was refused', async () => {
    const { key, record } = keyWith({ revokedAt: 1 });
    const { authenticator, touched, verdict } = setUp([record]);
    await verdict(key);
    await authenticator.writeSeen();
    expect(touched).toEqual([]);
  });
});

describe('time', () => {
  async function medianUs(work: (round: number) => Promise<unknown>): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < 1_001; round += 1) {
      const start = process.hrtime.bigint();
      await work(round);
      times.push(Number(process.hrtime.bigint() - start) / 1_000);
    }
    return times.sort((left, right) => left - right)[500] ?? Infinity;
  }

  test('a refusal takes about as long whatever it would tell of a key that exists', async () => {
    const expired = keyWith({ expiresAt: 1 });
    const revoked = keyWith({ revokedAt: 1 });
    const { verdict } = setUp([expired.record, revoked.record]);
    // A typo is left out: that it is one can be worked out from the key alone, without the gateway.
    const cases = [expired.key, revoked.key, forgeryOf(revoked.id), mintKey().key];
    // In turns, so that whatever else the machine does meanwhile falls on all of them alike.
    const times = cases.map((): number[] => []);
    for (let round = 0; round < 6_000; round += 1) {
      for (const [index, presented] of cases.entries()) {
        const start = process.hrtime.bigint();
        await verdict(presented);
        times[index]?.push(Number(process.hrtime.bigint() - start));
      }
    }
    const usual = times.map((all) => all.slice(1_000).sort((a, b) => a - b)[1_250] ?? 0);
    expect(Math.max(...usual)).toBeLessThan(2 * Math.min(...usual));
  });

  test('a key that is remembered takes no longer than a few hashes of it', async () => {
    const { key, record } = keyWith();
    const { verdict } = setUp([record]);
    const hash = (): Promise<unknown> =>
      Promise.resolve(createHash('sha256').update(key).digest('hex'));
    await medianUs(() => verdict(key));
    await medianUs(hash);
    expect(await medianUs(() => verdict(key))).toBeLessThan(10 * (await medianUs(hash)));
  });
});
