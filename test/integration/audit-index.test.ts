import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeIndex } from '../../src/audit/index-sqlite.ts';
import { main } from '../../src/cli/main.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { root } from '../support/repository.ts';

const data = mkdtempSync(join(tmpdir(), 'governance-index-'));
const audit = join(data, 'audit');
let gateway: RunningGateway;
afterEach(async () => {
  await gateway.stop('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

const start = async (): Promise<void> => {
  gateway = await startGateway({ data, environment: { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' } });
};
const get = (path: string) => call(gateway.url + path, { key: gateway.key });

async function decide(prompt: string): Promise<string> {
  // A machine that does much else may not write within the trail's time; then a client tries again.
  for (let tries = 0; tries < 10; tries += 1) {
    const url = `${gateway.url}/v1/validate`;
    const { status, json } = await call(url, { key: gateway.key, body: { prompt } });
    if (status === 200) return String(json['decision_id']);
    expect([status, json['code']]).toEqual([503, 'audit_unavailable']);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('the trail could not be written for ten seconds');
}

/** Every decision, page by page. */
async function listAll(query = ''): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after = cursor === '' ? '' : `&cursor=${cursor}`;
    const { json } = await get(`/v1/audit/entries?type=decision&limit=200${query}${after}`);
    ids.push(...(json['entries'] as { id: string }[]).map(({ id }) => id));
    cursor = json['next'] as string | null;
  }
  return ids.toReversed();
}

async function reindex(): Promise<string> {
  let said = '';
  const io = {
    out: (text: string) => (said += text),
    error: (text: string) => (said += text),
    environment: {},
    cwd: root,
    terminal: false,
  };
  expect(await main(['audit', 'reindex', '--data', data], io)).toBe(0);
  return said;
}

describe('the search index', () => {
  test('is deleted, thrown away and killed under load, and nothing is lost', async () => {
    await start();
    const ids: string[] = [];
    const load = async (from: number): Promise<void> => {
      for (let count = 0; count < 60; count += 1) ids.push(await decide(`word${from} ${count}`));
    };
    const destroy = async (): Promise<void> => {
      for (let round = 0; round < 3; round += 1) {
        await listAll();
        removeIndex(audit);
        await listAll('&q=word1');
        expect(await reindex()).toContain('the gateway builds it anew');
      }
    };
    await Promise.all([load(0), load(1), load(2), destroy()]);
    expect(await listAll()).toEqual(ids.toSorted());
    expect(await listAll('&q=word1')).toHaveLength(60);
    await gateway.stop('SIGKILL');
    removeIndex(audit);
    await start();
    expect(await listAll()).toEqual(ids.toSorted());
    expect(await listAll('&q=word2')).toHaveLength(60);
  });

  test('finds the last word of a long text', async () => {
    await start();
    const id = await decide(`${'nothing of note. '.repeat(4200)} Then came the zeppelin.`);
    expect(await listAll('&q="came the zeppelin"')).toEqual([id]);
  });
});
