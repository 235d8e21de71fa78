/** The console in a real browser, over a trail of some days: every view, inert values, one filter, scopes. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { browserMissing, startBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { hear, settle, signIn } from '../support/console.ts';
import { createKey } from '../support/keys.ts';
import { root } from '../support/repository.ts';

const run = promisify(execFile);
// The sweep has a month, which takes half a minute to write and longer to verify.
const full = process.env['SWEEP'] === 'full';
const entries = full ? 50_000 : 8000;
/** Larger ones take long to export and tell nothing more. */
const exportedMax = 1000;

if (browserMissing !== undefined) process.stderr.write(`${browserMissing}\n`);
const withBrowser = browserMissing === undefined ? describe : describe.skip;

let folder: string;
let gateway: RunningGateway;
let browser: Browser;

/** Pixels by which the words of a button stand right of its middle. */
function measureTilt(page: Page, button: string): Promise<number> {
  return page.evaluate(`(() => {
    const button = document.querySelector(${JSON.stringify(button)});
    const words = document.createRange();
    words.selectNodeContents(button);
    const [inner, outer] = [words, button].map((one) => one.getBoundingClientRect());
    return inner.left + inner.width / 2 - outer.left - outer.width / 2;
  })()`);
}

/** Asks the page whether all of what stands in an element is to be seen. */
function isWhole(selector: string): string {
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  return `${found}.scrollWidth <= ${found}.clientWidth`;
}

/** Pixels by which the page is wider than the window. */
const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** The newest entry that a query finds. */
async function findNewest(q: string): Promise<string> {
  const path = `/v1/audit/entries?limit=1&q=${encodeURIComponent(q)}`;
  const { json } = await call(gateway.url + path, { key: gateway.key });
  return (json['entries'] as { id: string }[])[0]?.id ?? '';
}

