/** bin/governance.js as a process: on this Node, on an older one, and as the gateway itself. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { goldenTrail } from '../../support/audit-vectors.ts';

const root = resolve(import.meta.dirname, '../../..');
const program = join(root, 'bin/governance.js');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  folders.push(folder);
  return folder;
}

const failureSchema = z.looseObject({ code: z.number(), stdout: z.string(), stderr: z.string() });

async function run(file: string, args: readonly string[], cwd = newFolder()) {
  const environment = { PATH: process.env['PATH'] ?? '' };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], {
      cwd,
      env: environment,
    });
    return { status: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = failureSchema.parse(error);
    return { status: code, stdout, stderr };
  }
}

describe('bin/governance.js', () => {
  test('ends with the status of its command, without warnings', async () => {
    expect(await run(program, ['check-config', '--print'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('listen:'),
      stderr: '',
    });
    expect(await run(program, ['nothing'])).toMatchObject({ status: 2, stdout: '' });
    expect(await run(program, ['check-config', '--port', 'x'])).toMatchObject({ status: 78 });
    const made = await run(program, ['keys', 'create', '--owner', 'a', '--json']);
    expect(made).toMatchObject({ status: 0, stderr: '' });
  });

  test('stops quietly when nobody reads on', async () => {
    const child = spawn(process.execPath, [program, 'serve', '--help'], { stdio: 'pipe' });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(errors).toBe('');
  });

  /** What a shell is told of a command on an altered trail, whose output goes where `into` says. */
  function verifyInto(into: string) {
    const folder = newFolder();
    cpSync(goldenTrail, join(folder, 'audit'), { recursive: true });
    const checkpoint = join(folder, 'audit/checkpoint');
    writeFileSync(
      checkpoint,
      readFileSync(checkpoint, 'utf8').replace('durability os', 'durability fsync'),
    );
    const command = `"$0" "$1" audit verify --dir "$2" ${into}`;
    const args = [
      '-o',
      'pipefail',
      '-c',
      command,
      process.execPath,
      program,
      join(folder, 'audit'),
    ];
    return spawnSync('bash', args, { encoding: 'utf8' });
  }

  test('keeps its verdict when nobody reads it', () => {
    expect(verifyInto('').status).toBe(1);
    expect(verifyInto('| (exec <&-; sleep 2)').status).toBe(1);
  });

  /** What a shell is told of an export whose output goes where `into` says. */
  function exportInto(into: string) {
    const folder = newFolder();
    cpSync(goldenTrail, join(folder, 'audit'), { recursive: true });
    const command = `"$0" "$1" audit export --dir "$2" ${into}`;
    const args = ['-c', command, process.execPath, program, join(folder, 'audit')];
    return spawnSync('bash', args, { encoding: 'utf8' });
  }

  test('tells how many entries were exported only where all of them have gone out', () => {
    expect(exportInto('> /dev/null').stderr).toMatch(/\d+ entries written/);
    expect(exportInto('| cat > /dev/null').stderr).toMatch(/\d+ entries written/);
    expect(exportInto('> /dev/full').stderr).not.toMatch(/entries written/);
    expect(exportInto('| (exec <&-; sleep 2)').stderr).not.toContain('written');
  });

  test('says that its output could not be written, with a status of its own', () => {
    expect(verifyInto('> /dev/full')).toMatchObject({
      status: 74,
      stderr: 'the output could not be written: ENOSPC\n',
    });
  });

  /** A copy that takes this Node for too old, with or without a pinned one beside it. */
  function copyForOld(pinned: string | undefined): string {
    const folder = newFolder();
    cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const major = Number(process.versions.node.split('.')[0]);
    writeFileSync(
      join(folder, 'old.mjs'),
      `Object.defineProperty(process.versions, 'node', { value: '${major - 10}.1.0' });
       await import('./bin/governance.js');`,
    );
    if (pinned !== undefined) {
      mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true });
      writeFileSync(join(folder, 'node_modules/node/bin/node'), pinned);
      chmodSync(join(folder, 'node_modules/node/bin/node'), 0o755);
    }
    return join(folder, 'old.mjs');
  }

  test('on an older Node says what is needed', async () => {
    const { status, stdout, stderr } = await run(copyForOld(undefined), ['--help']);
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(stderr).toMatch(/^governance needs Node 24 or newer, and this is \d+\.1\.0; .*npm ci/);
  });

  test('on an older Node goes on with the pinned one: arguments, output and status', async () => {
    const file = copyForOld('#!/bin/sh\nshift\necho "pinned: $*"\nexit 7\n');
    expect(await run(file, ['keys', 'list', '--owner', 'a b'])).toEqual({
      status: 7,
      stdout: 'pinned: keys list --owner a b\n',
      stderr: '',
    });
  });

  test('on an older Node hands signals on and ends as the pinned one does', async () => {
    const file = copyForOld(
      '#!/bin/sh\ntrap "echo stopped; exit 5" TERM\necho ready\nwhile :; do sleep 0.05; done\n',
    );
    const child = spawn(process.execPath, [file, 'serve'], { stdio: 'pipe' });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output === 'ready\n') child.kill('SIGTERM');
    });
    expect(await once(child, 'close')).toEqual([5, null]);
    expect(output).toBe('ready\nstopped\n');
  });
});

describe('governance serve', () => {
  test('is the gateway: it listens, takes a key of the command line, and stops', async () => {
    const data = newFolder();
    const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', data], {
      cwd: root,
      env: {
        PATH: process.env['PATH'] ?? '',
        GATEWAY_BOOTSTRAP_KEY: 'a-bootstrap-key-of-the-tests',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      const url = await findUrl(child.stdout);
      const made = await run(program, ['keys', 'create', '--owner', 'a', '--data', data]);
      const validate = async () => {
        const response = await fetch(`${url}/v1/validate`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${made.stdout.trim()}`,
            'content-type': 'application/json',
          },
          body: '{"prompt":"hello"}',
        });
        return response.status;
      };
      expect(await validate()).toBe(200);
      const id = made.stdout.slice(4, 16);
      expect(await run(program, ['keys', 'revoke', id, '--data', data])).toMatchObject({
        status: 0,
      });
      const deadline = Date.now() + 5_000;
      let status = await validate();
      while (status === 200 && Date.now() < deadline) {
        await new Promise((wait) => setTimeout(wait, 100));
        status = await validate();
      }
      expect(status).toBe(401);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  });

  test('refuses what it does not know with 78 and no stack', async () => {
    const { status, stderr } = await run(program, ['serve', '--prot', '1'], root);
    expect(status).toBe(78);
    expect(stderr).toContain('--prot');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

async function findUrl(output: NodeJS.ReadableStream): Promise<string> {
  const lineSchema = z.looseObject({ msg: z.string(), url: z.string().optional() });
  for await (const line of createInterface({ input: output })) {
    const found = lineSchema.safeParse(JSON.parse(line));
    if (found.success && found.data.msg === 'listening') return found.data.url ?? '';
  }
  throw new Error('the gateway ended before it listened');
}
