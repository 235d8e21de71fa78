/** What tests of the console do again and again: signing in, waiting for what is fetched, hearing complaints. */
import type { Page, Request } from 'playwright-core';
import type { RunningGateway } from './gateway.ts';
import { until } from './until.ts';

/** For what a page shows: only what never comes fails, however slow the machine is. */
const patienceMs = 120_000;

export async function signIn(
  page: Page,
  gateway: RunningGateway,
  key = gateway.key,
): Promise<void> {
  page.setDefaultTimeout(patienceMs);
  watch(page);
  await page.goto(`${gateway.url}/console`);
  await page.fill('input[name=key]', key);
  await page.click('button[type=submit]');
  await page.waitForSelector('nav');
}

/** What the page complained of so far. */
export function hear(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('dialog', (dialog) => {
    heard.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  return heard;
}

/** What each page has asked for and does not have yet. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Before its first request, because one that began unseen is not waited for. */
function watch(page: Page): Set<Request> {
  const known = underWay.get(page);
  if (known !== undefined) return known;
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => requests.delete(request));
  return requests;
}

/** What is shown may ask for more, and does so before the frames that follow; once more for what the browser tells late. */
const quietLooks = 3;
const twoFrames = `new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))`;
const isShown = `document.querySelector('main')?.childElementCount > 0 && document.querySelector('.skeleton') === null`;

/** Resolves when the page shows all that it asked for, and asks for nothing more. */
export async function settle(page: Page): Promise<void> {
  const requests = underWay.get(page);
  if (requests === undefined) throw new Error('a page settles after `signIn`, which watches it');
  let looks = 0;
  await until(
    async () => {
      await page.evaluate(twoFrames);
      const isQuiet = requests.size === 0 && (await page.evaluate<boolean>(isShown));
      looks = isQuiet ? looks + 1 : 0;
      return looks === quietLooks;
    },
    () => `${page.url()} waits for ${[...requests].map((request) => request.url()).join()}`,
  );
}
