/** Logs that workers of an earlier start left: closing many of them takes no longer than closing one. */
import { afterEach, expect, test } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { readConfig } from '../../../src/config/config.ts';
import { openWholeTrail } from '../../../src/gateway/trails.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import { cleanTrails, newDirectory, openIn, readEntries } from '../../support/trail-directory.ts';

const masterKey = new Uint8Array(32).fill(5);
const left = [1, 2, 3, 4];
const timeoutMs = 1_500;

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await cleanTrails();
});

/** A store that takes what it is given and never answers. */
async function openStore(): Promise<string> {
  server = createServer(() => undefined);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

test('where the store of copies hangs it is waited for once, and the first log has the last word of each', async () => {
  const data = newDirectory();
  const audit = join(data, 'audit');
  for (const worker of left) {
    const directory = join(audit, 'workers', String(worker));
    mkdirSync(directory, { recursive: true });
    const { trail } = await openIn(directory, { masterKey, origin: `worker-${worker}` });
    await trail.record(decisionEvent());
    await trail.close();
  }
  const file = join(data, 'gateway.yaml');
  const bucket = { endpoint: await openStore(), name: 'copies', accessKeyId: 'x' };
  const ship = { bucket: { ...bucket, secretAccessKey: 'y' }, timeoutMs };
  writeFileSync(file, JSON.stringify({ data, audit: { ship, verifyIntervalMs: 0 } }));
  const read = readConfig({ flags: {}, environment: { GATEWAY_CONFIG: file }, cwd: data });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const log = pino({ level: 'silent' });
  const whole = await openWholeTrail({ config: read.config, masterKey, log });
  const beganMs = performance.now();
  await whole.close();
  // Those that are left together, and then the first one.
  expect(performance.now() - beganMs).toBeLessThan((left.length + 1) * timeoutMs - 500);
  const last = readEntries(audit).filter(({ act }) => act === 'witnessed');
  expect(last.length).toBeGreaterThanOrEqual(left.length * 2);
  for (const worker of left)
    expect(verifyTrail({ directory: join(audit, 'workers', String(worker)) }).verdict).toBe(
      'intact',
    );
});
