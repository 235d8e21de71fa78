/** What tests of the console do again and again: signing in, waiting for what is fetched, hearing complaints. */
import type { Page } from 'playwright-core';
import type { RunningGateway } from './gateway.ts';

export async function signIn(
  page: Page,
  gateway: RunningGateway,
  key = gateway.key,
): Promise<void> {
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

export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForSelector('.skeleton', { state: 'detached' });
}
