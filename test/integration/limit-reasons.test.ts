/** Why the store of the rate limits is down: each reason is told once, and what keeps it down is not hidden by what came first. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { createCounts } from '../../src/server/limit-store.ts';
import { type OwnRedis, redisMissing, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

if (redisMissing !== undefined) process.stderr.write(`reasons: ${redisMissing}\n`);

(redisMissing === undefined ? describe : describe.skip)(
  'a store whose password was changed',
  () => {
    let redis: OwnRedis;
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis.stop());

    test('is told to be down for that, once, and is back when the password is', async () => {
      const told: string[] = [];
      const counts = await createCounts({
        ...{ redisUrl: redis.url, storeTimeoutMs: 5_000, replicas: 2, storeDown: 'share' },
        onDegraded: (degraded, why) => told.push(degraded ? (why ?? '') : 'back'),
      });
      const rate = { count: 10, windowMs: 60_000 };
      expect(await counts.take('a', rate)).toMatchObject({ shared: true });
      const master = new Redis(redis.url);
      await master.config('SET', 'requirepass', 'another');
      await master.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      // Before another connection is tried.
      while (told.length === 0) await counts.take('a', rate);
      await until(
        () => told.includes('it asks for a password (NOAUTH)'),
        () => told.join(),
      );
      expect(await counts.take('a', rate)).toMatchObject({ shared: false });
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      expect([...told].sort()).toEqual([...new Set(told)].sort());
      await master.config('SET', 'requirepass', '');
      await until(() => told.at(-1) === 'back');
      master.disconnect();
      counts.close();
    });
  },
);

(redisMissing === undefined ? describe : describe.skip)(
  'a store that runs no scripts for us',
  () => {
    test('is down for as long as that lasts, although it writes what it is told to', async () => {
      const redis = await startRedis();
      const told: string[] = [];
      const counts = await createCounts({
        ...{ redisUrl: redis.url, storeTimeoutMs: 5_000, replicas: 2, storeDown: 'share' },
        onDegraded: (degraded, why) => told.push(degraded ? (why ?? '') : 'back'),
      });
      const rate = { count: 10, windowMs: 60_000 };
      const master = new Redis(redis.url);
      await master.call('ACL', 'SETUSER', 'default', '-eval');
      expect(await counts.take('a', rate)).toMatchObject({ shared: false });
      // It is looked whether it is back each second.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(told).toEqual(['this user may not do that (NOPERM)']);
      await master.call('ACL', 'SETUSER', 'default', '+eval');
      await until(() => told.at(-1) === 'back');
      expect(await counts.take('a', rate)).toMatchObject({ shared: true });
      master.disconnect();
      counts.close();
      await redis.stop();
    });
  },
);

(redisMissing === undefined ? describe : describe.skip)(
  'a store that lacks the database which the address names',
  () => {
    test('is down, and nothing is counted in another one, until it has it', async () => {
      const redis = await startRedis();
      const told: string[] = [];
      const master = new Redis(redis.url);
      await master.call('ACL', 'SETUSER', 'default', '-select');
      const counts = await createCounts({
        ...{ redisUrl: `${redis.url}/7`, storeTimeoutMs: 5_000, replicas: 2, storeDown: 'share' },
        onDegraded: (degraded, why) => told.push(degraded ? (why ?? '') : 'back'),
      });
      const rate = { count: 10, windowMs: 60_000 };
      expect(await counts.take('a', rate)).toMatchObject({ shared: false });
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(await counts.take('a', rate)).toMatchObject({ shared: false });
      expect(told).toContain('this user may not do that (NOPERM)');
      expect(told).not.toContain('back');
      expect(await master.dbsize()).toBe(0);
      await master.call('ACL', 'SETUSER', 'default', '+select');
      await until(() => told.at(-1) === 'back');
      expect(await counts.take('a', rate)).toMatchObject({ shared: true });
      expect(await master.dbsize()).toBe(0);
      counts.close();
      const none: string[] = [];
      const lost = await createCounts({
        ...{ redisUrl: `${redis.url}/99`, storeTimeoutMs: 5_000, replicas: 2, storeDown: 'share' },
        onDegraded: (degraded, why) => none.push(degraded ? (why ?? '') : 'back'),
      });
      expect(await lost.take('a', rate)).toMatchObject({ shared: false });
      expect(none).toContain('it has no database of this number');
      expect(await master.dbsize()).toBe(0);
      lost.close();
      master.disconnect();
      await redis.stop();
    });
  },
);
