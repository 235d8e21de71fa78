/** The second verifier can be read, rests on nothing but Python, and works wherever it is copied to. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyBundle } from '../../../src/audit/verify/bundle-check.ts';
import { exitStatus } from '../../../src/audit/verify/report.ts';
import { goldenBundle, goldenTrail } from '../../support/audit-vectors.ts';
import { aloneFlags, hasPython, python } from '../../support/python.ts';
import { listFiles, readText, root } from '../../support/repository.ts';

const files = listFiles(/^tools\/(verify\.py$|verifier\/(?!__pycache__))/);
const lineColumnsMax = 110;
const fileLinesMax = 250;
const functionLinesMax = 50;

/** All that may be imported, besides modules of the folder itself. */
const library = [
  'argparse',
  'base64',
  'collections',
  'functools',
  'hashlib',
  'itertools',
  'json',
  'os',
  're',
  'sqlite3',
  'sys',
];

/** Each line on which more than one statement stands, and each function that is too long. */
const findDense = `
import ast, sys
for path in sys.argv[2:]:
    with open(path, encoding='utf8') as file:
        tree = ast.parse(file.read())
    begun = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            if node.lineno in begun:
                print(f'{path}:{node.lineno}: more than one statement')
            begun.add(node.lineno)
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= int(sys.argv[1]):
            print(f'{path}:{node.lineno}: a long function')
`;

function readLines(path: string): readonly string[] {
  return readText(path).replace(/\n$/, '').split('\n');
}

