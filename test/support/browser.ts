/** The system's Chromium for tests of the console; without it they say how to get it, and in CI they fail. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const program = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

const built = join(import.meta.dirname, '..', '..', 'dist/console/index.html');

/** What a machine without it is told; with `CI` set a missing browser fails the tests instead. */
export const browserMissing =
  program === undefined && process.env['CI'] === undefined
    ? 'skipped for want of a browser: apt-get install chromium'
    : undefined;

/** Nothing that would talk to anybody but the page under test. */
const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Another name for this machine, which browsers do not trust as they do the number: as a page over plain HTTP.
  '--host-resolver-rules=MAP plain.test 127.0.0.1',
];

export function startBrowser(): Promise<Browser> {
  if (program === undefined) throw new Error('no browser: apt-get install chromium');
  // Without it each test would wait half a minute for a page that is not there.
  if (!existsSync(built)) throw new Error('the console is not built: npm run prepare');
  const path = spawnSync('which', [program]).stdout.toString().trim();
  return chromium.launch({ executablePath: path, args: quiet });
}
