/** Writes docs/images: a trail is seeded, a gateway started over it, and the console taken as people see it: `npm run pictures`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../test/support/browser.ts';
import { call } from '../test/support/call.ts';
import { settle, signIn } from '../test/support/console.ts';
import { type RunningGateway, startGateway } from '../test/support/gateway.ts';
import { root } from '../test/support/repository.ts';
import { readScriptFlags } from './flags.ts';
import { pictures, type Picture } from './pictures/pictures.ts';
import { seedTrail } from './seed/seed.ts';

const { entries, seed } = { entries: 8000, seed: 1 };
/** What the entry that is shown was asked: something to redact, so that there is something to see. */
const asked =
  'Please write to ada@example.org that her card 4111 1111 1111 1111 was charged twice.';

/** One exchange that this gateway itself judged, and the entry of its request. */
async function ask({ url, key }: RunningGateway): Promise<string> {
  const body = { model: 'sandbox', messages: [{ role: 'user', content: asked }] };
  await call(`${url}/v1/chat/completions`, { key, body });
  const q = encodeURIComponent('type:request');
  const { json } = await call(`${url}/v1/audit/entries?limit=1&q=${q}`, { key });
  const [{ id } = { id: '' }] = json['entries'] as { readonly id: string }[];
  return id;
}

async function take(
  browser: Browser,
  gateway: RunningGateway,
  picture: Picture,
  entry: string,
): Promise<void> {
  const { name, path, theme, width, height } = picture;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
  await signIn(page, gateway);
  await page.goto(`${gateway.url}/console/${path.replace('ENTRY', entry)}`);
  await settle(page);
  await page.screenshot({ path: join(root, 'docs', 'images', `${name}.png`) });
  await page.close();
}

readScriptFlags('npm run pictures --', {});
const data = await mkdtemp(join(tmpdir(), 'governance-pictures-'));
await seedTrail({
  directory: join(data, 'audit'),
  ...{ entries, seed, content: true, index: true, untilMs: Date.now() - 60_000 },
});
const gateway = await startGateway({ data, environment: { GATEWAY_RATE_LIMIT: '0' } });
const browser = await startBrowser();
try {
  const entry = await ask(gateway);
  for (const picture of pictures) await take(browser, gateway, picture, entry);
} finally {
  await browser.close();
  await gateway.stop();
  await rm(data, { recursive: true, force: true });
}
