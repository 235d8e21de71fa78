/** How the program's modules are found: at once, and as node itself would find them. */
import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** What the script writes, run as the program is, with the hook before it. */
function run(script: string): unknown {
  const shell = ['--import', './bin/resolve-at-once.js', '--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, shell, { cwd: root, encoding: 'utf8' }));
}

test('every module of a start is the file that stands there, by no other name', () => {
  const told = run(`
    import { realpathSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    import { fileURLToPath } from 'node:url';
    const found = new Set();
    // Registered last, it is asked first, and hears what all others made of it.
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        if (resolved.url.startsWith('file:')) found.add(fileURLToPath(resolved.url));
        return resolved;
      },
    });
    await import('./src/gateway/alone.ts');
    const others = [...found].filter((path) => realpathSync(path) !== path);
    console.log(JSON.stringify({ found: found.size, others }));
  `);
  expect(told).toEqual({ found: expect.any(Number), others: [] });
  expect(told).not.toHaveProperty('found', 0);
});

test('importing `node:http` reads no client that nothing uses', () => {
  const told = run(`
    import { createServer } from 'node:http';
    const clients = process.moduleLoadList.filter((name) => name.includes('undici'));
    console.log(JSON.stringify({ server: typeof createServer, clients }));
  `);
  expect(told).toEqual({ server: 'function', clients: [] });
});

test('of what zod says, one language is read', () => {
  const told = run(`
    import { registerHooks } from 'node:module';
    const found = [];
    registerHooks({
      load(url, context, next) {
        if (url.includes('/zod/v4/locales/')) found.push(url.replace(/.*\\//, ''));
        return next(url, context);
      },
    });
    const { z } = await import('./src/config/limits.ts').then(() => import('zod'));
    const { error } = z.string().safeParse(1);
    console.log(JSON.stringify({ found, said: error.issues[0].message }));
  `);
  expect(told).toEqual({
    found: ['en.js'],
    said: 'Invalid input: expected string, received number',
  });
});
