/** What the console says of a query that the gateway refuses: once, what to write instead, and no button that cannot help. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserMissing, startBrowser } from '../support/browser.ts';
import { settle, signIn } from '../support/console.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

if (browserMissing !== undefined) process.stderr.write(`${browserMissing}\n`);
const withBrowser = browserMissing === undefined ? describe : describe.skip;

withBrowser('a query that cannot be read', () => {
  let gateway: RunningGateway;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    gateway = await startGateway({ environment: { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' } });
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, gateway);
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
  });

  test.each([
    ['decison:block', 'decision'],
    ['block OR redact', 'OR'],
    ['latency:fast', 'latency'],
  ])('is told of once, with what to write instead: %s', async (q, word) => {
    await page.goto(`${gateway.url}/console/entries?q=${encodeURIComponent(q)}`);
    await settle(page);
    const [told = '', ...more] = await page.locator('.notice').allInnerTexts();
    expect(more).toEqual([]);
    expect(told).toMatch(/In the query, at character \d+:/);
    expect(told).not.toMatch(/`|Try again/);
    expect(await page.locator('.notice code').allInnerTexts()).toContain(word);
    expect(await page.locator('.histogram').innerText()).not.toContain('did not say');
  });
});
