import { expect, test } from '@jest/globals';
import { Breaker } from '../../../src/proxy/breaker.ts';
import { until } from '../../support/until.ts';

test('an upstream that nobody calls any more is not told of as resting for ever', async () => {
  const told: boolean[] = [];
  const limits = { upstreamFailedExchangesMax: 2, upstreamRestMs: 1 };
  const now = () => performance.now();
  const breaker = new Breaker('far', limits, now, (resting) => told.push(resting), 50);
  const fail = async (): Promise<void> => {
    await until(() => !breaker.resting);
    breaker.enter().end('failed');
  };
  await fail();
  await fail();
  expect(told).toEqual([true]);
  await until(() => told.length === 2);
  expect(told).toEqual([true, false]);
  // Whoever calls it again finds out that it still fails.
  await fail();
  expect(told).toEqual([true, false, true]);
  await until(() => !breaker.resting);
  breaker.enter().end('well');
  expect(told.slice(3)).toEqual([false]);
});
