/** What the console says of entries that are no conversation, and of what nobody knows: it tells of no call that never was. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserMissing, startBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { hear, settle, signIn } from '../support/console.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

if (browserMissing !== undefined) process.stderr.write(`${browserMissing}\n`);
const withBrowser = browserMissing === undefined ? describe : describe.skip;

withBrowser('the entry of', () => {
  let gateway: RunningGateway;
  let browser: Browser;
  let page: Page;
  let heard: string[];
  let judged: string;

  beforeAll(async () => {
    gateway = await startGateway({ environment: { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' } });
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    heard = hear(page);
    await signIn(page, gateway);
    const body = { input: 'a page about tides', stage: 'response', part: 'assistant' };
    judged = String((await post('/v1/policy/check', body)).json['decision_id']);
  });
  afterAll(async () => {
    expect(heard).toEqual([]);
    await browser.close();
    await gateway.stop();
  });

  const post = (path: string, body: object): ReturnType<typeof call> =>
    call(gateway.url + path, { key: gateway.key, body });

  /** The newest entry that a query finds, opened. */
  async function open(q: string): Promise<string> {
    const path = `/v1/audit/entries?limit=1&q=${encodeURIComponent(q)}`;
    const { json } = await call(gateway.url + path, { key: gateway.key });
    const [{ id } = { id: '' }] = json['entries'] as readonly { id: string }[];
    await page.goto(`${gateway.url}/console/entries/${id}`);
    await settle(page);
    return page.locator('main').innerText();
  }
  const tabs = (): Promise<readonly string[]> => page.locator('[role=tab]').allInnerTexts();
  const factsOf = async (): Promise<string> => (await page.locator('.facts').innerText()).trim();

  test('a legal hold says why it was asked for, and speaks of no conversation', async () => {
    await post('/v1/audit/holds', { subject: 'somebody', reason: 'the case of the lost ship' });
    expect(await open('act:hold')).not.toMatch(/conversation/i);
    expect(await factsOf()).toMatch(/Reason\s+the case of the lost ship/);
    expect(await factsOf()).toMatch(/Subject\s+\S{22}/);
    expect(await tabs()).toEqual(['Review', 'Raw', 'Chain']);
    expect(await page.locator('button:has-text("Copy as curl")').count()).toBe(0);
  });

  test('a review says what was said, and leads to the entry that it is about', async () => {
    const note = 'it is <b>fine</b>, I asked';
    await post(`/v1/audit/entries/${judged}/review`, { status: 'false_positive', note });
    expect(await open('act:review')).toContain(note);
    expect(await factsOf()).toMatch(/Status\s+false_positive/);
    expect(await tabs()).toEqual(['Note', 'Review', 'Raw', 'Chain']);
    await page.click(`.facts a:text-is("${judged}")`);
    await page.waitForSelector(`article[data-entry="${judged}"]`);
  });

  test('a call that was refused says why, and how many there were of its kind', async () => {
    await post('/v1/validate', { promt: 'x' });
    expect(await open('cause:invalid_request')).toContain('Nothing was judged');
    expect(await factsOf()).toMatch(/Why\s+The request is not valid/);
  });

  test('a text that was judged is copied with how it was to be judged', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('type:decision');
    await page.click('button:has-text("Copy as curl")');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const [, body = ''] = /-d '(.*)'$/s.exec(copied) ?? [];
    expect(copied).toContain(`${gateway.url}/v1/policy/check`);
    expect(JSON.parse(body)).toEqual({
      input: 'a page about tides',
      stage: 'response',
      part: 'assistant',
    });
  });
});
