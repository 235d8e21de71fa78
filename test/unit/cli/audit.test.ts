/** The commands on the trail, run on copies of the golden one. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSegments, segmentPath } from '../../../src/audit/journal-files.ts';
import { verifyBundle } from '../../../src/audit/verify/bundle-check.ts';
import { main } from '../../../src/cli/main.ts';
import { goldenBundle, goldenMasterKey, goldenTrail } from '../../support/audit-vectors.ts';
import { hasPython, python } from '../../support/python.ts';
import { openIn } from '../../support/trail-directory.ts';
import { exists, root } from '../../support/repository.ts';

let folder: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-cli-'));
  copy = join(folder, 'audit');
  cpSync(goldenTrail, copy, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const masterKey = Buffer.from(goldenMasterKey).toString('base64');
/** The key of another trail. */
const strange = { GATEWAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  let out = '';
  let error = '';
  const status = await main(['audit', ...args], {
    out: (text) => (out += text),
    error: (text) => (error += text),
    environment,
    cwd: root,
    terminal: false,
  });
  return { status, out, error };
}

describe('governance audit export', () => {
  const asked = ['--query', 'subject:alice@example.com type:decision'];

  test('finds a person by name, records that, and keeps the name out of the trail', async () => {
    const { status, out } = await run(['export', '--dir', copy, ...asked], {
      GATEWAY_MASTER_KEY: masterKey,
    });
    expect([status, out.trim().split('\n').length]).toEqual([0, 2]);
    const tail = await run(['tail', '--dir', copy, '--lines', '7', '--json']);
    expect(tail.out).toContain('"act":"begun"');
    expect(tail.out).toContain('type:decision');
    expect(tail.out).not.toContain('alice@example.com');
  });

  test.each([
    'decision:blok',
    'type:request,bloked',
    'severity:hihg',
    'coverage:none',
    'review:done',
  ])('does not find nothing under %s, which no entry could have', async (query) => {
    const { status, error } = await run(['export', '--dir', copy, '--query', query]);
    const [field, word] = query.split(/[:,]/).filter((each) => each !== 'request');
    expect(status).toBe(2);
    expect(error).toContain(`--query: at character 1: \`${field}\` is never \`${word}\``);
  });

  test('takes a pattern, and a word in capitals, for what entries have', async () => {
    const { status, out } = await run(['export', '--dir', copy, '--query', 'decision:b*,FLAG']);
    expect(status).toBe(0);
    expect(out).toContain('"action":"block"');
  });

  test('says what it lacks to find a person by name', async () => {
    const { status, error } = await run(['export', '--dir', copy, ...asked]);
    expect([status, error]).toEqual([1, expect.stringContaining('the master key is needed')]);
  });

  test('makes a bundle with a copy in another format, and all of it stands in the manifest', async () => {
    const out = join(folder, 'evidence');
    const args = ['export', '--dir', copy, '--query', 'decision:block', '--out', out];
    const { status } = await run([...args, '--format', 'csv'], { GATEWAY_MASTER_KEY: masterKey });
    expect(status).toBe(0);
    const readme = readFileSync(join(out, 'README.txt'), 'utf8');
    const named = [...readme.matchAll(/\btools\/\w*/g)].map(([path]) => path);
    expect(named).toContain('tools/verifier');
    expect(named.filter((path) => !exists(path))).toEqual([]);
    expect(verifyBundle(out)).toMatchObject({ verdict: 'intact', entries: 2 });
    appendFileSync(join(out, 'entries.csv'), 'forged\r\n');
    expect(verifyBundle(out).faults).toEqual([expect.objectContaining({ place: 'entries.csv' })]);
  });
});