describe('the second verifier', () => {
  test('is one command and modules, each of which says first what it is', () => {
    expect(files.length).toBeGreaterThan(10);
    for (const path of files) {
      expect(path).toMatch(/^tools\/(verify|verifier\/\w+)\.py$/);
      expect([path, readText(path)]).toEqual([
        path,
        expect.stringMatching(/^(#!.*\n)?"""[A-Z].*[.,:](\n|""")/),
      ]);
    }
  });

  test('tells of all its modules, in an order in which each rests on those before it', () => {
    const modules = files.flatMap((path) => /verifier\/([a-z]\w+)\.py$/.exec(path)?.[1] ?? []);
    const told = [...readText('tools/verifier/__init__.py').matchAll(/^ {4}(\w+) /gm)];
    const inOrder = told.map(([, name = '']) => name);
    expect([...inOrder].sort()).toEqual(modules);
    const before = inOrder.flatMap((name, index) =>
      [...readText(`tools/verifier/${name}.py`).matchAll(/^from \.(\w+) /gm)]
        .filter(([, other = '']) => !inOrder.slice(0, index).includes(other))
        .map(([line]) => `${name}: ${line}`),
    );
    expect(before).toEqual([]);
  });

  test(`has files of less than ${fileLinesMax} lines of up to ${lineColumnsMax} columns`, () => {
    const long = files.filter((path) => readLines(path).length >= fileLinesMax);
    const wide = files.filter((path) =>
      readLines(path).some((line) => line.length > lineColumnsMax),
    );
    expect({ long, wide }).toEqual({ long: [], wide: [] });
  });

  test(`has one statement on a line and functions of up to ${functionLinesMax} lines`, () => {
    if (!hasPython()) return;
    const asked = [...aloneFlags, '-c', findDense, String(functionLinesMax), ...files];
    const { stdout, stderr } = spawnSync(python, asked, { cwd: root, encoding: 'utf8' });
    expect(stdout + stderr).toBe('');
  });

  test('imports from the standard library and its own folder only', () => {
    const own = /^ *from (?:\.\w+|verifier\.\w+) import [\w, ]+$/;
    const foreign = files.flatMap((path) =>
      readLines(path)
        .filter((line) => /^\s*(from|import)\b|__import__|importlib|\b(eval|exec)\(/.test(line))
        .filter((line) => !own.test(line))
        .filter((line) => !library.includes(/^import (\w+)$/.exec(line)?.[1] ?? ''))
        .map((line) => `${path}: ${line}`),
    );
    expect(foreign).toEqual([]);
  });
});

describe('a copy of the second verifier', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'verifier-'));
    for (const name of ['verify.py', 'verifier'])
      cpSync(join(root, 'tools', name), join(folder, 'copy', name), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (asked: readonly string[], cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(python, asked, { cwd, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };

  test('verifies from any folder, by any name, and leaves nothing beside itself', () => {
    if (!hasPython()) return;
    const before = readdirSync(join(folder, 'copy'), { recursive: true }).sort();
    symlinkSync(join('copy', 'verify.py'), join(folder, 'linked'));
    for (const directory of [goldenTrail, goldenBundle])
      for (const asked of [['copy/verify.py'], [...aloneFlags, 'copy/verify.py'], ['linked']])
        expect(run([...asked, directory])).toEqual({
          status: 0,
          said: expect.stringMatching(/^intact: \d+ entries/),
        });
    expect(run([join('..', 'verify.py'), '.'], join(folder, 'copy', 'verifier')).status).toBe(3);
    expect(run(['copy/verify.py', '--help'])).toEqual({
      status: 0,
      said: expect.stringMatching(/usage: [^]*Exit status: 0 intact/),
    });
    expect(readdirSync(join(folder, 'copy'), { recursive: true }).sort()).toEqual(before);
  });

  test.each(['manifest.json', 'entries.jsonl', 'proofs.jsonl', 'checkpoint', 'README.txt'])(
    'finds of a bundle without %s what the first one finds, alone and among others',
    (name) => {
      if (!hasPython()) return;
      const several = join(folder, `without-${name}`);
      for (const log of ['log-0', 'log-1'])
        cpSync(goldenBundle, join(several, log), { recursive: true });
      rmSync(join(several, 'log-1', name));
      const { verdict } = verifyBundle(join(several, 'log-1'));
      expect(verdict).not.toBe('intact');
      for (const given of [several, join(several, 'log-1')])
        expect([given, run(['copy/verify.py', given]).status]).toEqual([
          given,
          exitStatus(verdict),
        ]);
    },
  );

  test.each(['2', '"1"', 'true', 'null', '[1]'])(
    'takes no bundle for whole whose format, %s, it does not know, as the first one does not',
    (format) => {
      if (!hasPython()) return;
      const strange = join(folder, `format-${Buffer.from(format).toString('hex')}`);
      cpSync(goldenBundle, strange, { recursive: true });
      const manifest = readFileSync(join(strange, 'manifest.json'), 'utf8');
      const told = manifest.replace('"format": 1', `"format": ${format}`);
      expect(told).not.toBe(manifest);
      writeFileSync(join(strange, 'manifest.json'), told);
      expect(verifyBundle(strange).faults).toMatchObject([{ verdict: 'unreadable' }]);
      expect(run(['copy/verify.py', strange])).toEqual({
        status: 3,
        said: expect.stringContaining('unreadable: manifest.json: '),
      });
    },
  );

  test('takes a bundle of which nothing is left for none that is whole', () => {
    if (!hasPython()) return;
    const several = join(folder, 'emptied');
    cpSync(goldenBundle, join(several, 'log-0'), { recursive: true });
    mkdirSync(join(several, 'log-1'));
    expect(run(['copy/verify.py', several]).status).toBe(3);
  });

  test('says when the keys that it went by were those beside the trail', () => {
    if (!hasPython()) return;
    const key = readText('test/golden/audit/v1/checkpoint.pub').trim().split('\n').at(-1) ?? '';
    const found = [[], ['--key', key]].map(
      (more) => run(['copy/verify.py', goldenTrail, ...more]).said,
    );
    expect(found).toEqual([
      expect.stringMatching(/^intact: .* \(by the keys that lie with it: compare them .*\)\n$/),
      expect.stringMatching(/^intact: [^(]*$/),
    ]);
  });

  test('says what it lacks where the folder was left behind, and finds nothing intact', () => {
    if (!hasPython()) return;
    cpSync(join(root, 'tools', 'verify.py'), join(folder, 'alone', 'verify.py'));
    expect(run(['alone/verify.py', goldenTrail])).toEqual({
      status: 3,
      said: expect.stringMatching(/^UNREADABLE: .*the folder `verifier` has to lie in .*alone/),
    });
  });
});
