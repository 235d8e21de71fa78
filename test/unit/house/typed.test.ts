/** What the documents say to type can be typed: commands have the flags that stand with them, and the routes are there. */
import { expect, test } from '@jest/globals';
import { main } from '../../../src/cli/main.ts';
import { configFlags } from '../../../src/config/flags.ts';
import { listFiles, readText, root } from '../../support/repository.ts';

const documents = listFiles(/^[^/]+\.md$|^docs\/.*\.md$/);

function listFound(pattern: RegExp): readonly RegExpExecArray[] {
  return documents.flatMap((path) => [...readText(path).matchAll(pattern)]);
}

async function readHelp(command: string): Promise<string> {
  let help = '';
  const io = { error: () => undefined, environment: {}, cwd: root, terminal: false };
  await main([...command.split(' '), '--help'], { ...io, out: (text) => (help += text) });
  return help;
}

test('documents name only flags that their command tells of', async () => {
  const typed = listFound(/(?:`|npx |\$ )governance ((?:audit |keys |policy )?[a-z-]+)([^`\n]*)/g);
  const own = configFlags.map(({ name }) => `--${name}`);
  let flags = 0;
  for (const [, command = '', rest = ''] of typed) {
    const help = await readHelp(command);
    for (const [flag] of rest.matchAll(/--[a-z-]+/g)) {
      flags += 1;
      expect([command, flag, own.includes(flag) || help.includes(flag)]).toEqual([
        command,
        flag,
        true,
      ]);
    }
  }
  expect(flags).toBeGreaterThan(10);
});

test('documents name only routes that there are', () => {
  // Another test holds this list against the routes themselves.
  const known = readText('test/integration/operation-ids.test.ts');
  const routes = [...known.matchAll(/'(?:get|post|put|patch|delete) \/[^']+'/g)].map(([route]) =>
    toShape(route.slice(1, -1)),
  );
  // Those in Azure's form lead to the same as others.
  const own = /`((?:GET|POST|PUT|PATCH|DELETE) \/(?!openai\/)[^\s`?]*)/g;
  const named = listFound(own).map(([, route = '']) => toShape(route));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((route) => !routes.includes(route))).toEqual([]);
});

function toShape(route: string): string {
  return route.replace(/^[A-Z]+/, (method) => method.toLowerCase()).replaceAll(/\{\w+\}/g, '{}');
}
