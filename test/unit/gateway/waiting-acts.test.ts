/** What the log says of a store that is away names the fault, and nothing that its driver says beside it. */
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { tellWaiting } from '../../../src/gateway/stores.ts';
import { toStoreError } from '../../../src/keys/store.ts';

test.each([
  ['28P01', 'password authentication failed for user "canary"', 'the password is wrong (28P01)'],
  ['ECONNREFUSED', 'connect ECONNREFUSED canary:5432', 'nobody listens there (ECONNREFUSED)'],
])('a store that fails with %s is told of without its driver’s words', (code, message, why) => {
  let line = '';
  const log = pino({}, { write: (text: string) => void (line += text) });
  tellWaiting(log, 'acts wait')(toStoreError(Object.assign(new Error(message), { code })));
  expect(line).toContain(`"why":${JSON.stringify(why)},"msg":"acts wait"`);
  expect(line).not.toContain('canary');
});

test('what no store has failed with is told of whole', () => {
  let line = '';
  const log = pino({}, { write: (text: string) => void (line += text) });
  tellWaiting(log, 'acts wait')(new TypeError('a defect'));
  expect(line).toContain('a defect');
});
