/** What the console says where the index that replicas share does not have the entries of all of them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { browserMissing, startBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { hear, settle, signIn } from '../support/console.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { spoilLine } from '../support/trail-directory.ts';

if (browserMissing !== undefined) process.stderr.write(`${browserMissing}\n`);
const withBrowser = browserMissing === undefined ? describe : describe.skip;
const notice = '.partial';

withBrowser('somebody who reads the entries of all replicas', () => {
  const folder = mkdtempSync(join(tmpdir(), 'governance-partial-'));
  let postgres: Postgres;
  let gateway: RunningGateway;
  let browser: Browser;
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    const found = await openPostgres();
    if ('missing' in found) throw new Error(found.missing);
    postgres = found;
    const file = join(folder, 'gateway.yaml');
    writeFileSync(file, 'audit:\n  index:\n    shared: true\n');
    gateway = await startGateway({
      environment: {
        ...quickPolicy,
        GATEWAY_CONFIG: file,
        GATEWAY_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
        DATABASE_URL: postgres.url,
      },
    });
    const body = { prompt: 'a harmless question about lighthouses' };
    await call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    heard = hear(page);
    await signIn(page, gateway);
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
    await postgres.close();
    rmSync(folder, { recursive: true });
  });

  async function read(path: string): Promise<readonly string[]> {
    await page.goto(`${gateway.url}/console/${path}`);
    await settle(page);
    return page.locator(notice).allInnerTexts();
  }
  const views = ['entries', 'entries?q=decision%3Ablock', 'overview', 'review'];

  test('is told nothing while the index has all', async () => {
    for (const view of views) expect([view, await read(view)]).toEqual([view, []]);
  });

  test('is told above each list and count which replica is not heard of, until it is retired', async () => {
    await runSql(
      postgres.url,
      `INSERT INTO gateway_audit_logs (first_id, origin, seq, segment, line_offset, prev, durable, heard_at, closed)
       VALUES (gen_random_uuid(), 'gateway-7', 0, 1, 0, '', 0, now() - interval '1 hour', false)`,
    );
    const told = 'Entries may be missing here: not heard of: gateway-7';
    for (const view of views) expect([view, await read(view)]).toEqual([view, [told]]);
    const body = { origin: 'gateway-7', reason: 'its disk broke' };
    await call(`${gateway.url}/v1/audit/logs/retire`, { key: gateway.key, body });
    expect(await read('entries')).toEqual([]);
  });

  test('is told that free text is searched at this replica alone', async () => {
    expect(await read('entries?q=lighthouses')).toEqual([
      'Entries may be missing here: free text is searched in the logs of this replica alone',
    ]);
  });

  test('is told above an entry which other ones of its exchange cannot be read', async () => {
    const body = { model: 'sandbox', messages: [{ role: 'user', content: 'good day' }] };
    const asked = await call(`${gateway.url}/v1/chat/completions`, { key: gateway.key, body });
    expect(asked.status).toBe(200);
    const listed = await call(`${gateway.url}/v1/audit/entries?type=request`, { key: gateway.key });
    const [{ id, seq } = { id: '', seq: 0 }] = listed.json['entries'] as {
      id: string;
      seq: number;
    }[];
    // The text index alone asks the log's own index, which is to know the exchange before its journal is damaged.
    await call(`${gateway.url}/v1/audit/entries?q=%22good%20day%22`, { key: gateway.key });
    expect(await read(`entries/${id}`)).toEqual([]);
    spoilLine(join(gateway.data, 'audit'), seq + 1);
    const told = `Entries may be missing here: 1 entry cannot be read in the log`;
    expect(await read(`entries/${id}`)).toEqual([expect.stringContaining(told)]);
  });

  test('hears no complaint of the page', () => {
    expect(heard).toEqual([]);
  });
});