withBrowser('the console', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'governance-console-'));
    const seeded = [join(root, 'tools/seed-trail.ts'), '--data', folder, '--entries', `${entries}`];
    await run(process.execPath, seeded, { maxBuffer: 1e7 });
    gateway = await startGateway({ data: folder, environment: { GATEWAY_RATE_LIMIT: '0' } });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const views = [
    'overview',
    'entries',
    'entry',
    'review',
    'policies',
    'integrity',
    'keys',
  ] as const;
  // Colours and places are apart: each theme once and each width once show all of both.
  const looks = (
    [
      ['light', 1440],
      ['dark', 390],
      ['dark', 1440],
      ['light', 390],
    ] as const
  )
    .slice(0, full ? undefined : 2)
    .map(([theme, width]) => ({ theme, width }));
  test.each(looks)(
    'shows every view in $theme at $width, and axe finds nothing serious',
    async (look) => {
      const { theme, width } = look;
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.addInitScript(`localStorage.setItem('governance.theme', '${theme}')`);
      const heard = hear(page);
      await signIn(page, gateway);
      const entry = await findNewest('type:blocked decision:block');
      for (const view of views) {
        const path = view === 'entry' ? `entries/${entry}` : view;
        await page.goto(`${gateway.url}/console/${path}`);
        await settle(page);
        expect(await page.locator('main').innerText()).not.toBe('');
        expect([view, await findBarriers(page)]).toEqual([view, []]);
        expect([view, await page.evaluate(wider)]).toEqual([view, 0]);
      }
      expect(heard).toEqual([]);
      await context.close();
    },
  );

  test('signs out, and says why where a key is not taken', async () => {
    const page = await browser.newPage();
    await page.goto(`${gateway.url}/console`);
    await page.fill('input[name=key]', 'a-key-that-nobody-has-00000');
    // Its words can be read while the pointer stands on it.
    await page.hover('button[type=submit]');
    expect(await findBarriers(page)).toEqual([]);
    await page.click('button[type=submit]');
    await page.waitForSelector('#fault:not(:empty)');
    expect(await page.innerText('#fault')).toMatch(/^this is no key of this gateway/);
    expect(Math.abs(await measureTilt(page, 'button[type=submit]'))).toBeLessThan(1);
    await signIn(page, gateway);
    await page.goto(`${gateway.url}/console/entries?q=cause:unauthorized`);
    await settle(page);
    // The word stands whole in its pill, and the pill in the middle of its cell, and within it.
    const pill = '.entry-row .decision.other';
    expect(await page.locator(pill).first().innerText()).toBe('unauthorized');
    expect(await page.evaluate(isWhole(`${pill} > span`))).toBe(true);
    expect(await page.evaluate(isWhole(`.entry-row > :has(.decision)`))).toBe(true);
    await page.click('text=Sign out');
    expect(await page.locator('input[name=key]').count()).toBe(1);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.close();
  });

  test('renders what somebody wrote inert, wherever it stands', async () => {
    const hostile = [
      '<script>window.caught=1</script>',
      '"><img src=x onerror="window.caught=2">',
      'left \u202Ereversed\u202C right',
      '\u001b[31mred\u001b[0m',
      'x'.repeat(100_000),
    ].join('\n');
    const name = '"><img src=x onerror="window.caught=3">';
    const { key } = createKey(gateway, [
      '--owner',
      name,
      '--team',
      '<b>t</b>',
      '--scopes',
      'proxy',
    ]);
    const body = {
      model: 'sandbox',
      user: '<i>u</i>',
      messages: [{ role: 'user', content: hostile }],
    };
    expect((await call(`${gateway.url}/v1/chat/completions`, { key, body })).status).toBe(200);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const heard = hear(page);
    await signIn(page, gateway);
    const entry = await findNewest('type:answered');
    for (const path of [
      'entries',
      `entries/${entry}`,
      `entries/${entry}?tab=Raw`,
      'overview',
      'keys',
    ]) {
      await page.goto(`${gateway.url}/console/${path}`);
      await settle(page);
      expect(await page.evaluate('window.caught')).toBeUndefined();
      expect(await page.locator('main img, main script, main b > t').count()).toBe(0);
    }
    await page.goto(`${gateway.url}/console/entries/${entry}`);
    await settle(page);
    const said = await page.locator('.turns').first().innerText();
    // What a pattern found in it is masked; the rest stands as it was written.
    expect(said).toContain('window.caught=1</script>');
    expect(said).toContain('"><img src=x');
    expect(said).toContain('⟨U+202E⟩reversed⟨U+202C⟩');
    expect(said).toContain('⟨U+001B⟩[31mred');
    expect(heard).toEqual([]);
    await page.close();
  });

  test('list, counts, histogram and export come from one filter, for 50 random ones', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, gateway);
    await settle(page);
    let exports = 0;
    for (const filter of drawFilters(50)) {
      const answers = { facets: 0, histogram: 0 };
      const asked = new Map<string, string>();
      const take = page.waitForResponse((response) =>
        response.url().includes('/v1/audit/entries?'),
      );
      const count = page.waitForResponse((response) =>
        response.url().includes('/v1/audit/facets?'),
      );
      const draw = page.waitForResponse((response) =>
        response.url().includes('/v1/audit/histogram?'),
      );
      const href = JSON.stringify(`/console/entries?${filter}`);
      await page.evaluate(
        `history.pushState(null, '', ${href}); window.dispatchEvent(new Event('governance:moved'))`,
      );
      for (const response of await Promise.all([take, count, draw])) {
        const url = new URL(response.url());
        for (const own of ['limit', 'fields', 'buckets', 'cursor']) url.searchParams.delete(own);
        asked.set(url.pathname, url.searchParams.toString());
        const body = (await response.json()) as Record<string, unknown>;
        if (url.pathname.endsWith('facets')) answers.facets = body['total'] as number;
        if (url.pathname.endsWith('histogram')) {
          const buckets = body['buckets'] as { count: number }[];
          answers.histogram = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
        }
      }
      expect(new Set(asked.values()).size).toBe(1);
      const [parameters = ''] = asked.values();
      expect([filter, answers.histogram]).toEqual([filter, answers.facets]);
      if (answers.facets > exportedMax) continue;
      exports += 1;
      const path = `/v1/audit/export?${parameters}`;
      const exported = await call(gateway.url + path, { key: gateway.key });
      const lines = exported.text.split('\n').filter(Boolean).length;
      expect([filter, lines]).toEqual([filter, answers.facets]);
    }
    expect(exports).toBeGreaterThan(3);
    await page.close();
  });

  test('next, previous and acts on many stay within what the filter found', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, gateway);
    let walked = 0;
    for (const filter of drawFilters(6)) {
      const [first, ...next] = (await openList(page, filter)).slice(0, 4);
      if (first === undefined || next.length < 3) continue;
      walked += 1;
      await page.waitForSelector('.entry-row');
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.waitForSelector(`article[data-entry="${first}"]`);
      for (const id of next) {
        await page.keyboard.press('j');
        await page.waitForSelector(`article[data-entry="${id}"]`);
      }
      await page.keyboard.press('k');
      await page.waitForSelector(`article[data-entry="${next[1]}"]`);
    }
    expect(walked).toBeGreaterThan(1);
    await markTwo(page);
    await page.close();
  });

  test('verifies the trail and one entry, and says so', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, gateway);
    await page.goto(`${gateway.url}/console/integrity`);
    await page.click('button:text-is("Verify now")');
    await page.waitForSelector('[data-verdict]', { timeout: 80_000 });
    expect(await page.getAttribute('[data-verdict]', 'data-verdict')).toBe('intact');
    await page.goto(`${gateway.url}/console/entries/${await findNewest('type:blocked')}?tab=Chain`);
    await page.click('button:text-is("Verify this entry")');
    await page.waitForSelector('strong:text-is("Intact")');
    await page.close();
  });

  test('shows nothing of the trail to a key without audit:read', async () => {
    const { key } = createKey(gateway, ['--owner', 'a', '--scopes', 'govern']);
    const page = await browser.newPage();
    const bodies: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/v1/audit')) bodies.push(`${response.status()}`);
    });
    await signIn(page, gateway, key);
    expect(await page.locator('main').innerText()).toContain('audit:read');
    expect(bodies).toEqual([]);
    await page.close();
  });

  test('lets no unredacted text reach the browser without audit:reveal, and with it only after a reason', async () => {
    const canary = ['4111', '1111', '1111', '1111'].join(' ');
    const body = { prompt: `my card ${canary} is lost`, user: 'reveal-me' };
    await call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
    const reader = createKey(gateway, ['--owner', 'r', '--scopes', 'audit:read']);
    const id = await findNewest('type:decision decision:redact');
    for (const [key, may] of [
      [reader.key, false],
      [gateway.key, true],
    ] as const) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const bodies: Promise<string>[] = [];
      page.on('response', (response) => bodies.push(response.text().catch(() => '')));
      await signIn(page, gateway, key);
      await page.goto(`${gateway.url}/console/entries/${id}`);
      await settle(page);
      expect((await Promise.all(bodies)).join('\n')).not.toContain(canary);
      expect(await page.locator('button:text-is("Reveal")').count()).toBe(may ? 1 : 0);
      if (may) {
        await page.click('button:text-is("Reveal")');
        await page.fill('textarea[name=reason]', 'a test of the reveal');
        await page.click('dialog button[type=submit]');
        await page.waitForSelector('button:text-is("Hide again")');
        expect(await findNewest('type:reveal')).not.toBe('');
      }
      await page.close();
    }
  });

  test('is served under a policy that allows nothing from elsewhere, in at most 300 KB', async () => {
    const page = await call(`${gateway.url}/console`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const built = join(root, 'dist/console');
    const files = await readdir(built, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => gzipSync(await readFile(join(file.parentPath, file.name))).length),
    );
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000);
  });
});