describe('governance audit export --out', () => {
  test('takes no directory that holds something else', async () => {
    const { status, error } = await run(['export', '--dir', copy, '--out', copy]);
    expect([status, error]).toEqual([1, expect.stringContaining('is not empty')]);
    expect(existsSync(join(copy, 'README.txt'))).toBe(false);
  });

  test('names the log as it names itself, wherever the bundle is made', async () => {
    const out = join(folder, 'evidence');
    await run(['export', '--dir', copy, '--out', out]);
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as unknown;
    expect(manifest).toMatchObject({ origin: 'golden' });
    expect(readFileSync(join(out, 'README.txt'), 'utf8')).toContain('the audit trail of golden,');
  });

  test.each([
    ['a file', 'checkpoint', 'is no directory'],
    ['a directory of others', 'journal', 'is not empty'],
  ])('into %s is refused, and is not told as one that was made', async (_, name, detail) => {
    const own = { GATEWAY_MASTER_KEY: masterKey };
    const out = join(copy, name);
    const before = (await run(['tail', '--dir', copy])).out;
    const { status, error } = await run(['export', '--dir', copy, '--out', out], own);
    expect([status, error]).toEqual([1, expect.stringContaining(detail)]);
    expect((await run(['tail', '--dir', copy])).out).toBe(before);
  });
});

describe('governance audit verify', () => {
  test('says of what is named and not there that it is not, and never that the trail was altered', async () => {
    const gone = join(folder, 'gone');
    for (const given of [['--dir', copy, '--witness'], ['--bundle']]) {
      const { status, out, error } = await run(['verify', ...given, gone]);
      expect({ status, out }).toEqual({ status: 3, out: '' });
      expect(error).toBe(`${given.at(-1)}: there is no \`${gone}\`\n`);
    }
    const strange = await run(['verify', '--dir', copy, '--key', 'nonsense']);
    expect(strange.status).toBe(2);
    expect(strange.error).toContain('--key: expected a line of a `checkpoint.pub`, got `nonsense`');
  });

  test('takes a trail or a bundle, and not both, of which it would leave one unread', async () => {
    const given = ['verify', '--dir', copy, '--bundle', goldenBundle];
    expect(await run(given)).toMatchObject({
      ...{ status: 2, out: '' },
      error: expect.stringContaining('either `--dir` or `--bundle` is meant'),
    });
  });

  test('says of a bundle that is taken for a trail that it is one, and not that entries are gone', async () => {
    const { status, out, error } = await run(['verify', '--dir', goldenBundle]);
    expect({ status, out }).toEqual({ status: 3, out: '' });
    expect(error).toBe(
      `--dir: \`${goldenBundle}\` is an evidence bundle, which \`--bundle\` checks\n`,
    );
  });

  test('says of a trail that is taken for a bundle that it is one, and how it is checked', async () => {
    for (const named of [copy, folder]) {
      const { status, out, error } = await run(['verify', '--bundle', named]);
      expect({ status, out }).toEqual({ status: 3, out: '' });
      expect(error).toBe(
        `--bundle: \`${copy}\` is a trail and no evidence bundle: \`governance audit verify --dir ${copy}\` checks it\n`,
      );
    }
  });

  test('names the directory in which there is no trail', async () => {
    const nowhere = join(folder, 'nowhere');
    const { status, out } = await run(['verify', '--dir', nowhere]);
    expect(status).toBe(3);
    expect(out).toContain(`unreadable: journal: there is no journal in \`${nowhere}\``);
  });

  test('takes the logs of several replicas, and ends with the worst of them', async () => {
    const both = ['verify', '--dir', goldenTrail, '--dir', copy];
    const fine = await run(both);
    expect([fine.status, fine.out.match(/: intact: /g)?.length]).toEqual([0, 2]);
    appendFileSync(segmentPath(copy, 3), '{"half');
    expect((await run(both)).status).toBe(2);
  });
});

/** Each command with what it needs to get to its work. */
const commands: readonly (readonly string[])[] = [
  ['export'],
  ['erase', '--subject', 'alice@example.com', '--yes'],
  ['reindex'],
  ['tail'],
  ['show', 'anything'],
];

