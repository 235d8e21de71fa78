/** One bit of the journal turns over while nobody looks: no entry is passed over in silence, at the start or later. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';
import { lookAt, watchAlerts } from '../support/alerts.ts';
import { call } from '../support/call.ts';
import { startGateway } from '../support/gateway.ts';
import { hasPython, python } from '../support/python.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { root } from '../support/repository.ts';

/** More than fill a tile of the tree: what stands under a whole one is not read again by a start. */
const calls = 320;
const config = { audit: { journalBytesMax: 65_536, verifyIntervalMs: 4_000 } };

let folder: string;
let whole: string;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'governance-flip-'));
  whole = join(folder, 'whole');
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, JSON.stringify(config));
  environment = { ...quickPolicy, GATEWAY_CONFIG: file, GATEWAY_RATE_LIMIT: '0' };
  const gateway = await startGateway({ data: whole, environment });
  for (let i = 0; i < calls; i += 1) {
    const body = { prompt: `Good morning, number ${i}.` };
    expect((await call(`${gateway.url}/v1/validate`, { key: gateway.key, body })).status).toBe(200);
  }
  expect(await gateway.stop()).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy with one bit turned over in the middle of one of its files; which entry that is. */
function flip(name: string, which: 'oldest' | 'newest'): { data: string; seq: number } {
  const data = join(folder, name);
  cpSync(whole, data, { recursive: true });
  const directory = join(data, 'audit');
  const segments = listSegments(directory);
  expect(segments.length).toBeGreaterThan(1);
  const path = segmentPath(directory, (which === 'oldest' ? segments[0] : segments.at(-1)) ?? 1);
  const bytes = readFileSync(path);
  const line = bytes.toString('latin1').split('\n').length >> 1;
  const start = bytes.toString('latin1').split('\n').slice(0, line).join('\n').length + 1;
  const { seq } = JSON.parse(bytes.subarray(start, bytes.indexOf('\n', start)).toString()) as {
    seq: number;
  };
  // Within a value, so that it is still an entry: nothing but the chain can tell.
  const at = bytes.indexOf('"request_id":"', start) + 20;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
  return { data, seq };
}

function verify(
  data: string,
): readonly { readonly status: number | null; readonly said: string }[] {
  const directory = join(data, 'audit');
  const command = [join(root, 'bin/governance.js'), 'audit', 'verify', '--dir', directory];
  const ways = [[process.execPath, ...command]];
  if (hasPython()) ways.push([python, join(root, 'tools/verify.py'), directory]);
  return ways.map(([program = '', ...flags]) => {
    const { status, stdout } = spawnSync(program, flags, { encoding: 'utf8' });
    return { status, said: stdout };
  });
}

describe('a bit that turned over in the middle of a journal', () => {
  test.each(['oldest', 'newest'] as const)(
    'is found in the %s file by both verifiers, which name the entry',
    (which) => {
      const { data, seq } = flip(`verified-${which}`, which);
      for (const { status, said } of verify(data)) {
        expect(status).toBe(1);
        expect(said).toMatch(new RegExp(`\\bentry ${seq}\\b`));
      }
    },
  );

  test('keeps the next start from going on in that file, in words that name the entry', async () => {
    const { data, seq } = flip('started', 'newest');
    await expect(startGateway({ data, environment })).rejects.toThrow(
      new RegExp(`is damaged or was altered at entry ${seq + 1};.*audit verify`, 's'),
    );
  });

  test('is found in an older file by the gateway itself, and told of', async () => {
    const { data, seq } = flip('found', 'oldest');
    const gateway = await startGateway({ data, environment });
    const isFiring = await watchAlerts(lookAt(gateway));
    expect(await isFiring('TrailIsNotIntact')).toBe(false);
    await gateway.untilSaid('the trail was verified and is not intact');
    const line = gateway.logs().find(({ msg }) => String(msg).includes('is not intact'));
    expect(line).toMatchObject({ verdict: 'altered', entry: seq });
    expect(await isFiring('TrailIsNotIntact')).toBe(true);
    await gateway.stop();
  });
});
