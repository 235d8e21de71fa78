import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { call } from '../support/call.ts';
import { makeCertificate, opensslMissing } from '../support/certificate.ts';
import { startGateway } from '../support/gateway.ts';
import { openPostgres } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';
import { quickPolicy } from '../support/quick-policy.ts';

const ways: readonly [string, readonly string[]][] = [
  ['the command line', ['bin/governance.js', 'serve']],
  ['the program itself', ['src/gateway.ts']],
];

let folder: string;
let taken: Server;
let port: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-failed-'));
  environment = { ...quickPolicy, GATEWAY_BOOTSTRAP_KEY: '' };
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  port = String(typeof address === 'object' && address !== null ? address.port : 0);
});
afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true, force: true });
});

let environment: Readonly<Record<string, string>>;

describe.each(ways)('a start by %s', (name, program) => {
  test('on a port that is taken ends with status 1 and names the place and the cure', async () => {
    const start = startGateway({
      ...{ program, data: join(folder, `${name}-taken`) },
      environment: { ...environment, PORT: port },
    });
    await expect(start).rejects.toThrow(/ended with 1: /);
    await expect(start).rejects.toThrow(
      `the gateway cannot start: cannot listen on \`127.0.0.1:${port}\`: another program listens there; end it, or configure another port\n`,
    );
    await expect(start).rejects.not.toThrow(/\n\s+at .*:\d+:\d+/);
  });

  test('with an argument that is not known ends with status 78 and says what may have been meant', async () => {
    const start = startGateway({ program, arguments: ['--prot=1', 'nonsense'] });
    await expect(start).rejects.toThrow(
      /ended with 78: --prot=1: this argument is not known; did you mean `--port`\?\nnonsense: .* see `governance serve --help`\n$/,
    );
  });
});

describe('a first start that fails', () => {
  test.each(['1', '2'])('makes no key that nobody sees, with workers: %s', async (workers) => {
    const data = join(folder, `first-${workers}`);
    const failing = { ...environment, PORT: port, GATEWAY_WORKERS: workers };
    await expect(startGateway({ data, environment: failing })).rejects.toThrow(/ended with 1/);
    const gateway = await startGateway({ data, environment });
    const [key = ''] = /ggw_[A-Za-z0-9_]+/.exec(gateway.output()) ?? [];
    expect((await call(`${gateway.url}/v1/keys`, { key })).status).toBe(200);
    await gateway.stop();
  });

  test('for want of its database says why, and nothing of how to get in', async () => {
    const secret = 'a-password-of-the-tests';
    const DATABASE_URL = `postgres://somebody:${secret}@127.0.0.1:1/keys`;
    const data = join(folder, 'database');
    await mkdir(data);
    await writeFile(join(data, 'keys.sqlite'), '');
    const start = startGateway({ data, environment: { ...environment, DATABASE_URL } });
    await expect(start).rejects.toThrow(
      /ended with 1: .*cannot start: .*: nobody listens there \(ECONNREFUSED\); see `DATABASE_URL`\n/s,
    );
    // Those that were made before the move to a database do not move along.
    await expect(start).rejects.toThrow(/keys\.sqlite".*keys are read from the database alone/);
    await expect(start).rejects.not.toThrow(secret);
  });

  test('since its database says nothing says that', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port: silentPort } = silent.address() as AddressInfo;
    const DATABASE_URL = `postgres://somebody@127.0.0.1:${silentPort}/keys`;
    const start = startGateway({ environment: { ...environment, DATABASE_URL } });
    await expect(start).rejects.toThrow(
      /ended with 1: .*cannot start: .*: it does not answer in time \(ETIMEDOUT\); see `DATABASE_URL`\n/s,
    );
    silent.close();
  });

  test('since nobody trusts the certificate of its database says that', async () => {
    if (opensslMissing !== undefined) return;
    const place = join(folder, 'certificate');
    await mkdir(place);
    const { certificate, key } = makeCertificate(place);
    const settings = {
      isServer: true,
      cert: await readFile(certificate),
      key: await readFile(key),
    };
    const server = createServer((socket) => {
      // What a client of PostgreSQL asks first is whether it may go on in TLS.
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.write('S');
          new TLSSocket(socket, settings).on('error', () => undefined);
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port: own } = server.address() as AddressInfo;
    const DATABASE_URL = `postgres://somebody@127.0.0.1:${own}/keys?sslmode=verify-full`;
    const start = startGateway({ environment: { ...environment, DATABASE_URL } });
    await expect(start).rejects.toThrow(
      /cannot start: .*: its certificate is signed by nobody who is trusted here.*`DATABASE_URL`\n/s,
    );
    server.close();
  });

  test('since its database holds other tables under the same names says that', async () => {
    const postgres = await openPostgres();
    if ('missing' in postgres) {
      expect(process.env['CI']).toBeUndefined();
      return;
    }
    await runSql(postgres.url, 'CREATE TABLE gateway_keys (of_somebody_else int)');
    const start = startGateway({ environment: { ...environment, DATABASE_URL: postgres.url } });
    await expect(start).rejects.toThrow(
      /cannot start: the key store cannot be used: its tables are not those of the gateway \(\w+\); see `DATABASE_URL`\n/,
    );
    await postgres.close();
  });

  test.each([
    ['keys.sqlite', '`PLACE` cannot be used: it is a directory'],
    ['audit/checkpoint.pub', '`PLACE`: it is a directory; mend that, or name another place'],
    ['audit/lock', '`PLACE`: it is a directory; mend that, or name another place'],
    ['audit/master.key', '`PLACE`: it is a directory; mend that, or name another place'],
  ])('since %s cannot be opened names that file and what is wrong with it', async (file, said) => {
    const place = join(folder, `unusable-${file.replace('/', '-')}`, file);
    await mkdir(place, { recursive: true });
    const data = place.slice(0, -file.length - 1);
    const start = startGateway({ data, environment });
    await expect(start).rejects.toThrow(/ended with 1: /);
    await expect(start).rejects.toThrow(said.replace('PLACE', place));
    await expect(start).rejects.not.toThrow(/E[A-Z]{4,}|\n\s+at .*:\d+:\d+/);
  });

  test('since keys.sqlite is no database says that, and leaves it as it is', async () => {
    const data = join(folder, 'no-database');
    await mkdir(data);
    await writeFile(
      join(data, 'keys.sqlite'),
      'what somebody copied here by mistake, which is no database\n',
    );
    await expect(startGateway({ data, environment })).rejects.toThrow(
      `cannot start: \`${join(data, 'keys.sqlite')}\` cannot be used: it is no database of the gateway, or it is damaged; put its backup back`,
    );
    expect(await readFile(join(data, 'keys.sqlite'), 'utf8')).toContain('by mistake');
  });

  test('because no directory can be made says so and ends', async () => {
    const start = startGateway({ data: '/proc/governance/data', environment });
    await expect(start).rejects.toThrow(
      /ended with 1: .*`\/proc\/governance\/data\/audit`: no directory can be made there; mend that, or name another place with GATEWAY_DATA/s,
    );
  });
});

test('a start on an older Node ends with status 78 and says which is needed', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`;
  const program = [
    '--import',
    `data:text/javascript,${encodeURIComponent(older)}`,
    'src/gateway.ts',
  ];
  await expect(startGateway({ program, environment })).rejects.toThrow(
    'ended with 78: the gateway needs Node 24 or newer, and this is 20.1.0; start it with another one\n',
  );
});
