/** What is told of a connection that failed is plain words and a code, whoever tried: `fetch` or Node's own client. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { createServer as createTlsServer, get as getOverTls } from 'node:https';
import { type AddressInfo, type Server, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { explainConnection, whyUnreached } from '../../src/unreached.ts';
import { makeCertificate, opensslMissing } from '../support/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'unreached-'));
const servers = new Map<string, Server>();
const portOf = (name: string): number => (servers.get(name)?.address() as AddressInfo).port;

beforeAll(async () => {
  servers.set(
    'plain',
    createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
      else response.destroy();
    }),
  );
  servers.set('mute', createSocketServer());
  servers.set(
    'junk',
    createSocketServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-canary\r\n')),
  );
  if (opensslMissing === undefined) {
    const { certificate, key } = makeCertificate(folder);
    const pair = { cert: readFileSync(certificate), key: readFileSync(key) };
    servers.set('tls', createTlsServer(pair));
  }
  for (const server of servers.values())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const server of servers.values()) server.close();
  rmSync(folder, { recursive: true });
});

const untrusted =
  'its certificate is signed by nobody who is trusted here; `NODE_EXTRA_CA_CERTS` adds an authority (DEPTH_ZERO_SELF_SIGNED_CERT)';

const cases: readonly (readonly [string, () => string, RegExp | string])[] = [
  ['nobody listens', () => 'http://127.0.0.1:2/', 'nobody listens there (ECONNREFUSED)'],
  [
    'no such host',
    () => 'http://canary.invalid/',
    /^(there is no such host \(ENOTFOUND\)|its name cannot be looked up now \(EAI_AGAIN\))$/,
  ],
  [
    'plain HTTP where TLS is asked for',
    () => `https://127.0.0.1:${portOf('plain')}/`,
    /^it speaks no TLS there, or none that is taken here \([A-Z_]+\)$/,
  ],
  [
    'a connection that breaks off',
    () => `http://127.0.0.1:${portOf('plain')}/`,
    /^it broke off \([A-Z_]+\)$/,
  ],
  [
    'another protocol',
    () => `http://127.0.0.1:${portOf('junk')}/`,
    /^it speaks no HTTP there( \(HPE_[A-Z_]+\))?$/,
  ],
  ...(opensslMissing === undefined
    ? [
        [
          'a certificate of its own',
          () => `https://127.0.0.1:${portOf('tls')}/`,
          untrusted,
        ] as const,
      ]
    : []),
];

async function fetchError(url: string, timeoutMs = 5_000): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(url, { redirect: 'error', signal }).catch((error: unknown) => error);
}

function getError(url: string): Promise<unknown> {
  return new Promise((resolve) => {
    (url.startsWith('https:') ? getOverTls : get)(url, resolve).on('error', resolve);
  });
}

describe('why somebody could not be reached', () => {
  test.each(cases)('%s', async (_, toUrl, why) => {
    const url = toUrl();
    for (const error of [await fetchError(url), await getError(url)]) {
      const told = whyUnreached(error) ?? '';
      if (typeof why === 'string') expect(told).toBe(why);
      else expect(told).toMatch(why);
      expect(told).not.toMatch(/canary|127\.0\.0\.1/);
    }
  });

  test('says so where there is no code: too late, and where it would lead elsewhere', async () => {
    const mute = await fetchError(`http://127.0.0.1:${portOf('mute')}/`, 100);
    expect(whyUnreached(mute)).toBe('it does not answer in time');
    const closed = await fetchError('http://127.0.0.1:1/');
    expect(whyUnreached(closed)).toMatch(/^its port belongs to another protocol/);
    const moved = await fetchError(`http://127.0.0.1:${portOf('plain')}/moved`);
    expect(whyUnreached(moved)).toBe('it leads elsewhere, where nobody follows');
  });

  test('is a code alone where it is not known, and nothing where there is none', () => {
    const unknown = Object.assign(new Error('canary'), { code: 'EODD' });
    expect(whyUnreached(unknown)).toBe('EODD');
    expect(whyUnreached(Object.assign(new Error('canary'), { code: 'canary of 10.0.0.1' }))).toBe(
      undefined,
    );
    const circle = new Error('canary');
    circle.cause = circle;
    expect(whyUnreached(circle)).toBe(undefined);
    expect(explainConnection('toString')).toBe(undefined);
  });
});