describe('the commands on a trail', () => {
  test.each(commands)('begin none in a folder that has none: %s', async (...args) => {
    const other = join(folder, 'other');
    mkdirSync(other);
    const { status, error } = await run([...args, '--dir', other], {
      GATEWAY_MASTER_KEY: masterKey,
    });
    expect([status, error]).toEqual([1, `there is no trail in \`${other}\`\n`]);
    expect(readdirSync(other)).toEqual([]);
  });

  test.each([
    ['erase', '--subject', 'alice@example.com', '--yes'],
    ['reindex'],
    ['export', '--query', 'subject:alice@example.com'],
    ['show', 'anything', '--content'],
  ])('do nothing under a master key that is not its own: %s', async (...args) => {
    const before = readJournal();
    const { status, out, error } = await run([...args, '--dir', copy], strange);
    expect([status, out, error]).toEqual([1, '', expect.stringContaining('was written under')]);
    expect(readJournal()).toEqual(before);
  });

  test('take out entries under a master key that is not its own, and write nothing', async () => {
    const before = readJournal();
    const { status, error } = await run(['export', '--dir', copy], strange);
    expect([status, error]).toEqual([
      0,
      expect.stringContaining('the master key here is not its own'),
    ]);
    expect(readJournal()).toEqual(before);
  });

  function readJournal(): readonly string[] {
    const places = [
      ...listSegments(copy).map((segment) => segmentPath(copy, segment)),
      join(copy, 'checkpoint.pub'),
    ];
    return places.map((place) => readFileSync(place, 'utf8'));
  }
});

describe('governance audit hold', () => {
  const alice = ['--subject', 'alice@example.com', '--dir', ''];
  const own = { GATEWAY_MASTER_KEY: masterKey };
  const act = (name: string, ...more: string[]) =>
    run([name, ...alice.with(-1, copy), ...more], own);
  const why = ['--reason', 'a claim'];
  const listed = async () => (await run(['holds', '--dir', copy], own)).error;

  test('keeps somebody from being erased until released, and the trail says so and why', async () => {
    const held = await act('hold', ...why);
    expect([held.status, held.out, held.error]).toEqual([
      0,
      expect.stringMatching(/^held; entry [0-9a-f-]{36} says so\n$/),
      '',
    ]);
    expect(await listed()).toBe('1 subject is under legal hold\n');
    const refused = await act('erase', '--yes');
    expect([refused.status, refused.error]).toEqual([1, expect.stringContaining('legal hold')]);
    const tail = await run(['export', '--dir', copy, '--query', 'act:hold']);
    expect(tail.out).toContain('"reason":"a claim"');
    expect(tail.out).not.toContain('alice');
    expect((await act('release', '--reason', 'it is over')).out).toMatch(/^released; entry /);
    expect(await listed()).toBe('0 subjects are under legal hold\n');
    expect((await act('erase', '--yes')).status).toBe(0);
    expect((await run(['verify', '--dir', copy], own)).status).toBe(0);
  });

  test('says of an erasure that it found nobody of that name', async () => {
    const mistyped = ['erase', '--subject', 'alice@exmaple.com', '--yes', '--dir', copy];
    const nobody = await run(mistyped, own);
    expect([nobody.status, nobody.error]).toEqual([
      0,
      expect.stringContaining('nothing is kept of anybody of that name'),
    ]);
    expect((await act('erase', '--yes')).error).toBe('');
  });

  test('ends no hold that is none, and takes neither without a reason', async () => {
    const none = await act('release', ...why);
    expect([none.status, none.error]).toEqual([1, 'this subject is not under legal hold\n']);
    for (const name of ['hold', 'release'])
      for (const more of [[], ['--reason', '  '], ['--reason', 'x'.repeat(501)]]) {
        const { status, error } = await act(name, ...more);
        expect([status, error]).toEqual([2, expect.stringContaining('`--reason` is needed')]);
      }
  });

  test('says which route has it while a gateway writes the trail', async () => {
    const { trail } = await openIn(copy, { masterKey: goldenMasterKey });
    const { status, error } = await act('hold', ...why);
    await trail.close();
    expect([status, error]).toEqual([
      1,
      'a gateway writes this trail; ask it instead: `POST /v1/audit/holds`\n',
    ]);
  });

  test.each([
    [[], 'GET'],
    [['--revision', '1'], 'GET'],
    [['--status', 'closed'], 'POST'],
  ])(
    'asks a gateway that writes the trail by the right method: review %j',
    async (more, method) => {
      const { trail } = await openIn(copy, { masterKey: goldenMasterKey });
      const { status, error } = await run(['review', 'some-id', '--dir', copy, ...more], own);
      await trail.close();
      expect([status, error]).toEqual([
        1,
        `a gateway writes this trail; ask it instead: \`${method} /v1/audit/entries/ID/review\`\n`,
      ]);
    },
  );
});

