/** The image without a container engine: the files that the Dockerfile copies, built and started as it says. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { call } from '../support/call.ts';
import { readSection, readTable, readText, root } from '../support/repository.ts';

const run = promisify(execFile);
const key = 'bootstrap-key-of-the-image-00001';
const [build = '', final = ''] = readText('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split(/^(?=FROM )/m)
  .slice(1);
const readyLine = z.object({ msg: z.literal('listening'), url: z.string() });

let folder: string;
let app: string;
let gateway: ChildProcess | undefined;

function listCopied(stage: string): readonly string[] {
  return [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
    words.trim().split(/\s+/).slice(0, -1),
  );
}

function readCommand(instruction: RegExp): readonly [string, readonly string[]] {
  const [, json = '[]'] = instruction.exec(final) ?? [];
  const [file = '', ...words] = z.array(z.string()).parse(JSON.parse(json));
  return [file === 'node' ? process.execPath : file, words];
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}

function readEnvironment(): Record<string, string> {
  const [, written = ''] = /^ENV (.+)$/m.exec(final) ?? [];
  return Object.fromEntries(
    written
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('='))
      .map(([name = '', value = '']): [string, string] => [name, value]),
  );
}

const documented = readTable(readSection('docs/OPERATIONS.md', 'The state directory')).map(
  ([path = '']) => path.replaceAll('`', ''),
);

/** The packages are those of the checkout, where the other tests keep compiled sources meanwhile. */
async function listImage(app: string): Promise<readonly string[]> {
  const names = await readdir(app, { recursive: true });
  return names.filter((name) => !name.startsWith('node_modules/.cache'));
}

/** What lies in the state directory, as docs/OPERATIONS.md names it: no side files of SQLite, no single segments. */
async function listState(directory: string): Promise<readonly string[]> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .map((path) => path.replace(/^(audit\/(?:journal|tiles|content))\/.*$/, '$1'))
    .filter((path) => !/-(?:wal|shm|journal)$/.test(path));
  return [...new Set(paths)];
}

/** The build stage in one folder, and what the last stage takes from it in another. */
async function assemble(): Promise<void> {
  const stage = join(folder, 'build');
  for (const path of listCopied(build))
    await cp(join(root, path), join(stage, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(stage, 'node_modules'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  // Types are checked by `npm run types`; here it counts what is written and where.
  await run(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--noCheck'], { cwd: stage });
  for (const path of listCopied(final))
    await cp(join(root, path), join(app, path), { recursive: true });
  await cp(join(stage, 'dist'), join(app, 'dist'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(app, 'node_modules'));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-image-'));
  app = join(folder, 'app');
  await assemble();
});
afterAll(async () => {
  gateway?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('starts from what was copied, tells its health, judges, stops with 0, and writes only its state', async () => {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    ...readEnvironment(),
    HOST: '127.0.0.1',
    PORT: String(await findFreePort()),
    GATEWAY_DATA: join(folder, 'state'),
    GATEWAY_BOOTSTRAP_KEY: key,
  };
  const before = await listImage(app);
  const [file, words] = readCommand(/^CMD (\[.+\])$/m);
  const [asker, question] = readCommand(/^HEALTHCHECK .*CMD (\[.+\])$/m);
  const ask = (): Promise<unknown> => run(asker, [...question], { env: environment });
  await expect(ask()).rejects.toMatchObject({ code: 1 });

  const child = spawn(file, words, {
    cwd: app,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  gateway = child;
  const ended = once(child, 'exit');
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    const ready = readyLine.safeParse(line.startsWith('{') ? JSON.parse(line) : undefined);
    if (ready.success) url = ready.data.url;
    if (ready.success) break;
  }
  child.stdout.resume();
  await ask();
  const command = ['bin/governance.js', 'check-config'];
  await run(process.execPath, command, { cwd: app, env: environment });
  const body = { prompt: 'Please refund my card 4111 1111 1111 1111.' };
  expect((await call(`${url}/v1/validate`, { key, body })).json['status']).toBe('blocked');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const kept = await listState(join(folder, 'state'));
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((path) => !documented.includes(path))).toEqual([]);
  expect(await listImage(app)).toEqual(before);
});
