/** What an attacker thinks of beyond a changed byte: both verifiers find it and its place, and get to an end whatever lies there. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lineBytesMax, segmentPath } from '../../src/audit/journal-files.ts';
import { main } from '../../src/cli/main.ts';
import { type Scene, createScene } from '../../tools/tampering/scene.ts';
import { addEntry, changeIndex, edit, withManifest } from '../support/forgery.ts';
import { aloneFlags, hasPython, python } from '../support/python.ts';
import { root } from '../support/repository.ts';

const interpreter = hasPython() ? python : undefined;
const contentFile = /"blob":"(\d{8}-\d{4})\//;
/** Whoever waits for longer reads without end. */
const limitMs = 60_000;
const patienceMs = 300_000;
const endless = /without (?:an )?end/;

let scene: Scene;
let folder: string;

beforeAll(async () => {
  // More than one tile of the tree, and no more than each of some forty forgeries can wait for.
  scene = await createScene(400, 5);
  folder = mkdtempSync(join(tmpdir(), 'forgeries-'));
  await runCommand(['audit', 'export', '--dir', scene.directory, '--out', join(folder, 'bundle')]);
}, patienceMs);
afterAll(() => {
  scene.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Said = { readonly status: number | null; readonly text: string };

/** Within this process: whoever throws is heard here, and to start another takes longer than to verify. */
async function runCommand(parameters: readonly string[]): Promise<Said> {
  let text = '';
  const write = (more: string): void => void (text += more);
  const io = { out: write, error: write, environment: {}, cwd: root, terminal: false };
  return { status: await main(parameters, io), text };
}

/** As a process, which can be ended where it gets to no end. */
function runProcess(parameters: readonly string[]): Promise<Said> {
  return run(process.execPath, [join(root, 'bin', 'governance.js'), ...parameters]);
}

function run(command: string, parameters: readonly string[]): Promise<Said> {
  const options = { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 1e8 } as const;
  return new Promise((resolve) => {
    const child = execFile(command, parameters, options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, text: stdout + stderr }),
    );
  });
}

/** Forges a copy, and answers what each verifier says of it; neither writes, so they look at it together. */
function forge(
  kind: 'dir' | 'bundle',
  act: (directory: string) => void,
  verify = runCommand,
): Promise<readonly Said[]> {
  const copy = join(folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(kind === 'dir' ? scene.directory : join(folder, 'bundle'), copy, { recursive: true });
  act(copy);
  const second = [...aloneFlags, join(root, 'tools', 'verify.py'), copy];
  // First, because what runs within this process lets nothing else begin meanwhile.
  const said = interpreter === undefined ? [] : [run(interpreter, second)];
  return Promise.all([...said, verify(['audit', 'verify', `--${kind}`, copy])]);
}

function expectFound(said: readonly Said[], status: number, place: RegExp): void {
  for (const each of said) {
    expect(each).toMatchObject({ status, text: expect.stringMatching(place) });
    expect(each.text).not.toMatch(/Traceback|node:internal/);
    expect(each.text).not.toContain('\u001b');
  }
}

const journal = (directory: string): string => segmentPath(directory, 1);

/** Overwrites the first page of a table of the index. */
function zeroPage(table: string): (directory: string) => void {
  return (directory) => {
    const path = join(directory, 'index.sqlite');
    const database = new DatabaseSync(path);
    const read = (sql: string): number =>
      Number(Object.values(database.prepare(sql).get() ?? {})[0]);
    const page = read(`SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`);
    const size = read('PRAGMA page_size');
    database.close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, (page - 1) * size, page * size));
  };
}

