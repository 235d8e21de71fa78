/** A policy directory as the core gets it. */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readPolicyDirectory, usualPolicyLimits } from '../../../src/config/yaml-source.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'policies-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function bundleOf(folder: string, limits = usualPolicyLimits) {
  const read = await readPolicyDirectory(folder, limits);
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join('\n'));
  return read.bundle;
}

async function faultsOf(folder: string, limits: Partial<typeof usualPolicyLimits> = {}) {
  const read = await readPolicyDirectory(folder, { ...usualPolicyLimits, ...limits });
  return read.ok
    ? []
    : read.faults.map(({ file, line, column, message }) =>
        [file.slice(folder.length + 1), line, column, message].join(':'),
      );
}

describe('readPolicyDirectory() reads', () => {
  test('every YAML file below the directory in the order of their names', async () => {
    const folder = folderWith({
      'b.yaml': 'x: 2',
      'a.yml': 'x: 1',
      'packs/c.YAML': 'x: 3',
      'README.md': '# not a policy',
      '.hidden.yaml': 'x: 9',
      '.git/d.yaml': 'x: 9',
    });
    const { sources } = await bundleOf(folder);
    expect(sources.map(({ file, value }) => [file.slice(folder.length + 1), value])).toEqual([
      ['a.yml', { x: 1 }],
      ['b.yaml', { x: 2 }],
      ['packs/c.YAML', { x: 3 }],
    ]);
  });

  test('nothing from an empty directory, which the core refuses', async () => {
    expect((await bundleOf(folderWith({}))).sources).toEqual([]);
  });

  test('positions that name the line and column of a value and of a character in it', async () => {
    const folder = folderWith({ 'a.yaml': 'spec:\n  when: |\n    one\n    two three\n' });
    const source = (await bundleOf(folder)).sources[0];
    expect(source?.locate(['spec', 'when'], 'key')).toEqual({ line: 2, column: 3 });
    expect(source?.locateInside(['spec', 'when'], 8)).toEqual({ line: 4, column: 9 });
  });

  test('files through links, as a mounted ConfigMap has them', async () => {
    const folder = folderWith({ '..v1/a.yaml': 'x: 1', '..v2/a.yaml': 'x: 2' });
    symlinkSync('..v1', join(folder, '..data'));
    symlinkSync(join('..data', 'a.yaml'), join(folder, 'a.yaml'));
    const first = await bundleOf(folder);
    expect(first.sources.map(({ value }) => value)).toEqual([{ x: 1 }]);
    symlinkSync('..v2', join(folder, '..new'));
    renameSync(join(folder, '..new'), join(folder, '..data'));
    const second = await bundleOf(folder);
    expect(second.sources.map(({ value }) => value)).toEqual([{ x: 2 }]);
    expect(second.version).not.toBe(first.version);
  });

  test('one moment: a rewrite of all files while reading is never seen by half', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}.yaml`);
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, 'x: 0'])));
    for (let round = 1; round <= 10; round += 1) {
      const reading = readPolicyDirectory(folder);
      for (const name of names) {
        writeFileSync(join(folder, `.${name}`), `x: ${round}`);
        renameSync(join(folder, `.${name}`), join(folder, name));
        if (name === names[10]) await new Promise(setImmediate);
      }
      const read = await reading;
      const values = read.ok
        ? new Set(read.bundle.sources.map(({ value }) => JSON.stringify(value)))
        : new Set();
      expect(values.size).toBeLessThanOrEqual(1);
    }
  });
});

describe('the version', () => {
  const files = { 'a.yaml': 'x: 1', 'b.yaml': 'x: 2' };
  const versionOf = async (given: Record<string, string>) =>
    (await bundleOf(folderWith(given))).version;

  test('is the same for the same names and bytes anywhere', async () => {
    expect(await versionOf(files)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await versionOf(files)).toBe(await versionOf({ ...files, 'note.txt': 'ignored' }));
  });

  test.each<[string, Record<string, string>]>([
    ['a byte', { 'a.yaml': 'x: 1', 'b.yaml': 'x: 3' }],
    ['a comment', { 'a.yaml': 'x: 1 #', 'b.yaml': 'x: 2' }],
    ['a name', { 'a.yaml': 'x: 1', 'c.yaml': 'x: 2' }],
    ['a further file', { ...files, 'c.yaml': '' }],
    ['what moves from one file to the next', { 'a.yaml': 'x: 1b.yaml', 'b.yaml': 'x: 2' }],
  ])('changes with %s', async (_name, given) => {
    expect(await versionOf(given)).not.toBe(await versionOf(files));
  });
});

describe('readPolicyDirectory() refuses', () => {
  test.each<[string, Record<string, string | Uint8Array>, string]>([
    ['bad syntax, with its place', { 'a.yaml': 'x: 1\ny: [' }, 'a.yaml:2:5:'],
    [
      'a key that stands twice',
      { 'a.yaml': 'x: 1\nx: 2' },
      'a.yaml:2:1:the key `x` stands here twice',
    ],
    ['bytes that are not UTF-8', { 'a.yaml': new Uint8Array([0xff]) }, 'a.yaml:1:1:expected UTF-8'],
    [
      'bytes that are not UTF-8, with their line',
      { 'a.yaml': Buffer.from('x: 1\ny: é\nz: \xe9\n', 'latin1') },
      'a.yaml:2:1:expected UTF-8; save the file as UTF-8',
    ],
    [
      'UTF-16',
      { 'a.yaml': Buffer.from('\ufeffx: 1', 'utf16le') },
      'a.yaml:1:1:expected UTF-8, and this is UTF-16; save the file as UTF-8',
    ],
    [
      'a control character',
      { 'a.yaml': 'x: 1\ny: a\0b' },
      'a.yaml:2:5:a control character stands here; in double quotes an escape such as `\\x1b` stands for it',
    ],
  ])('%s', async (_name, files, expected) => {
    expect((await faultsOf(folderWith(files)))[0]).toContain(expected);
  });

  test('faults of all files at once', async () => {
    const faults = await faultsOf(
      folderWith({ 'a.yaml': 'x: [', 'b.yaml': 'x: 1', 'c.yaml': '}' }),
    );
    expect(new Set(faults.map((fault) => fault.split(':')[0]))).toEqual(
      new Set(['a.yaml', 'c.yaml']),
    );
  });

  test('a file over the limit', async () => {
    const folder = folderWith({ 'a.yaml': `x: ${'y'.repeat(100)}` });
    expect(await faultsOf(folder, { policyFileBytesMax: 50 })).toEqual([
      'a.yaml:1:1:expected at most 50 bytes',
    ]);
  });

  test('more files than the limit', async () => {
    const folder = folderWith({ 'a.yaml': '', 'b.yaml': '', 'c.yaml': '' });
    expect(await faultsOf(folder, { policyFilesMax: 2 })).toEqual([
      ':1:1:expected at most 2 policy files',
    ]);
  });

  test('more bytes than the limit', async () => {
    const folder = folderWith({ 'a.yaml': 'x: 1', 'b.yaml': 'x: 1' });
    expect(await faultsOf(folder, { policyBytesMax: 7 })).toEqual([
      ':1:1:expected policy files of at most 7 bytes together',
    ]);
  });

  test('a directory that is missing', async () => {
    expect(await faultsOf('/nowhere/at/all')).toEqual([
      ':1:1:expected a directory that can be read: it is not there',
    ]);
  });

  test('a link to nowhere, which somebody takes for a policy', async () => {
    const folder = folderWith({ 'a.yaml': 'x: 1' });
    symlinkSync('gone.yaml', join(folder, 'b.yaml'));
    expect(await faultsOf(folder)).toEqual([
      'b.yaml:1:1:expected a file that can be read: it is not there',
    ]);
    unlinkSync(join(folder, 'b.yaml'));
    expect(await faultsOf(folder)).toEqual([]);
  });

  test('a pipe, without waiting for a writer', async () => {
    const folder = folderWith({});
    execFileSync('mkfifo', [join(folder, 'a.yaml')]);
    expect(await faultsOf(folder)).toEqual(['a.yaml:1:1:expected a regular file']);
  });

  test('a directory that links to itself, once', async () => {
    const folder = folderWith({ 'a.yaml': 'x: 1' });
    symlinkSync('.', join(folder, 'loop'));
    expect(await faultsOf(folder)).toEqual([
      'loop:1:1:expected a link that does not lead back to a directory that it stands in',
    ]);
  });

  test('links to directories above, each once', async () => {
    const folder = folderWith({ 'a/b/x.yaml': 'x: 1' });
    symlinkSync('../..', join(folder, 'a/b/top'));
    symlinkSync('..', join(folder, 'a/b/up'));
    expect((await faultsOf(folder)).map((fault) => fault.split(':')[0])).toEqual([
      'a/b/top',
      'a/b/up',
    ]);
  });

  test('no directory that two links lead to from beside it', async () => {
    const folder = folderWith({ '.versions/x.yaml': 'x: 1' });
    symlinkSync('.versions', join(folder, 'one'));
    symlinkSync('.versions', join(folder, 'two'));
    expect(await faultsOf(folder)).toEqual([]);
  });
});