describe('governance audit tail', () => {
  test.each(['', '1e1', '0x3', ' 3', '1.5', '100001'])('takes no %j for lines', async (lines) => {
    const { status, error } = await run(['tail', '--lines', lines, '--dir', copy]);
    expect([status, error]).toEqual([2, expect.stringContaining('a number up to 100000')]);
  });

  test('shows as many as are asked for, whichever files they lie in', async () => {
    const lines = listSegments(copy).flatMap((segment) =>
      readFileSync(segmentPath(copy, segment), 'utf8').trimEnd().split('\n'),
    );
    expect(listSegments(copy).length).toBeGreaterThan(1);
    for (const count of [0, 1, lines.length - 1, lines.length + 1]) {
      const { out } = await run(['tail', '--json', '--lines', String(count), '--dir', copy]);
      expect(out.split('\n').slice(0, -1)).toEqual(count === 0 ? [] : lines.slice(-count));
    }
  });
});

describe('governance audit show', () => {
  test('lets nothing that a caller said move the cursor', async () => {
    const last = segmentPath(copy, listSegments(copy).at(-1) ?? 1);
    const line = readFileSync(last, 'utf8').trimEnd().split('\n').at(-1) ?? '';
    const entry = { ...(JSON.parse(line) as object), id: 'strange', reason: '\u009b31mred' };
    appendFileSync(last, `${JSON.stringify(entry)}\n`);
    const { out } = await run(['show', 'strange', '--dir', copy]);
    expect(out).toContain('31mred');
    expect(out).not.toContain('\u009b');
  });
});

describe('governance audit verify', () => {
  test('says of texts that no key here opens that only their digests were checked', async () => {
    const own = await run(['verify', '--dir', copy], { GATEWAY_MASTER_KEY: masterKey });
    expect([own.status, own.out]).toEqual([0, expect.not.stringContaining('digests alone')]);
    for (const environment of [{}, strange]) {
      const { status, out } = await run(['verify', '--dir', copy], environment);
      expect(status).toBe(0);
      expect(out).toMatch(
        /note: [1-9]\d* of [1-9]\d* kept texts were checked by their digests alone/,
      );
    }
  });
});

