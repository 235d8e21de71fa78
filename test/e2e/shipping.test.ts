/** Shipping of a running gateway: killed and lost, it is proved by its copy; strict, it refuses while there can be no second copy. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BucketServer, startBucketServer } from '../support/bucket-server.ts';
import { type Answered, call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { hasPython, python } from '../support/python.ts';
import { root } from '../support/repository.ts';
import { readEntries } from '../support/trail-directory.ts';
import { until } from '../support/until.ts';

/** Long enough that a machine which stands still for a moment finds time for another try. */
const writeTimeoutMs = 3_000;
/** What a machine that does other things may add. */
const slackMs = 3_000;

let server: BucketServer;
let folder: string;
beforeAll(async () => {
  server = await startBucketServer();
  folder = mkdtempSync(join(tmpdir(), 'shipping-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function writeConfig(name: string, durability: string): Readonly<Record<string, string>> {
  const path = join(folder, `${name}.yaml`);
  const { endpoint, accessKeyId } = server;
  writeFileSync(
    path,
    `audit:
  durability: ${durability}
  writeTimeoutMs: ${writeTimeoutMs}
  ship:
    intervalMs: 100
    timeoutMs: 1000
    bucket:
      endpoint: ${endpoint}
      name: ${server.name}
      prefix: ${name}
      accessKeyId: ${accessKeyId}
      lock: governance
`,
  );
  return { ...quickPolicy, GATEWAY_CONFIG: path, GATEWAY_SHIP_SECRET_KEY: server.secretAccessKey };
}

function start(name: string, durability: string): Promise<RunningGateway> {
  const data = mkdtempSync(join(folder, 'data-'));
  return startGateway({ data, environment: writeConfig(name, durability) });
}

function ask({ url, key }: RunningGateway): Promise<Answered> {
  const body = { model: 'sandbox', messages: [{ role: 'user', content: 'hello' }] };
  return call(`${url}/v1/chat/completions`, { key, body });
}

/** The command line with the gateway's configuration and none of its data. */
async function run(
  name: string,
  args: readonly string[],
): Promise<{ status: number; text: string }> {
  const nowhere = join(folder, 'nowhere');
  mkdirSync(nowhere, { recursive: true });
  const environment = { GATEWAY_DATA: nowhere, ...writeConfig(name, 'fsync') };
  const child = spawn(process.execPath, [join(root, 'bin/governance.js'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [status] = (await once(child, 'close')) as [number];
  return { status, text };
}

describe('a gateway that ships to a bucket', () => {
  test('and is lost with its disk is proved by its copy up to the last checkpoint', async () => {
    const gateway = await start('lost', 'fsync');
    for (let count = 0; count < 10; count += 1) expect((await ask(gateway)).status).toBe(200);
    const metric = async (): Promise<string> =>
      (await call(`${gateway.url}/metrics`, { key: gateway.key })).text;
    // The one that was sealed at the start vouches for none of these calls.
    const sealed = (): string =>
      [...server.objects]
        .filter(([key]) => key.startsWith('lost/') && key.endsWith('/checkpoint'))
        .map(([, { bytes }]) => bytes.toString('latin1'))
        .join();
    await until(() => Number(sealed().split('\n')[1]) >= 10);
    await until(async () => /^governance_audit_ship_age_seconds 0$/m.test(await metric()));
    await gateway.stop('SIGKILL');
    rmSync(gateway.data, { recursive: true });
    const out = join(folder, 'fetched');
    const fetched = await run('lost', ['audit', 'fetch', '--out', out]);
    expect([fetched.status, fetched.text]).toEqual([0, expect.stringMatching(/: \d+ bytes/)]);
    const [log = ''] = readdirSync(out);
    const verified = await run('lost', ['audit', 'verify', '--dir', out]);
    expect(verified.text).toContain(`a copy of ${log}, proved up to entry `);
    expect([0, 2]).toContain(verified.status);
    expect(verified.text).not.toContain('altered');
    if (hasPython()) {
      const other = spawnSync(python, [join(root, 'tools/verify.py'), join(out, log)]);
      expect(other.status).toBe(verified.status);
    }
    const entries = readEntries(join(out, log));
    expect(entries.filter(({ type }) => type === 'answered')).toHaveLength(10);
    expect((await run('lost', ['audit', 'fetch', '--out', out])).text).toContain(
      'is there already',
    );
    expect(server.refused).toEqual([]);
  });

  test('says in readiness that the copy is behind, and serves on', async () => {
    const gateway = await start('behind', 'fsync');
    try {
      server.fail = 'status';
      await until(async () => {
        expect((await ask(gateway)).status).toBe(200);
        const { json, status } = await call(`${gateway.url}/readyz`);
        expect(status).toBe(200);
        return /the copy is \d+ s behind/.test(JSON.stringify(json['notes']));
      });
      server.fail = undefined;
      await until(async () => {
        const { json } = await call(`${gateway.url}/readyz`);
        return JSON.stringify(json['notes']) === '{}';
      });
      await gateway.untilSaid('the audit trail cannot be shipped');
      await gateway.untilSaid('the audit trail is shipped again');
      expect(gateway.output()).not.toContain(server.secretAccessKey);
    } finally {
      server.fail = undefined;
      await gateway.stop();
    }
  });

  test('strictly refuses with 503 while there can be no second copy, and mends by itself', async () => {
    const gateway = await start('strict', 'strict');
    try {
      const first = await ask(gateway);
      expect(first.status).toBe(200);
      const entry = first.headers.get('x-governance-entry') ?? '';
      const shipped = (): string =>
        [...server.objects]
          .filter(([key]) => key.startsWith('strict/'))
          .map(([, { bytes }]) => bytes.toString('latin1'))
          .join('');
      expect(shipped()).toContain(entry);
      server.fail = 'reset';
      const refused = await ask(gateway);
      expect([refused.status, refused.text]).toEqual([
        503,
        expect.stringContaining('audit_unavailable'),
      ]);
      expect((await call(`${gateway.url}/readyz`)).status).toBe(503);
      const began = performance.now();
      expect((await ask(gateway)).status).toBe(503);
      expect(performance.now() - began).toBeLessThan(0.9 * writeTimeoutMs);
      server.fail = undefined;
      await until(async () => (await call(`${gateway.url}/readyz`)).status === 200);
      expect((await ask(gateway)).status).toBe(200);
    } finally {
      server.fail = undefined;
      await gateway.stop();
    }
    const directory = join(gateway.data, 'audit');
    expect((await run('strict', ['audit', 'verify', '--dir', directory])).text).toContain('intact');
    expect(readEntries(directory).map(({ type }) => type)).toContain('gap');
  });

  test('that hangs is in nobody’s way, and strictly refuses in time where each entry needs it', async () => {
    const [plain, strict] = [await start('hangs', 'fsync'), await start('hangs-strict', 'strict')];
    try {
      expect([(await ask(plain)).status, (await ask(strict)).status]).toEqual([200, 200]);
      server.fail = 'hang';
      await until(async () => {
        expect((await ask(plain)).status).toBe(200);
        const { json, status } = await call(`${plain.url}/readyz`);
        expect(status).toBe(200);
        return JSON.stringify(json['notes']).includes('behind');
      });
      const began = performance.now();
      const asked = ask(strict);
      // The thread lives: whoever asks how it is gets an answer while the call waits.
      expect((await call(`${strict.url}/healthz`)).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(0.9 * writeTimeoutMs);
      const refused = await asked;
      expect([refused.status, refused.text]).toEqual([
        503,
        expect.stringContaining('audit_unavailable'),
      ]);
      expect(performance.now() - began).toBeLessThan(writeTimeoutMs + slackMs);
      server.fail = undefined;
      await until(async () => (await call(`${strict.url}/readyz`)).status === 200);
      expect((await ask(strict)).status).toBe(200);
    } finally {
      server.fail = undefined;
      await Promise.all([plain.stop(), strict.stop()]);
    }
  });
});
