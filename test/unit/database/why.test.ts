/** What is told of a store that fails names the fault, and nothing that its driver says beside it. */
import { expect, test } from '@jest/globals';
import { whyDown } from '../../../src/database/why.ts';

function failure(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), more);
}

test.each([
  ['ECONNREFUSED', failure('connect ECONNREFUSED 10.1.2.3:5432', { code: 'ECONNREFUSED' })],
  [
    '28P01: the password is wrong',
    failure('password authentication failed for user "canary"', { code: '28P01' }),
  ],
  ['NOAUTH', failure('NOAUTH Authentication required.', { name: 'ReplyError' })],
  ['it does not answer in time', failure('Command timed out')],
  ['it does not answer in time', failure('timeout exceeded when trying to connect')],
  ['there is no connection to it', failure("Stream isn't writeable and …")],
  [
    '53300: it has no connection to spare',
    failure('cannot be used', { cause: failure('sorry', { code: '53300' }) }),
  ],
  [
    'database is locked',
    failure('canary', { code: 'ERR_SQLITE_ERROR', errstr: 'database is locked' }),
  ],
  ['it fails', failure('canary of 10.1.2.3')],
  ['55000', failure('canary', { code: '55000' })],
  ['CERT_HAS_EXPIRED', failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' })],
  ['it fails', 'canary'],
])('%s', (why, error) => {
  expect(whyDown(error)).toBe(why);
});
