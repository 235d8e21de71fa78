/** Addresses of PostgreSQL and Redis: what their drivers would refuse, or read as something else, is told by what to write. */
import type { z } from 'zod';

const whole =
  'whose port is from 1 to 65535, and in whose user and password `@`, `/`, `?`, `#` and `%` are written `%40`, `%2F`, `%3F`, `%23` and `%25`';
const oneHost = 'with one host: a list of them is not known here';

/** What was expected; undefined where the driver takes it. A value without the scheme has a fault of its own. */
type Check = (value: string) => string | undefined;

export function storeAddress(
  scheme: RegExp,
  called: string,
  check: Check,
): (text: z.ZodString) => z.ZodString {
  return (text) =>
    text.regex(scheme, `a ${called} URL`).superRefine((value, context) => {
      const expected = scheme.test(value) ? check(value) : undefined;
      if (expected !== undefined)
        context.addIssue({ code: 'custom', message: `a ${called} URL ${expected}` });
    });
}

export const postgresAddress = storeAddress(
  /^postgres(ql)?:\/\/\S+$/,
  '`postgres://`',
  checkPostgres,
);

export const redisAddress = storeAddress(
  /^(rediss?|unix):\/\/\S+$/,
  '`redis://` or `rediss://`',
  (value) => (value.startsWith('unix:') ? undefined : checkRedis(value)),
);

function checkPostgres(value: string): string | undefined {
  const url = parsePostgres(value);
  if (url === null || !isReadable(url, url.pathname)) return whole;
  if (url.hostname.includes(',')) return oneHost;
  const parameters = url.searchParams;
  if (!isPort(parameters.get('port') ?? '1')) return whole;
  // The driver throws there; without `uselibpqcompat` it checks all that it can, whatever the word.
  const trusting =
    parameters.get('uselibpqcompat') === 'true' && parameters.get('sslmode') === 'verify-ca';
  if (trusting && !parameters.has('sslrootcert'))
    return 'with `sslrootcert` beside `sslmode=verify-ca`, or with `sslmode=verify-full`';
  return undefined;
}

/** Other letters behind a `%` than it wants mean that sign to the driver, and a user without a host this machine. */
function parsePostgres(value: string): URL | null {
  const plain = value.replace(/%(?=[^\da-f]|[\da-f][^\da-f])/gi, '%25');
  return URL.parse(plain) ?? URL.parse(plain.replace('@/', '@localhost/'));
}

function checkRedis(value: string): string | undefined {
  const url = URL.parse(value);
  if (url === null || !isReadable(url, '')) return whole;
  if (url.hostname.includes(',')) return oneHost;
  const { searchParams: parameters, pathname } = url;
  if (!/^(?:\/(?:\d{1,9}\/?)?)?$/.test(pathname) || !/^\d{1,9}$/.test(parameters.get('db') ?? '0'))
    return 'with the number of a database behind the host, as in `redis://host:6379/0`, or nothing';
  // Any other one would change how the driver works, or make it fail.
  const others = [...parameters.keys()].filter((name) => name !== 'db' && name !== 'family');
  if (others.length > 0 || !/^[046]$/.test(parameters.get('family') ?? '0'))
    return 'with nothing behind the `?` but `db` and `family`, which is 4 or 6';
  return undefined;
}

function isPort(port: string): boolean {
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
}

/** All of it that the driver undoes the `%` of. */
function isReadable({ username, password, hostname, port }: URL, pathname: string): boolean {
  if (port !== '' && !isPort(port)) return false;
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** What it names of this machine, which the driver reads at each connection. */
export function listFilesOf(
  postgres: string,
): readonly { readonly name: string; readonly file: string }[] {
  const parameters = parsePostgres(postgres)?.searchParams;
  return ['sslcert', 'sslkey', 'sslrootcert']
    .map((name) => ({ name, file: parameters?.get(name) ?? '' }))
    .filter(({ file }) => file !== '');
}
