/** The console where things do not go smoothly: answers that come late or broken off, plain HTTP, few colours, paper. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { browserMissing, startBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { hear, settle, signIn } from '../support/console.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';

if (browserMissing !== undefined) process.stderr.write(`${browserMissing}\n`);
const withBrowser = browserMissing === undefined ? describe : describe.skip;

let gateway: RunningGateway;
let browser: Browser;
let id: string;

async function decide(): Promise<string> {
  const body = { prompt: 'good day' };
  const { json } = await call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
  return String(json['decision_id']);
}

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, gateway);
  await page.goto(`${gateway.url}/console/${path}`);
  await settle(page);
  return page;
}

type Held = { readonly asked: Promise<void>; readonly let: () => void };

/** The first call to a path waits until it is let go, and then goes on or is answered. */
async function hold(
  page: Page,
  path: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<Held> {
  const gate = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const wait = async (route: Route): Promise<void> => {
    asked.resolve(undefined);
    await gate.promise;
    await answer(route);
  };
  await page.route(path, wait, { times: 1 });
  return { asked: asked.promise, let: () => gate.resolve(undefined) };
}

withBrowser('the console in trouble', () => {
  beforeAll(async () => {
    gateway = await startGateway({ environment: { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' } });
    browser = await startBrowser();
    id = await decide();
    await decide();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
  });

  test('selects nothing under another filter, and acts on no row that the one before had found', async () => {
    const page = await open('entries?q=type:decision');
    for (const pressed of ['j', 'x']) await page.keyboard.press(pressed);
    await page.waitForSelector('text=1 selected');
    const held = await hold(page, '**/v1/audit/entries?*');
    await page.fill('#query', 'type:decision decision:allow');
    await page.keyboard.press('Enter');
    await held.asked;
    await page.waitForSelector('.found[aria-busy=true] .entry-row');
    for (const pressed of ['j', 'x']) await page.keyboard.press(pressed);
    expect(await page.locator('text=/\\d selected/').count()).toBe(0);
    held.let();
    await page.waitForSelector('.found[aria-busy=false] .entry-row');
    for (const pressed of ['j', 'x']) await page.keyboard.press(pressed);
    await page.waitForSelector('text=1 selected');
    await page.context().close();
  });

  test('keeps what is listed where the rest does not come, and asks for it again', async () => {
    const page = await open('policies');
    await page.route('**/v1/audit/entries?*', async (route) => {
      if (route.request().url().includes('cursor=')) return route.abort();
      const response = await route.fetch();
      const json = (await response.json()) as object;
      return route.fulfill({ response, json: { ...json, next: 'further' } });
    });
    await page.click('nav >> text=Entries');
    await page.waitForSelector('text=Older entries are not shown at the moment');
    expect(await page.locator('.entry-row').count()).toBeGreaterThan(1);
    await page.context().close();
  });

  test('asks again where the same is searched again', async () => {
    const page = await open('entries?q=type:decision');
    const before = Number(await page.innerText('[data-testid=total]'));
    await decide();
    await page.click('text=Search');
    await page.waitForSelector(`[data-testid=total]:text-is("${before + 1}")`);
    // What is counted and what is listed are two answers.
    await page.locator('.entry-row').nth(before).waitFor();
    expect(await page.locator('.entry-row').count()).toBe(before + 1);
    await page.context().close();
  });

  test('stays signed in where a call of the login before is refused late', async () => {
    const page = await open(`entries/${id}?tab=Review`);
    const refused = { status: 401, json: { code: 'unauthorized', detail: 'revoked' } };
    const held = await hold(page, '**/review', (route) => route.fulfill(refused));
    await page.click('text=Record the review');
    await held.asked;
    await page.click('text=Sign out');
    const other = { owner: 'other', scopes: ['audit:read'] };
    const made = await call(`${gateway.url}/v1/keys`, { key: gateway.key, body: other });
    await page.fill('input[name=key]', String(made.json['key']));
    await page.click('button[type=submit]');
    await page.waitForSelector('nav');
    const answered = page.waitForResponse((response) => response.status() === 401);
    held.let();
    await answered;
    await settle(page);
    expect(await page.locator('input[name=key]').count()).toBe(0);
    await page.context().close();
  });

  test('makes one key where the button is pressed twice', async () => {
    const page = await open('keys');
    let asked = 0;
    await page.route('**/v1/keys', async (route) => {
      if (route.request().method() === 'POST') asked += 1;
      await route.continue();
    });
    await page.click('text=New key');
    await page.fill('input[name=owner]', 'twice');
    await page.dblclick('text=Make the key');
    await page.waitForSelector('[data-testid=new-key]');
    expect(asked).toBe(1);
    await page.context().close();
  });

  test('asks once for the page behind where it is asked for twice', async () => {
    const page = await open('keys');
    let asked = 0;
    await page.route('**/v1/audit/entries?*', async (route) => {
      const isFurther = route.request().url().includes('cursor=');
      if (isFurther) asked += 1;
      const url = route
        .request()
        .url()
        .replace(/[&?](?:q|cursor)=[^&]*/g, '');
      const response = await route.fetch({ url: url.replace('entries&', 'entries?') });
      const { entries } = (await response.json()) as { entries: readonly object[] };
      const json = { entries: isFurther ? [] : entries, next: isFurther ? null : 'further' };
      await route.fulfill({ response, json: { ...json, reviews: {} } });
    });
    await page.click('nav >> text=Review');
    await page.dblclick('text=Older ones');
    await page.waitForSelector('text=Older ones', { state: 'detached' });
    expect(asked).toBe(1);
    await page.context().close();
  });

  test('says what it cannot show, and goes on around it', async () => {
    const page = await open('entries');
    await page.route('**/v1/keys', (route) => route.fulfill({ json: { keys: [null] } }));
    await page.click('nav >> text=Keys');
    await page.waitForSelector('[role=alert]:has-text("This cannot be shown")');
    await page.route('**/content?*', (route) =>
      route.fulfill({ json: { contents: [{ leg: 'received', bytes: 9, text: '{"messages":[' }] } }),
    );
    await call(`${gateway.url}/v1/chat/completions`, {
      key: gateway.key,
      body: { model: 'sandbox', messages: [{ role: 'user', content: 'good day' }] },
    });
    await page.click('nav >> text=Entries');
    await page.click('.entry-row >> nth=0');
    await page.click('role=tab[name="Why"]');
    const told = page.locator('[role=alert]', { hasText: 'not the whole request' });
    await told.waitFor();
    expect(await told.innerText()).toContain('This cannot be shown');
    await page.context().close();
  });

  test('says a span of time as the times in the list are said', async () => {
    const context = await browser.newContext({ timezoneId: 'Asia/Tokyo' });
    const page = await context.newPage();
    await page.addInitScript(`localStorage.setItem('governance.zone', 'local')`);
    await signIn(page, gateway);
    await page.goto(
      `${gateway.url}/console/entries?from=2026-01-02T20:00:00.000Z&to=2026-01-02T21:30:00.000Z`,
    );
    await settle(page);
    expect(await page.innerText('select[aria-label="Span of time"] option >> nth=0')).toBe(
      '01-03 05:00 – 01-03 06:30',
    );
    await context.close();
  });

  test('calls no trail verified where the answer ends before the verdict', async () => {
    const page = await open('integrity');
    const half = '{"progress":{"bytes":1,"bytes_total":9,"entries":1}}\n{"report":{"verd';
    await page.route('**/v1/audit/verify', (route) => route.fulfill({ body: half }));
    await page.click('text=Verify now');
    await page.waitForSelector('[role=alert]:has-text("nothing is known of the trail")');
    expect(await page.locator('[data-verdict]').count()).toBe(0);
    await page.context().close();
  });

  test('says of no rule that it never fired where the counts do not come', async () => {
    const page = await open('keys');
    await page.route('**/v1/audit/facets?*', (route) => route.fulfill({ status: 503, json: {} }));
    await page.click('nav >> text=Policies');
    await page.waitForSelector('tbody tr');
    await settle(page);
    expect(await page.locator('tbody tr >> nth=0 >> td.number').innerText()).toBe('–');
    await page.context().close();
  });

  test('does not ask on and on what is refused', async () => {
    const page = await open('entries?q=latency:often');
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/v1/audit/entries?')) asked += 1;
    });
    await page.clock.install();
    await page.click('button:text-is("Live")');
    await page.clock.runFor(2100);
    await until(() => asked === 1);
    await settle(page);
    await page.clock.runFor(10_000);
    await settle(page);
    expect(asked).toBe(1);
    await page.context().close();
  });

  test('copies over plain HTTP, and says that it can check no proof there', async () => {
    const page = await (await browser.newContext()).newPage();
    const heard = hear(page);
    const plain = { ...gateway, url: gateway.url.replace('127.0.0.1', 'plain.test') };
    await signIn(page, plain);
    await page.goto(`${plain.url}/console/entries/${id}?tab=Review`);
    await page.click('text=Copy id');
    await page.waitForSelector('text=Copied');
    await page.focus('input[name=tags]');
    await page.keyboard.press('Control+V');
    expect(await page.inputValue('input[name=tags]')).toBe(id);
    await page.fill('input[name=tags]', '');
    await page.click('role=tab[name="Chain"]');
    await page.click('text=Verify this entry');
    await page.waitForSelector('strong:text-is("Could not be checked")');
    // The browser tells of a header that it heeds over HTTPS only.
    expect(heard.filter((one) => !one.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
    await page.context().close();
  });

  test('asks before a review that was begun is lost with the page', async () => {
    const page = await open(`entries/${id}?tab=Review`);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.fill('textarea[name=note]', 'half a sentence');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.context().close();
  });

  test('shows a view whatever the browser kept', async () => {
    const page = await open('keys');
    const heard = hear(page);
    await page.evaluate(`localStorage.setItem('governance.views', '[null, {"name": 1}]')`);
    await page.goto(`${gateway.url}/console/entries`);
    await settle(page);
    expect(heard).toEqual([]);
    await page.context().close();
  });

  test('works in a browser that keeps nothing', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(`for (const place of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, place, { get() { throw new DOMException('denied', 'SecurityError'); } })`);
    const heard = hear(page);
    await signIn(page, gateway);
    await page.click('button:text-is("UTC")');
    await page.waitForSelector('button:text-is("Local")');
    expect(heard).toEqual([]);
    await page.context().close();
  });

  test('goes back by one step, folds what is unfolded, and goes on with the keys after a click', async () => {
    const page = await open('keys');
    await page.click('nav >> text=Entries');
    await settle(page);
    expect(await page.title()).toBe('Entries · Governance Gateway');
    for (const pressed of ['Escape', 'Escape']) await page.keyboard.press(pressed);
    await page.click('.entry-row >> nth=1');
    await settle(page);
    await page.click('summary:has-text("Columns")');
    await page.keyboard.press('Escape');
    expect(await page.locator('.picker[open]').count()).toBe(0);
    expect(await page.locator('.entry-panel').count()).toBe(1);
    await page.click('summary:has-text("Export")');
    await page.click('#query');
    expect(await page.locator('.picker[open]').count()).toBe(0);
    await page.click('summary:has-text("Columns")');
    await page.focus('.picker[open] button');
    await page.keyboard.press('Tab');
    expect(await page.locator('.picker[open]').count()).toBe(0);
    await page.click('.entry-panel [aria-label=Close]');
    await page.waitForSelector('.entry-panel', { state: 'detached' });
    await page.check('.entry-row >> nth=1 >> input');
    await page.keyboard.press('k');
    await until(
      async () =>
        (await page.locator('.entry-row >> nth=0').getAttribute('data-current')) === 'true',
    );
    // Back over the entry that was closed and opened, and out of the list.
    for (let step = 0; step < 3; step += 1) await page.goBack();
    expect(page.url()).toBe(`${gateway.url}/console/keys`);
    expect(await page.title()).toBe('Keys · Governance Gateway');
    await page.context().close();
  });

  test('goes through the list by arrows, and says which entry they are on', async () => {
    const page = await open('entries?q=type:decision');
    await page.focus('.entries');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const row = await page.getAttribute('.entry-row[data-current=true]', 'id');
    expect(await page.getAttribute('.entries', 'aria-activedescendant')).toBe(row);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.entry-panel');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.entry-panel', { state: 'detached' });
    expect(await page.evaluate('document.activeElement.className')).toBe('entries');
    await page.context().close();
  });

  test('marks what is chosen where the system chooses the colours', async () => {
    const page = await open('entries?q=type:decision');
    await page.keyboard.press('j');
    await page.emulateMedia({ forcedColors: 'active' });
    for (const chosen of ['.entry-row[data-current=true]', 'nav a[aria-current]'])
      expect([
        chosen,
        await page.evaluate(`getComputedStyle(document.querySelector('${chosen}')).outlineStyle`),
      ]).toEqual([chosen, 'solid']);
    await page.context().close();
  });

  test('prints the whole entry, light, after any other view', async () => {
    const page = await open('integrity');
    await page.evaluate(`localStorage.setItem('governance.theme', 'dark')`);
    await page.evaluate(
      `history.pushState(null, '', '/console/entries/${id}?tab=Raw'); window.dispatchEvent(new Event('governance:moved'))`,
    );
    await settle(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.isVisible('.entry')).toBe(true);
    expect(await page.isVisible('nav')).toBe(false);
    const [whole, shown, text] = await page.evaluate<readonly [number, number, string]>(
      `[document.querySelector('.view').scrollHeight, document.documentElement.scrollHeight, getComputedStyle(document.body).color]`,
    );
    expect(shown).toBeGreaterThanOrEqual(whole);
    expect(text).toBe('rgb(23, 27, 34)');
    await page.context().close();
  });
});