describe('both verifiers find a forged trail', () => {
  test.each<[string, (directory: string) => void, RegExp]>([
    [
      'an empty file between others',
      (directory) => {
        renameSync(journal(directory), segmentPath(directory, 2));
        writeFileSync(journal(directory), '');
      },
      /altered: .*journal\/00000001\.jsonl: it is empty/,
    ],
    [
      'a line longer than any may be',
      addEntry({ detail: { text: 'a'.repeat(lineBytesMax) } }),
      /longer|too long/,
    ],
    [
      'megabytes without an end behind the last line',
      (directory) => appendFileSync(journal(directory), 'x'.repeat(3 * lineBytesMax)),
      /altered: .*journal\/00000001\.jsonl.*(?:longer|too long)/,
    ],
    [
      'a name that a terminal obeys',
      addEntry({ type: 'admin', act: 'hold', detail: { subject: '\u001b[2J\nintact: all' } }),
      /altered: .*keys\.sqlite: .*(?<!\n)intact: all/,
    ],
    ['an entry of version true', addEntry({ v: true }), /altered: entry \d+.*version/],
    ['an entry of no known type', addEntry({ type: 'forged' }), /altered: entry \d+/],
    [
      'a number of 17 digits',
      (directory) => {
        addEntry({ attempt: 1234 })(directory);
        edit('journal/00000001.jsonl', (text) =>
          text.replace('"attempt":1234,', '"attempt":12345678901234567,'),
        )(directory);
      },
      /altered: entry \d+/,
    ],
    [
      'the newest checkpoint gone',
      (directory) => rmSync(join(directory, 'checkpoint')),
      /altered: checkpoint: it is older/,
    ],
    [
      'a checkpoint with another line end',
      edit('checkpoint', (text) => `${text.slice(0, -1)}\r\n`),
      /altered: checkpoint: /,
    ],
    [
      'a checkpoint with a line behind it',
      edit('checkpoint', (text) => `${text}trust me\n`),
      /altered: checkpoint: /,
    ],
    [
      'kept checkpoints with another line end',
      edit('checkpoints.jsonl', (text) => text.replace('\n', '\r\n')),
      /altered: checkpoints\.jsonl line 1: /,
    ],
    [
      'kept checkpoints that end early',
      edit('checkpoints.jsonl', (text) => text.slice(0, -1)),
      /altered: checkpoints\.jsonl line \d+: /,
    ],
    [
      'a kept checkpoint of megabytes',
      (directory) =>
        appendFileSync(join(directory, 'checkpoints.jsonl'), 'x'.repeat(3 * lineBytesMax)),
      /altered: checkpoints\.jsonl line \d+: /,
    ],
    [
      'a key that is none',
      edit('checkpoint.pub', (text) => `${text}trust-me\n`),
      /altered: checkpoint\.pub line 2: /,
    ],
    [
      'kept texts that end early',
      (directory) => {
        const [, name = ''] = contentFile.exec(readFileSync(journal(directory), 'utf8')) ?? [];
        writeFileSync(join(directory, 'content', `${name}.bin`), '');
      },
      /altered: .*content \d{8}-\d{4}\/0\//,
    ],
    [
      'an index that answers without end',
      changeIndex(
        'DROP TABLE words; CREATE VIEW words AS WITH RECURSIVE c(x) AS ' +
          '(SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS field, x AS code, x AS word FROM c',
      ),
      /altered: index\.sqlite: it has `words`/,
    ],
    [
      'an index with a page of zeros, from which nothing is read',
      zeroPage('columns'),
      /altered: index\.sqlite: /,
    ],
    [
      'an index without the digest of its words',
      changeIndex(
        `DELETE FROM meta WHERE name = 'words'; INSERT INTO words VALUES ('model', 99, 'x')`,
      ),
      /altered: index\.sqlite: .*words/,
    ],
  ])(
    '%s',
    async (name, act, place) => {
      const verify = endless.test(name) ? runProcess : runCommand;
      expectFound(await forge('dir', act, verify), 1, place);
    },
    patienceMs,
  );

  test.each<[string, string]>([
    ['journal', 'journal/00000001.jsonl'],
    ['checkpoint', 'checkpoint'],
    ['content', 'content/20260101-0001.bin'],
    ['tile', 'tile/0/999'],
    ['index', 'index.sqlite'],
    ['master key', 'master.key'],
  ])(
    'gets to an end and names what is no file: %s',
    async (_, name) => {
      const pipe = (directory: string): void => {
        rmSync(join(directory, name), { force: true });
        execFileSync('mkfifo', [join(directory, name)]);
      };
      const device = (directory: string): void => {
        rmSync(join(directory, name), { force: true });
        symlinkSync('/dev/zero', join(directory, name));
      };
      const directoryThere = (directory: string): void => {
        rmSync(join(directory, name), { force: true });
        mkdirSync(join(directory, name));
      };
      for (const act of [pipe, device, directoryThere])
        expectFound(await forge('dir', act, runProcess), 3, new RegExp(`unreadable: ${name}: `));
    },
    patienceMs,
  );
});

