/** Whatever address the configuration takes, the client that gets it takes too: none of them fails at the start, or at each call. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { readConfig } from '../../../src/config/config.ts';
import { writeFault } from '../../../src/config/fault.ts';
import { draws } from '../../support/draws.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'addresses-'));
  writeFileSync(join(cwd, 'ca.pem'), 'x');
});
afterAll(() => rmSync(cwd, { recursive: true }));

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  const result = readConfig({ flags: {}, environment, cwd });
  return result.ok ? [] : result.faults.map(writeFault);
}

type Taken = { readonly host: string | undefined; readonly port: unknown; readonly db?: unknown };

function takeRedis(url: string): Taken {
  const { host, port, db } = new Redis(url, { lazyConnect: true }).options;
  return { host, port, db };
}

function takePostgres(url: string): Taken {
  const { host, port } = new Client({ connectionString: url });
  return { host, port };
}

const isWhole = (value: unknown, from: number, to: number): boolean =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= to;

const stores = [
  { variable: 'REDIS_URL', scheme: 'redis://', take: takeRedis },
  { variable: 'DATABASE_URL', scheme: 'postgres://', take: takePostgres },
];

const whole =
  'whose port is from 1 to 65535, and in whose user and password `@`, `/`, `?`, `#` and `%` are written `%40`, `%2F`, `%3F`, `%23` and `%25`';
const database =
  'with the number of a database behind the host, as in `redis://host:6379/0`, or nothing';
const parameters = 'with nothing behind the `?` but `db` and `family`, which is 4 or 6';
const oneHost = 'with one host: a list of them is not known here';

describe('an address of a store', () => {
  test.each([
    ...['h:99999', 'u:p%zz@h', 'u:p/w@h', 'u:p#w@h', 'h:0', '[::1'].map((rest) => [rest, whole]),
    ...['h:6379/notanumber', 'h/-1', 'h/1/2', 'h/1.5', 'h?db=x', 'h/%20'].map((rest) => [
      rest,
      database,
    ]),
    ...['h?lazyConnect=x', 'h?family=7', 'h/0?port=x'].map((rest) => [rest, parameters]),
    ['a,b:6379/0', oneHost],
  ])('of Redis is told of: `redis://%s`', (rest, expected) => {
    expect(faultsOf({ REDIS_URL: `redis://${rest}` })).toEqual([
      `REDIS_URL: redisUrl: expected a \`redis://\` or \`rediss://\` URL ${expected}`,
    ]);
  });

  test.each([
    ...['h:99999/x', 'u:p%ff@h/x', 'u:p/w@h/x', 'u:p#w@h/x', 'h:0/x', 'h/x?port=abc', '[::1/x'].map(
      (rest) => [rest, whole],
    ),
    ['a,b/x', oneHost],
    [
      'h/x?uselibpqcompat=true&sslmode=verify-ca',
      'with `sslrootcert` beside `sslmode=verify-ca`, or with `sslmode=verify-full`',
    ],
  ])('of PostgreSQL is told of: `postgres://%s`', (rest, expected) => {
    expect(faultsOf({ DATABASE_URL: `postgres://${rest}` })).toEqual([
      `DATABASE_URL: databaseUrl: expected a \`postgres://\` URL ${expected}`,
    ]);
  });

  test('of PostgreSQL names files that can be read', () => {
    expect(faultsOf({ DATABASE_URL: 'postgres://h/x?sslrootcert=none.pem' })).toEqual([
      'DATABASE_URL: databaseUrl: expected behind `sslrootcert=` a file that can be read, got `none.pem`: it is not there',
    ]);
    expect(faultsOf({ DATABASE_URL: 'postgres://h/x?sslrootcert=ca.pem' })).toEqual([]);
  });

  test.each([
    ['REDIS_URL', 'redis://:p%40w@h:6380/3'],
    ['REDIS_URL', 'rediss://u:p@h.example.com?family=6'],
    ['REDIS_URL', 'redis://[::1]:6379/0'],
    ['REDIS_URL', 'unix:///run/valkey.sock?db=2'],
    ['DATABASE_URL', 'postgres://u:50%off@h/x'],
    ['DATABASE_URL', 'postgres://u:p@/x'],
    ['DATABASE_URL', 'postgresql://%2Frun%2Fpostgresql/x'],
    ['DATABASE_URL', 'postgres://u:p@[::1]:5432/x?sslmode=verify-full&application_name=a'],
  ])('is taken as %s: `%s`', (variable, url) => {
    expect(faultsOf({ [variable]: url })).toEqual([]);
    const take = variable === 'REDIS_URL' ? takeRedis : takePostgres;
    expect(() => take(url)).not.toThrow();
  });

  test.each(stores)('in $variable is never taken where its driver would not take it', (store) => {
    const { variable, scheme, take } = store;
    const piece = fc.constantFrom(
      ...['h', 'u', ':', '@', '/', '?', '#', '%', '%41', '%ff', '%zz', '[', ']', '::1', '.', ','],
      ...['0', '7', '6379', '65536', '-', '&', '=', 'db=', 'port=', 'family=', 'sslmode=', 'é'],
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), (pieces) => {
        const url = `${scheme}${pieces.join('')}`;
        if (faultsOf({ [variable]: url }).length > 0) return;
        const { host, port, db = 0 } = take(url);
        expect([url, typeof host]).toEqual([url, 'string']);
        expect([url, isWhole(port, 1, 65_535), isWhole(db, 0, 1e9)]).toEqual([url, true, true]);
      }),
      draws(1_000),
    );
  });
});