/** Selects the two newest blocked entries with the keys, marks them, and finds the reviews in the trail. */
async function markTwo(page: Page): Promise<void> {
  const listed = await openList(page, 'q=decision:block+type:blocked');
  await page.waitForSelector('.entry-row');
  for (const pressed of ['j', 'x', 'j', 'x']) await page.keyboard.press(pressed);
  await page.waitForSelector('text=2 selected');
  await page.selectOption('select[aria-label="Mark selected as"]', 'confirmed');
  await page.waitForSelector('text=2 selected', { state: 'detached' });
  const path = `/v1/audit/entries?limit=2&q=${encodeURIComponent('type:admin act:review')}`;
  const { json } = await call(gateway.url + path, { key: gateway.key });
  const reviewed = (json['entries'] as { detail: { entry: string } }[]).map(
    ({ detail }) => detail.entry,
  );
  expect(reviewed.sort()).toEqual(listed.slice(0, 2).sort());
}

/** Opens the list under a filter and returns the ids it shows; an answer to the page before does not count. */
async function openList(page: Page, filter: string): Promise<readonly string[]> {
  const asked = new URLSearchParams(filter);
  const took = page.waitForResponse((response) => {
    const url = new URL(response.url());
    return (
      url.pathname === '/v1/audit/entries' &&
      ['q', 'to'].every((name) => url.searchParams.get(name) === asked.get(name))
    );
  });
  await page.goto(`${gateway.url}/console/entries?${filter}`);
  const { entries } = (await (await took).json()) as { entries: { id: string }[] };
  return entries.map(({ id }) => id);
}

type Violation = {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly unknown[] }[];
};

/** What axe calls serious or critical, by rule and place. */
async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    `axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(' ')}`);
}

function drawFilters(count: number): readonly string[] {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const terms = [
    ...['decision:block', '-decision:allow', 'decision:flag,redact', 'coverage:partial'],
    ...[
      'status:200',
      '-status:200',
      'latency:>20',
      'type:decision',
      '-type:request',
      'model:gpt-*',
    ],
    ...[
      'policy:secrets',
      'category:pii/*',
      'rule:personal-data/*',
      'tokens_in:>50',
      'severity:high',
    ],
  ];
  return Array.from({ length: count }, (_, index) => {
    const q = Array.from({ length: 1 + random(3) }, () => pick(terms)).join(' ');
    // A span in the past, so that what is recorded meanwhile does not count.
    const to = new Date(Date.now() - 3_600_000 * (1 + random(20)) - index * 1000).toISOString();
    return new URLSearchParams({ q, from: pick(['30d', 'all', '90d']), to }).toString();
  });
}
