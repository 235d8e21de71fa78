/** Evidence taken over HTTP: one archive that both verifiers accept without the gateway, and refuse once it was touched. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { createKey } from '../support/keys.ts';
import { hasPython, python } from '../support/python.ts';
import { quickPolicy } from '../support/quick-policy.ts';

const root = join(import.meta.dirname, '..', '..');
let gateway: RunningGateway;
let place: string;

beforeAll(async () => {
  gateway = await startGateway({ environment: { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' } });
  place = mkdtempSync(join(tmpdir(), 'evidence-'));
  for (let count = 0; count < 30; count += 1) {
    const body = { prompt: `question ${count}`, user: count % 3 === 0 ? 'grace' : 'rob' };
    await call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
  }
});
afterAll(async () => {
  await gateway.stop();
  rmSync(place, { recursive: true, force: true });
});

const take = (query: string, key = gateway.key): Promise<Response> =>
  fetch(`${gateway.url}/v1/audit/evidence${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });

async function unpack(response: Response): Promise<string> {
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/gzip',
  ]);
  const archive = join(place, 'evidence.tar.gz');
  writeFileSync(archive, Buffer.from(await response.arrayBuffer()));
  const out = mkdtempSync(join(place, 'out-'));
  execFileSync('tar', ['-xzf', archive, '-C', out]);
  const [folder = ''] = readdirSync(out);
  return join(out, folder);
}

function verifyWithBoth(directory: string): readonly (number | null)[] {
  const key = readFileSync(join(directory, 'checkpoint.pub'), 'utf8').trim();
  const own = [join(root, 'bin/governance.js'), 'audit', 'verify', '--bundle', directory];
  const first = spawnSync(process.execPath, [...own, '--key', key]).status;
  if (!hasPython()) return [first];
  const other = [join(root, 'tools/verify.py'), directory, '--key', key];
  return [first, spawnSync(python, other).status];
}

describe('GET /v1/audit/evidence', () => {
  test('holds what the filter finds, with proofs that both verifiers accept', async () => {
    const directory = await unpack(await take('?q=type:decision+subject:grace'));
    const lines = readFileSync(join(directory, 'entries.jsonl'), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(10);
    const manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ entries: 10 });
    expect(JSON.stringify(manifest)).not.toContain('grace');
    expect(new Set(verifyWithBoth(directory))).toEqual(new Set([0]));
    const entries = join(directory, 'entries.jsonl');
    writeFileSync(entries, readFileSync(entries, 'utf8').replace('"allow"', '"block"'));
    expect(verifyWithBoth(directory)).not.toContain(0);
  });

  test('finds by free text, which the command line cannot', async () => {
    const directory = await unpack(await take('?q="question+7"+type:decision'));
    const entries = readFileSync(join(directory, 'entries.jsonl'), 'utf8').trim().split('\n');
    expect(entries).toHaveLength(1);
    expect(new Set(verifyWithBoth(directory))).toEqual(new Set([0]));
  });

  test('stands in the trail from its first to its last byte, and leaves nothing behind', async () => {
    await unpack(await take('?q=type:decision'));
    const { json } = await call(`${gateway.url}/v1/audit/entries?type=export&limit=2`, {
      key: gateway.key,
    });
    const acts = (json['entries'] as { act: string; detail: object }[]).map(({ act }) => act);
    expect(acts).toEqual(['finished', 'begun']);
    expect((json['entries'] as { detail: object }[])[1]?.detail).toMatchObject({
      format: 'bundle',
    });
    const left = readdirSync(join(gateway.data, 'audit')).filter((name) => /^bundle-/.test(name));
    expect(left).toEqual([]);
  });

  test('is one at a time, and for those who may read the trail', async () => {
    const [first, second] = await Promise.all([take('?q=type:decision'), take('')]);
    expect([first.status, second.status].sort()).toEqual([200, 503]);
    await Promise.all([first.arrayBuffer(), second.arrayBuffer()]);
    const { key } = createKey(gateway, ['--owner', 'a', '--scopes', 'govern']);
    expect((await take('', key)).status).toBe(403);
    expect((await take('?format=csv')).status).toBe(400);
  });
});
