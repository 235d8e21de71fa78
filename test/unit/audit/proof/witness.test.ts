/** Witnesses over HTTP: each is told of by a name of its own that holds nothing of its address but the host, and so is why it fails. */
import { expect, test } from '@jest/globals';
import { createWitness } from '../../../../src/audit/proof/witness.ts';
import { until } from '../../../support/until.ts';

test('witnesses on one host have names of their own, without their paths', () => {
  const places = ['http://127.0.0.1:2/a?token=canary', '/mnt/a', 'http://127.0.0.1:2/b', '/mnt/a'];
  const { lagsMs } = createWitness(places, () => undefined);
  expect(Object.keys(lagsMs())).toEqual(['127.0.0.1:2', '/mnt/a', '127.0.0.1:2 (2)', '/mnt/a (2)']);
});

test('a witness that cannot be reached is told of once, with why', async () => {
  const told: unknown[] = [];
  const witness = createWitness(['http://127.0.0.1:2/a?token=canary'], (message, fields) => {
    told.push([message, fields]);
  });
  witness.take('a checkpoint');
  await until(() => told.length > 0);
  expect(told).toEqual([
    [
      'a witness did not take the checkpoint',
      { place: '127.0.0.1:2', reason: 'nobody listens there (ECONNREFUSED)' },
    ],
  ]);
});