describe('governance audit export --file', () => {
  const asked = ['--query', 'decision:block', '--format', 'csv'];

  test('makes a file that says what the standard output would, and tells how many there are', async () => {
    const file = join(folder, 'blocked.csv');
    writeFileSync(`${file}.part`, 'what a run that was killed left of a longer export'.repeat(100));
    const told = await run(['export', '--dir', copy, ...asked]);
    const { status, out, error } = await run(['export', '--dir', copy, ...asked, '--file', file]);
    expect([status, out]).toEqual([0, '']);
    expect(error).toContain('2 entries written');
    expect(told.error).toContain('2 entries written');
    expect(readFileSync(file, 'utf8')).toBe(told.out);
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  test('makes none where a file of the journal cannot be read', async () => {
    const file = join(folder, 'blocked.jsonl');
    mkdirSync(segmentPath(copy, (listSegments(copy).at(-1) ?? 0) + 1));
    const { status } = await run(['export', '--dir', copy, '--file', file]);
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual(['audit']);
  });

  test('neither writes over a file nor makes a bundle as well', async () => {
    const file = join(copy, 'checkpoint');
    const over = await run(['export', '--dir', copy, '--file', file]);
    expect([over.status, over.error]).toEqual([1, expect.stringContaining('is there already')]);
    const both = await run(['export', '--dir', copy, '--file', `${file}.x`, '--out', `${file}.y`]);
    expect(both.status).toBe(2);
  });
});

/** A line of the first file becomes others; what it was. */
function spoilLine(
  number: number,
  spoil: (line: string) => readonly string[],
): { readonly id: string; readonly exchange: string } {
  const file = segmentPath(copy, listSegments(copy)[0] ?? 1);
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines[number - 1] ?? '';
  lines.splice(number - 1, 1, ...spoil(line));
  writeFileSync(file, lines.join('\n'));
  return JSON.parse(line) as { id: string; exchange: string };
}

describe('governance audit show of a damaged trail', () => {
  const asked = [
    'a line that is no entry any more',
    'an entry that is gone',
    'an entry that was altered',
  ];
  const spoils = [
    (line: string) => [line.slice(0, -1)],
    () => [],
    (line: string) => [line.replace('"status":200', '"status":201')],
  ];

  test.each(asked)('says of %s that it cannot be read, and where', async (what) => {
    const { id, exchange } = spoilLine(5, spoils[asked.indexOf(what)] ?? (() => []));
    const { status, out, error } = await run(['show', id, '--dir', copy]);
    expect([status, out]).toEqual([1, '']);
    expect(error).toMatch(
      /^there is no entry `.*` among those that can be read\nthe trail is damaged: 1 entry is not read, and may be what you ask for, the first at line 5 of `.*; run `governance audit verify`\n$/,
    );
    const whole = await run(['show', exchange, '--dir', goldenTrail]);
    expect([whole.status, whole.error]).toEqual([0, '']);
    expect(whole.out).toContain(id);
  });

  test('says beside the others of an exchange that one may be missing', async () => {
    const answer = spoilLine(4, (line) => [line.slice(0, -1)]);
    const whole = await run(['show', answer.exchange, '--dir', goldenTrail, '--json']);
    const request = whole.out.split('\n')[0] ?? '';
    const { id } = JSON.parse(request) as { id: string };
    const { status, out, error } = await run(['show', id, '--dir', copy, '--json']);
    expect([status, out]).toEqual([0, `${request}\n`]);
    expect(error).toContain('1 entry is not read, and may belong to it, the first at line 4');
  });
});

describe('governance audit show --content', () => {
  test('tells a text that was altered from one that was erased', async () => {
    const own = { GATEWAY_MASTER_KEY: masterKey };
    const { id } = JSON.parse(readFileSync(segmentPath(copy, 1), 'utf8').split('\n')[4] ?? '') as {
      id: string;
    };
    const show = async () => (await run(['show', id, '--content', '--dir', copy], own)).out;
    expect(await show()).toContain('\nreceived: ');
    const content = join(copy, 'content');
    for (const name of readdirSync(content)) {
      const bytes = readFileSync(join(content, name));
      writeFileSync(
        join(content, name),
        bytes.map((byte) => byte ^ 1),
      );
    }
    expect(await show()).toContain('received: altered: it is not what was kept');
    expect(
      (await run(['erase', '--subject', 'alice@example.com', '--yes', '--dir', copy], own)).status,
    ).toBe(0);
    rmSync(content, { recursive: true });
    expect(await show()).toContain('received: erased or expired');
  });
});

describe('a bundle that lacks a file', () => {
  test('is told to lack it, by both verifiers', async () => {
    const bundle = join(folder, 'bundle');
    cpSync(goldenBundle, bundle, { recursive: true });
    rmSync(join(bundle, 'proofs.jsonl'));
    const { status, out } = await run(['verify', '--bundle', bundle]);
    expect(status).toBe(1);
    expect(out).toContain('altered: proofs.jsonl: it is missing\n');
    expect(out).toContain('altered: entries.jsonl: 0 of its lines were checked');
    if (!hasPython()) return;
    const second = spawnSync(python, [join(root, 'tools/verify.py'), bundle], { encoding: 'utf8' });
    expect([second.status, second.stdout]).toEqual([
      1,
      expect.stringContaining('altered: proofs.jsonl: it is missing\n'),
    ]);
  });
});

describe('governance audit reindex of a damaged trail', () => {
  test('leaves the index as it is, and says what is in the way of a new one', async () => {
    const own = { GATEWAY_MASTER_KEY: masterKey };
    expect((await run(['reindex', '--dir', copy], own)).status).toBe(0);
    const before = readFileSync(join(copy, 'index.sqlite'));
    spoilLine(5, (line) => [line.replace('"status":200', '"status":201')]);
    const { status, out, error } = await run(['reindex', '--dir', copy], own);
    expect([status, out]).toEqual([1, '']);
    expect(error).toMatch(
      /^the trail is damaged: 1 entry is in the way of a new index.* line 5 of/,
    );
    expect(readFileSync(join(copy, 'index.sqlite')).equals(before)).toBe(true);
  });

  test('passes over a line that a crash left unfinished', async () => {
    appendFileSync(segmentPath(copy, listSegments(copy).at(-1) ?? 1), '{"half');
    const { status } = await run(['reindex', '--dir', copy], { GATEWAY_MASTER_KEY: masterKey });
    expect(status).toBe(0);
  });
});

describe('governance audit verify of a damaged trail', () => {
  test('names the place of the line that was altered, and counts what is missing', async () => {
    const offset =
      readFileSync(segmentPath(copy, 1), 'utf8').split('\n').slice(0, 4).join('\n').length + 1;
    spoilLine(5, (line) => [line.replace('"status":200', '"status":201')]);
    const altered = await run(['verify', '--dir', copy]);
    expect(altered.out).toContain(
      `altered: entry 4, journal/00000001.jsonl at byte ${offset}: it is not the entry that 5 was chained to\n`,
    );
    spoilLine(5, () => []);
    const gone = await run(['verify', '--dir', copy]);
    expect(gone.out).toMatch(/entries were signed at .* are here: 1 of them missing\n/);
  });

  test('tells by the second verifier of one entry that is gone once', () => {
    if (!hasPython()) return;
    spoilLine(5, () => []);
    const asked = [join(root, 'tools/verify.py'), copy];
    const { stdout } = spawnSync(python, asked, { encoding: 'utf8' });
    expect(stdout.match(/^altered: entry .*: it is entry \d+ where \d+ is due$/gm)).toEqual([
      expect.stringContaining('it is entry 5 where 4 is due'),
    ]);
    expect(stdout).toContain('1 of them missing');
  });
});

describe('governance audit tail of a damaged trail', () => {
  test('says where the line is that it cannot read, in its place among the others', async () => {
    const lines = (await run(['tail', '--dir', copy, '--lines', '100000'])).out.split('\n');
    spoilLine(5, (line) => [line.slice(0, -1)]);
    const { out } = await run(['tail', '--dir', copy, '--lines', '100000']);
    const told = out.split('\n');
    expect(told[4]).toMatch(/^no entry can be read in line 5 of `.*: the trail is damaged; run/);
    expect(told.toSpliced(4, 1)).toEqual(lines.toSpliced(4, 1));
  });
});

describe('governance audit export of a damaged trail', () => {
  const isTold =
    /is damaged: \d entr.* left out, the first at line 5 of `.*; run `governance audit verify`\n$/;

  test.each([
    ['a line that is no entry any more', (line: string) => [line.slice(0, -1)]],
    ['an entry that is gone', () => []],
    ['an entry under another number', (line: string) => [line.replace('"seq":4', '"seq":6')]],
    ['an entry that was altered', (line: string) => [line.replace('"status":200', '"status":201')]],
  ])('says of %s that it is left out, and does not end well', async (_, spoil) => {
    spoilLine(5, spoil);
    const { status, error } = await run(['export', '--dir', copy]);
    expect([status, error]).toEqual([1, expect.stringMatching(isTold)]);
    const bundle = await run(['export', '--dir', copy, '--out', join(folder, 'evidence')]);
    expect([bundle.status, bundle.error]).toEqual([1, expect.stringContaining('audit verify')]);
  });

  test('goes on where the damage keeps it from being recorded, and says both', async () => {
    const file = segmentPath(copy, listSegments(copy).at(-1) ?? 1);
    appendFileSync(file, 'no entry\n');
    const args = ['export', '--dir', copy, '--query', 'type:decision'];
    const { status, out, error } = await run(args, { GATEWAY_MASTER_KEY: masterKey });
    expect([status, out]).toEqual([1, expect.stringContaining('"type":"decision"')]);
    expect(error).toMatch(/^this export is not recorded, because .* is damaged.*\n.*left out/s);
  });
});
