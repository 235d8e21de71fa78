/** The walls of the house, as dependency-cruiser checks them, hold, and would not hold for a room that broke one. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readText, root } from '../../support/repository.ts';

const reportSchema = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) }),
    ),
  }),
});

/** What `npm run walls` looks at. */
const [, ...walled] = z
  .object({ scripts: z.object({ walls: z.string() }) })
  .parse(JSON.parse(readText('package.json')))
  .scripts.walls.split(' ');

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function cruise(
  folder: string,
  looked: readonly string[],
): Promise<z.output<typeof reportSchema>> {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [bin, ...looked, '--output-type', 'json'],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      // It exits with the number of violations, so only a missing report is a failure here.
      (error, stdout) =>
        stdout === '' ? reject(error ?? new Error('no report')) : resolve(stdout),
    );
  });
  return reportSchema.parse(JSON.parse(output));
}

/** A house with the real walls and only these files. */
async function build(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'governance-walls-'));
  folders.push(folder);
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
    await cp(join(root, name), join(folder, name));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe('the walls', () => {
  test('no import breaks one', async () => {
    const { modules, summary } = await cruise(root, walled);
    expect(
      summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`),
    ).toEqual([]);
    for (const folder of ['src', 'tools', 'bench', 'test', 'console/src'])
      expect(modules.some(({ source }) => source.startsWith(`${folder}/`))).toBe(true);
  });

  test('each kind of breach is found', async () => {
    const uses = (path: string): string => `import { x } from '${path}';\nexport const y = x;\n`;
    const x = 'export const x = 1;\n';
    const { summary } = await cruise(
      await build({
        'src/gateway.ts': ['core', 'proxy', 'server', 'cli', 'audit', 'keys', 'config']
          .map((room) => `import '../src/${room === 'core' ? 'governance' : room}/x.ts';\n`)
          .join(''),
        'src/errors.ts': uses('./governance/pure.ts'),
        'src/governance/pure.ts': x,
        'src/governance/x.ts': `${uses('node:fs')}import '../audit/x.ts';\n`,
        'src/proxy/x.ts': `${uses('../audit/leaf.ts')}import 'http-proxy-middleware';\n`,
        'src/server/x.ts': uses('../cli/leaf.ts'),
        'src/cli/x.ts': `${uses('./leaf.ts')}import 'express';\n`,
        'src/cli/leaf.ts': x,
        'src/audit/x.ts': `${uses('../gateway.ts')}import 'yaml';\n`,
        'src/audit/leaf.ts': x,
        'src/keys/x.ts': uses('./y.ts'),
        'src/keys/y.ts': uses('./x.ts'),
        'src/config/x.ts': uses('../keys/x.ts'),
        'src/outside/x.ts': uses('../config/x.ts'),
        'src/sandbox/x.ts': uses('../outside/x.ts'),
        'src/alone.ts': x,
        'tools/x.ts': uses('./y.ts'),
        'tools/y.ts': uses('./x.ts'),
        'tools/alone.ts': x,
      }),
      ['src', 'tools'],
    );
    const broken = new Set(summary.violations.map(({ from, rule }) => `${rule.name} ${from}`));
    expect([...broken]).toEqual(
      expect.arrayContaining([
        'errors-is-the-ground src/errors.ts',
        'governance-is-pure src/governance/x.ts',
        'proxy-is-blind-to-audit src/proxy/x.ts',
        'config-is-blind-to-keys src/config/x.ts',
        'outside-is-blind-to-config src/outside/x.ts',
        'sandbox-is-blind-to-outside src/sandbox/x.ts',
        'server-is-blind-to-cli src/server/x.ts',
        'audit-is-blind-to-gateway src/audit/x.ts',
        'one-door-for-http-proxy-middleware src/proxy/x.ts',
        'one-door-for-express src/cli/x.ts',
        'one-door-for-yaml src/audit/x.ts',
        'no-cycles src/keys/x.ts',
        'no-cycles tools/x.ts',
        'no-orphans src/alone.ts',
      ]),
    );
    expect(broken.has('governance-is-pure src/governance/pure.ts')).toBe(false);
    expect(broken.has('no-orphans tools/alone.ts')).toBe(false);
  });
});
