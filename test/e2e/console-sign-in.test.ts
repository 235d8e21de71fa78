/** Signing in by an identity provider in a real browser, against a provider that nobody here wrote. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { browserMissing, startBrowser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { makeCertificate, opensslMissing } from '../support/certificate.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

const missing = browserMissing ?? opensslMissing;
if (missing !== undefined) process.stderr.write(`${missing}\n`);
const withProvider = missing === undefined ? describe : describe.skip;

let place: string;
let issuer: string;
let provider: ChildProcess;
let gateway: RunningGateway;
let browser: Browser;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startProvider(certificate: string, key: string, redirect: string): Promise<string> {
  const script = join(import.meta.dirname, '..', 'support', 'issuer.ts');
  provider = spawn(process.execPath, [script, certificate, key, redirect], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(provider.stdout ?? process.stdin, 'data')) as [Buffer];
  return line.toString().trim();
}

withProvider('signing in by a provider', () => {
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'sign-in-'));
    const { certificate, key } = makeCertificate(place);
    const port = await findFreePort();
    issuer = await startProvider(certificate, key, `http://127.0.0.1:${port}/console/signed-in`);
    const config = join(place, 'gateway.yaml');
    const oidc = {
      ...{ issuer, clientId: 'governance', clientSecret: 'of-the-tests' },
      ...{ scope: 'openid email groups', roles: { reviewers: ['audit:read'] } },
    };
    writeFileSync(config, JSON.stringify({ signIn: { oidc } }));
    gateway = await startGateway({
      arguments: ['--port', `${port}`],
      environment: { ...quickPolicy, GATEWAY_CONFIG: config, NODE_EXTRA_CA_CERTS: certificate },
    });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
    provider.kill();
    rmSync(place, { recursive: true, force: true });
  });

  async function signInAs(name: string): Promise<Page> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(`${gateway.url}/console/review?tab=Rules`);
    await page.click('button:text-is("Sign in with your account")');
    await page.fill('input[name=login]', name);
    await page.fill('input[name=password]', 'any');
    await page.click('button[type=submit]');
    // The provider asks for consent, and then sends the browser back.
    await page.click('button[type=submit]');
    return page;
  }

  const listKeys = async (): Promise<readonly Record<string, unknown>[]> =>
    (await call(`${gateway.url}/v1/keys`, { key: gateway.key })).json['keys'] as [];

  test('ends where it began, as whom the provider vouches for, with what the role allows', async () => {
    const page = await signInAs('ada');
    await page.waitForSelector('h1:text-is("Review")');
    expect(page.url()).toBe(`${gateway.url}/console/review?tab=Rules`);
    expect(await page.innerText('nav footer strong')).toBe('ada@example.com');
    const kept = JSON.parse(await page.evaluate("sessionStorage['governance.session']")) as {
      key: string;
      scopes: string[];
    };
    expect(kept.scopes).toEqual(['audit:read']);
    expect(await page.locator('nav a:has-text("Keys")').count()).toBe(0);
    const entries = `${gateway.url}/v1/audit/entries`;
    expect((await call(entries, { key: kept.key })).status).toBe(200);
    const [issued] = await listKeys();
    expect(issued).toMatchObject({ owner: 'ada@example.com', tags: ['sign-in'], revoked_at: null });
    expect(Date.parse(String(issued?.['expires_at'])) - Date.now()).toBeLessThanOrEqual(28_800_000);
    await page.click('text=Sign out');
    await page.waitForSelector('input[name=key]');
    for (let tries = 0; tries < 50; tries += 1) {
      if ((await call(entries, { key: kept.key })).status === 401) break;
      await page.waitForTimeout(100);
    }
    expect((await call(entries, { key: kept.key })).status).toBe(401);
    await page.context().close();
  });

  test('refuses who has none of the roles, and says which there are', async () => {
    const before = (await listKeys()).length;
    const page = await signInAs('eve');
    await page.waitForSelector('#fault:not(:empty)');
    expect(await page.innerText('#fault')).toContain('none of the roles `reviewers`');
    expect(await page.locator('nav').count()).toBe(0);
    expect(await listKeys()).toHaveLength(before);
    await page.context().close();
  });

  test('takes no code twice, no foreign state, and nothing that was not begun', async () => {
    const begin = `${gateway.url}/v1/sign-in/begin`;
    const redirect = `${gateway.url}/console/signed-in`;
    const { url, ...begun } = (await call(begin, { body: { redirect } })).json as {
      url: string;
      state: string;
    };
    const asked = new URL(url).searchParams;
    expect([asked.get('code_challenge_method'), asked.get('state')]).toEqual(['S256', begun.state]);
    for (const query of [`code=x&state=${begun.state}&iss=${issuer}`, 'code=x&state=y', '']) {
      const body = { ...begun, returned: `${redirect}?${query}` };
      const { status, json } = await call(`${gateway.url}/v1/sign-in/finish`, { body });
      expect([query, status, json['code']]).toEqual([query, 401, 'unauthorized']);
    }
    const page = await browser.newPage();
    await page.goto(`${redirect}?code=x&state=y`);
    await page.waitForSelector('#fault:not(:empty)');
    expect(await page.innerText('#fault')).toContain('not begun in this tab');
    await page.close();
  });

  test('says that the provider is silent, and lets people in with a key meanwhile', async () => {
    provider.kill();
    await once(provider, 'exit');
    const body = { redirect: `${gateway.url}/console/signed-in` };
    const finished = { state: 'a', nonce: 'b', verifier: 'c'.repeat(43) };
    const returned = `${body.redirect}?code=x&state=a&iss=${encodeURIComponent(issuer)}`;
    const asked = { ...finished, returned };
    const { status, json } = await call(`${gateway.url}/v1/sign-in/finish`, { body: asked });
    expect([status, json['code']]).toEqual([503, 'not_ready']);
    await gateway.untilSaid('nobody can sign in by the identity provider');
    const told = gateway.logs().map(({ why }) => why);
    expect(told).toContain('nobody listens there (ECONNREFUSED)');
    const page = await browser.newPage();
    await page.goto(`${gateway.url}/console`);
    await page.fill('input[name=key]', gateway.key);
    await page.click('button:text-is("Sign in")');
    await page.waitForSelector('nav');
    await page.close();
  });
});

describe('without a provider', () => {
  test('a key is the only way', async () => {
    const plain = await startGateway({ environment: quickPolicy });
    const ways = await call(`${plain.url}/v1/sign-in`, {});
    expect([ways.status, ways.json]).toEqual([200, { ways: ['key'] }]);
    const body = { redirect: `${plain.url}/console/signed-in` };
    expect((await call(`${plain.url}/v1/sign-in/begin`, { body })).status).toBe(404);
    await plain.stop();
  });
});
