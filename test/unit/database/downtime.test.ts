/** Stores that are down for one reason and then for another: what came first does not hide what keeps them down. */
import { expect, test } from '@jest/globals';
import type { Charge } from '../../../src/budgets/charge.ts';
import { Teller } from '../../../src/budgets/teller.ts';
import { Authenticator } from '../../../src/keys/authenticate.ts';
import { mintKey } from '../../../src/keys/key.ts';
import { StoreError } from '../../../src/keys/store.ts';

const lost = new Error('Connection terminated unexpectedly');
const changed = Object.assign(new Error('password authentication failed'), { code: '28P01' });
const faults = [lost, lost, changed, lost, changed, undefined, lost];
const expected = [
  'there is no connection to it',
  'the password is wrong (28P01)',
  'back',
  'there is no connection to it',
];

let fault: Error | undefined;
let told: (string | undefined)[] = [];

function onDegraded(degraded: boolean, why?: string): void {
  told.push(degraded ? why : 'back');
}

/** What is told where the store is asked while each of the faults holds in turn. */
async function tellAll(ask: () => Promise<unknown>): Promise<readonly (string | undefined)[]> {
  told = [];
  for (fault of faults) await ask();
  return told;
}

test('a key store that is down for another reason than before tells each of them once', async () => {
  const authenticator = new Authenticator({
    store: {
      find: () =>
        fault === undefined
          ? Promise.resolve(undefined)
          : Promise.reject(new StoreError('down', { cause: fault })),
      touch: () => Promise.resolve(),
    },
    ...{ bootstrapKey: undefined, cacheMs: 0, now: () => 0, monotonicNow: () => 0, onDegraded },
  });
  const { key } = mintKey();
  const ask = () => authenticator.authenticate(key).catch(() => undefined);
  expect(await tellAll(ask)).toEqual(expected);
});

test('a store of budgets that is down for another reason than before tells each of them once', async () => {
  let nowMs = 0;
  const teller = new Teller(
    {
      take: ({ asks, lines }) =>
        fault === undefined
          ? Promise.resolve({
              ...{ nowMs, refused: asks.map(() => -1) },
              totals: lines.map(() => ({ used: 0, held: 0 })),
            })
          : Promise.reject(fault),
      list: () => Promise.resolve([]),
      close: () => Promise.resolve(),
    },
    {
      ...{ process: 'a', leaseMs: 60_000, replicas: 1, storeDown: 'share', onDegraded },
      ...{ now: () => nowMs, monotonicNow: () => nowMs },
    },
  );
  const charge: Charge = {
    name: 'all',
    measure: 'requests',
    account: '["all",null,null,null]',
    amount: 1,
    window: { startsAt: 0, endsAt: 3_600_000 },
    soft: undefined,
    hard: 100,
  };
  const ask = () => {
    // A store that failed is left alone for half a second.
    nowMs += 1_000;
    return teller.take([charge]);
  };
  expect(await tellAll(ask)).toEqual(expected);
  await teller.close();
});
