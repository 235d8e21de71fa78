/** Two reviewers in two browsers at one entry, a login that ends under one of them, and a gateway that restarts under a list. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { browserMissing, startBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { settle, signIn } from '../support/console.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

if (browserMissing !== undefined) process.stderr.write(`${browserMissing}\n`);
const withBrowser = browserMissing === undefined ? describe : describe.skip;

const data = mkdtempSync(join(tmpdir(), 'governance-reviewers-'));
const environment = { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' };
let gateway: RunningGateway;
let browser: Browser;

const post = (path: string, body: object) => call(gateway.url + path, { key: gateway.key, body });
const readState = async (id: string) =>
  (await call(`${gateway.url}/v1/audit/entries/${id}/review`, { key: gateway.key })).json;

async function decide(): Promise<string> {
  return String((await post('/v1/validate', { prompt: 'good day' })).json['decision_id']);
}

type Made = { readonly id: string; readonly key: string };
const createKey = async (owner: string): Promise<Made> =>
  (await post('/v1/keys', { owner, scopes: ['audit:read'] })).json as Made;

/** In a browser of their own: nothing is shared but the gateway. */
async function open(owner: string, path: string, key?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await signIn(page, gateway, key ?? (await createKey(owner)).key);
  await page.goto(`${gateway.url}/console/${path}`);
  await settle(page);
  return page;
}

withBrowser('two reviewers at once', () => {
  beforeAll(async () => {
    gateway = await startGateway({ data, environment });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test('hear of each other, lose nothing that they wrote, and go on', async () => {
    const id = await decide();
    const [ada, bob] = [
      await open('ada', `entries/${id}?tab=Review`),
      await open('bob', `entries/${id}?tab=Review`),
    ];
    await bob.fill('textarea[name=note]', 'seen with the team');
    await ada.selectOption('select[name=status]', 'false_positive');
    await ada.fill('input[name=assignee]', 'eve');
    await ada.fill('input[name=tags]', 'tone, two words');
    await ada.click('text=Record the review');
    await ada.waitForSelector('text=Recorded.');
    await bob.click('text=Record the review');
    const told = bob.locator('[role=alert]', { hasText: 'reviewed this entry meanwhile' });
    await told.waitFor();
    expect(await told.innerText()).toMatch(
      /^ada reviewed this entry meanwhile\s+It is now False positive, for eve, tagged tone, two words\./,
    );
    expect(await bob.inputValue('textarea[name=note]')).toBe('seen with the team');
    expect(await readState(id)).toMatchObject({ revision: 1 });
    await bob.click('text=Record it all the same');
    await bob.waitForSelector('text=Recorded.');
    expect(await readState(id)).toEqual({
      ...{ status: 'false_positive', assignee: 'eve', tags: ['tone', 'two words'], revision: 2 },
    });
    await bob.waitForSelector('pre:text-is("seen with the team")');
    for (const page of [ada, bob]) await page.context().close();
  });

  test('can leave it as the other left it', async () => {
    const id = await decide();
    const bob = await open('bob', `entries/${id}?tab=Review`);
    await bob.fill('input[name=tags]', 'mine');
    await post(`/v1/audit/entries/${id}/review`, { status: 'closed', tags: ['theirs'] });
    await bob.click('text=Record the review');
    await bob.click('text=Leave it as it is');
    expect(await bob.inputValue('input[name=tags]')).toBe('theirs');
    expect(await bob.locator('text=meanwhile').count()).toBe(0);
    expect(await readState(id)).toMatchObject({ tags: ['theirs'], revision: 1 });
    await bob.context().close();
  });

  test('are not written over by one who marks many', async () => {
    const ids = [await decide(), await decide()];
    const page = await open('ada', 'entries?q=type:decision');
    for (const pressed of ['j', 'x', 'j', 'x']) await page.keyboard.press(pressed);
    const [first = '', second = ''] = ids;
    await post(`/v1/audit/entries/${first}/review`, { status: 'closed', assignee: 'bob' });
    await page.selectOption('select[aria-label="Mark selected as"]', 'confirmed');
    await page.waitForSelector('text=1 of 2 done; 1 left: somebody else reviewed them meanwhile');
    await page.waitForSelector('text=1 selected');
    expect(await readState(first)).toMatchObject({ status: 'closed', assignee: 'bob' });
    expect(await readState(second)).toMatchObject({ status: 'confirmed', revision: 1 });
    await page.context().close();
  });

  test('keep what they wrote when their login ends', async () => {
    const id = await decide();
    const { id: keyId, key } = await createKey('carol');
    const page = await open('carol', `entries/${id}?tab=Review`, key);
    await page.fill('textarea[name=note]', 'half a sentence');
    await post(`/v1/keys/${keyId}/revoke`, {});
    await page.click('text=Record the review');
    await page.waitForSelector('input[name=key]');
    await page.fill('input[name=key]', (await createKey('carol')).key);
    await page.click('button[type=submit]');
    await page.waitForSelector('textarea[name=note]');
    expect(await page.inputValue('textarea[name=note]')).toBe('half a sentence');
    await page.context().close();
  });

  test('come to an entry by the keyboard without passing all that stands before it', async () => {
    await decide();
    const page = await open('ada', 'entries?q=type:decision');
    for (const pressed of ['j', 'Enter']) await page.keyboard.press(pressed);
    await settle(page);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Open on its own');
    await page.context().close();
  });

  test('are told when a list that should be live is not, and when it is again', async () => {
    const page = await open('ada', 'entries?q=type:decision');
    await page.click('button:has-text("Live")');
    const { port } = new URL(gateway.url);
    await gateway.stop();
    await page.waitForSelector('text=Newer entries are not shown at the moment');
    gateway = await startGateway({ data, environment: { ...environment, PORT: port } });
    await page.waitForSelector('text=Newer entries are not shown', { state: 'detached' });
    await page.context().close();
  });
});