test.each([
  ['a torn last line', '{"at":"2026', /incomplete: .*journal\/00000001\.jsonl/],
  ['bytes in its lock', '', /^intact/],
])(
  'a trail with %s is not verified as one that is still being written',
  async (_, torn, said) => {
    const found = await forge('dir', (directory) => {
      writeFileSync(join(directory, 'lock'), 'no lock at all\n'.repeat(100));
      appendFileSync(journal(directory), torn);
    });
    expectFound(found, torn === '' ? 0 : 2, said);
  },
  patienceMs,
);

test('both verifiers say in words that there is nothing to verify', async () => {
  const nowhere = join(folder, 'nowhere');
  const said = [runCommand(['audit', 'verify', '--dir', nowhere])];
  if (interpreter !== undefined)
    said.push(run(interpreter, [join(root, 'tools', 'verify.py'), nowhere]));
  for (const each of await Promise.all(said)) {
    expect(each).toMatchObject({ status: 3, text: expect.stringContaining(nowhere) });
    expect(each.text).not.toMatch(/Error|ENOENT/);
  }
});

function changeLines(change: (lines: string[]) => void): (directory: string) => void {
  return withManifest((directory) => {
    for (const name of ['entries.jsonl', 'proofs.jsonl'])
      edit(name, (text) => {
        const lines = text.split('\n');
        change(lines);
        return lines.join('\n');
      })(directory);
  });
}

describe('both verifiers find a forged bundle', () => {
  test.each<[string, (directory: string) => void, RegExp]>([
    [
      'a file that the manifest does not name',
      (directory) => writeFileSync(join(directory, 'more.jsonl'), '{}\n'),
      /altered: more\.jsonl: /,
    ],
    [
      'a summary that the manifest no longer names',
      edit('manifest.json', (text) => text.replace(/"README.txt": "[0-9a-f]{64}",/, '')),
      /altered: README\.txt: /,
    ],
    [
      'an entry told twice',
      changeLines((lines) => lines.splice(5, 0, lines[5] ?? '')),
      /altered: .*entries\.jsonl line 7: /,
    ],
    [
      'entries in another order',
      changeLines((lines) => lines.splice(5, 2, lines[6] ?? '', lines[5] ?? '')),
      /altered: .*entries\.jsonl line 7: /,
    ],
    [
      'a proof that is none',
      withManifest(
        edit('proofs.jsonl', (text) => text.replace(/^.*\n/, `${'['.repeat(100_000)}\n`)),
      ),
      /altered: .*entries\.jsonl line 1: /,
    ],
    [
      'entries that end early',
      withManifest(edit('entries.jsonl', (text) => text.slice(0, -1))),
      /altered: .*entries\.jsonl line \d+: /,
    ],
    [
      'another number of entries in the manifest',
      edit('manifest.json', (text) => text.replace(/"entries": \d+/, '"entries": 3')),
      /altered: entries\.jsonl: /,
    ],
  ])(
    '%s',
    async (_, act, place) => {
      expectFound(await forge('bundle', act), 1, place);
    },
    patienceMs,
  );
});
