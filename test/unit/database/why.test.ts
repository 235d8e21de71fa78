/** What is told of a store that fails names the fault, and nothing that its driver says beside it. */
import { expect, test } from '@jest/globals';
import { whyDown } from '../../../src/database/why.ts';

function failure(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), more);
}

test.each([
  [
    'nobody listens there (ECONNREFUSED)',
    failure('connect ECONNREFUSED 10.1.2.3:5432', { code: 'ECONNREFUSED' }),
  ],
  [
    'the password is wrong (28P01)',
    failure('password authentication failed for user "canary"', { code: '28P01' }),
  ],
  [
    'it asks for a password (NOAUTH)',
    failure('NOAUTH Authentication required.', { name: 'ReplyError' }),
  ],
  ['it does not answer in time', failure('Command timed out')],
  ['it does not answer in time', failure('timeout exceeded when trying to connect')],
  ...[
    "Stream isn't writeable and …",
    'Connection is closed.',
    'Command aborted due to connection close',
    'Reached the max retries per request limit (which is 0). Refer to …',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ].map((message): [string, unknown] => ['there is no connection to it', failure(message)]),
  [
    'it has no connection to spare (53300)',
    failure('cannot be used', { cause: failure('sorry', { code: '53300' }) }),
  ],
  [
    'database is locked',
    failure('canary', { code: 'ERR_SQLITE_ERROR', errstr: 'database is locked' }),
  ],
  ['it fails', failure('canary of 10.1.2.3')],
  [
    'its tables are not those of the gateway (42P01)',
    failure('relation "canary" does not exist', { code: '42P01' }),
  ],
  [
    'it takes no connections now, or is in no state for this (55000)',
    failure('database "canary" is not currently accepting connections', { code: '55000' }),
  ],
  ['XX000', failure('canary', { code: 'XX000' })],
  ...(
    [
      ['it is busy with a script of somebody else (BUSY)', 'BUSY Redis is busy running a script.'],
      ['it has lost the server that it follows (MASTERDOWN)', 'MASTERDOWN Link with MASTER …'],
      ['it does not write while too few others follow it (NOREPLICAS)', 'NOREPLICAS Not enough …'],
    ] as const
  ).map(([why, said]): [string, unknown] => [why, failure(said, { name: 'ReplyError' })]),
  [
    'its certificate has expired (CERT_HAS_EXPIRED)',
    failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' }),
  ],
  ['it fails', 'canary'],
])('%s', (why, error) => {
  expect(whyDown(error)).toBe(why);
});
