/** How soon a reviewer sees entries, and how smoothly the list scrolls, in a real browser over a long trail. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { seedTrail } from '../tools/seed/seed.ts';
import type { Effort, Measured, Row } from './row.ts';
import { key, type Scene, withScene } from './scene.ts';
import { median, toSpread } from './statistics.ts';

const scrolledEntries = 50_000;

/** Signed in beforehand: what is timed is opening the page until its first rows can be read. */
async function measureFirstView(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, url);
  const startedMs = performance.now();
  await page.goto(`${url}/console/entries?from=all`, { waitUntil: 'commit' });
  await page.waitForSelector('.entry-row');
  const tookMs = performance.now() - startedMs;
  await context.close();
  return tookMs;
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/console/keys`);
  await page.fill('input[name=key]', key);
  await page.click('button[type=submit]');
  await page.waitForSelector('nav');
}

/** Scrolls as a wheel does, a screen every few frames, and counts the frames that were drawn. */
const scrollTo = (last: number): string => `new Promise((resolve) => {
  const list = document.querySelector('.entries');
  const began = performance.now();
  let frames = 0;
  let rows = 0;
  const step = () => {
    frames += 1;
    list.scrollTop += 600;
    rows = Math.max(rows, Math.round(list.scrollTop / 34));
    const took = performance.now() - began;
    if (rows < ${last} && took < 120_000) requestAnimationFrame(step);
    else resolve({ frames: (1000 * frames) / took, rows });
  };
  requestAnimationFrame(step);
})`;

async function measureScroll(
  browser: Browser,
  url: string,
  last: number,
): Promise<{ readonly frames: number; readonly rows: number }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, url);
  await page.goto(`${url}/console/entries?from=all&q=`);
  await page.waitForSelector('.entry-row');
  const measured = await page.evaluate<{ readonly frames: number; readonly rows: number }>(
    scrollTo(last),
  );
  await page.close();
  return measured;
}

async function measure(effort: Effort): Promise<Measured> {
  // What drives a browser takes longer to load than all the rest of the bench.
  const { startBrowser } = await import('../test/support/browser.ts');
  // Before the trail is seeded, which takes minutes: a machine without a browser says so at once.
  const browser = await startBrowser();
  try {
    return await withScene((scene) => measureIn(scene, browser, effort));
  } finally {
    await browser.close();
  }
}

async function measureIn(
  scene: Scene,
  browser: Browser,
  { rounds, entries }: Effort,
): Promise<Measured> {
  const data = join(await scene.createFolder(), 'data');
  await seedTrail({
    directory: join(data, 'audit'),
    ...{ entries, seed: 1, content: true, index: true, untilMs: Date.now() - 60_000 },
  });
  const program = await scene.startGatewayIn(data);
  const first = await measureFirstView(browser, program.url);
  const views: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    views.push(await measureFirstView(browser, program.url));
  const { frames, rows } = await measureScroll(
    browser,
    program.url,
    Math.min(scrolledEntries, entries / 2),
  );
  return {
    columns: ['view', 'measured'],
    lines: [
      [`first rows of ${entries} entries, right after the start, ms`, first.toFixed(0)],
      [`first rows of ${entries} entries, each time after, ms`, toSpread(views, 0)],
      [`frames a second while ${rows} rows scroll by`, frames.toFixed(0)],
    ],
    figures: { 'first view ms': median(views), 'frames per second': frames },
  };
}

export const consoleView: Row = {
  name: 'console',
  claim: 'The console over a long trail',
  bounds: [
    {
      work: 'first view of the console',
      figure: 'first view ms',
      unit: 'ms',
      digits: 0,
      most: 1000,
    },
    {
      work: 'scrolling the console',
      figure: 'frames per second',
      unit: 'frames/s',
      digits: 0,
      least: 50,
    },
  ],
  setting:
    'headless Chromium on the same machine, signed in, a new page each round, rows fetched as they scroll into sight',
  measure,
};
