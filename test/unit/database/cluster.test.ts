/** One server of a cluster holds a part of what is counted: that is told at the start, and each refusal in words. */
import { expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { connectRedis } from '../../../src/database/redis.ts';
import { whyDown } from '../../../src/database/why.ts';
import { redisMissing, startRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

const timeoutMs = 2_000;
const withRedis = redisMissing === undefined ? test : test.skip;

async function whyNot(redis: Redis): Promise<string> {
  return redis.eval('return 1', 2, 'one', 'other').then(
    () => 'it takes it',
    (error: unknown) => whyDown(error),
  );
}

withRedis('a server of a cluster is told of when it is connected to', async () => {
  const server = await startRedis('cluster');
  let told = 0;
  const onCluster = (): void => void (told += 1);
  const redis = await connectRedis({ url: server.url, timeoutMs, onCluster });
  await until(() => told === 1);
  await redis.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383);
  const cure = 'it is one server of a cluster: name one that stands alone in `REDIS_URL`';
  await until(async () => (await whyNot(redis)) === `${cure} (CROSSSLOT)`);
  redis.disconnect();
  await server.stop();
});

withRedis('a server that stands alone is told of by nothing', async () => {
  const server = await startRedis();
  let told = 0;
  const onCluster = (): void => void (told += 1);
  const redis = await connectRedis({ url: server.url, timeoutMs, onCluster });
  expect(await whyNot(redis)).toBe('it takes it');
  await redis.info('server');
  expect(told).toBe(0);
  redis.disconnect();
  await server.stop();
});
