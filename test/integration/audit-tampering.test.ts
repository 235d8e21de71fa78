import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contentDirectory } from '../../src/audit/content/address.ts';
import { indexPath } from '../../src/audit/index-sqlite.ts';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';
import { readNote } from '../../src/audit/proof/note.ts';
import { checkpointFile, historyFile } from '../../src/audit/proof/sealer.ts';
import { readListQuery } from '../../src/audit/search/query.ts';
import { openTrail } from '../../src/audit/trail.ts';
import { verifyTrail } from '../../src/audit/verify.ts';
import type { Report } from '../../src/audit/verify.ts';
import { answerTo, decisionEvent, requestEvent } from '../support/audit-samples.ts';
import { root } from '../support/repository.ts';
import { hasPython, python } from '../support/python.ts';

/** The whole of it, 1,000 edits, runs with `npm run faults`. */
const edits = Number(process.env['AUDIT_EDITS'] ?? 20);
const entries = 10_000;
const verifier = join(root, 'tools', 'verify.py');
const directory = mkdtempSync(join(tmpdir(), 'tampering-'));
const witness = join(directory, '..', `${directory.split('/').at(-1) ?? ''}-witness.jsonl`);
const withPython = hasPython();

/** The same numbers in every run, so that an edit that is not found can be found again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

async function fill(): Promise<void> {
  const trail = await openTrail({
    directory,
    origin: 'test',
    durability: 'os',
    journalBytesMax: 3_000_000,
    sealIntervalMs: 50,
    historyIntervalMs: 50,
    witnesses: [witness],
  });
  const raw = Buffer.from('{"messages":[{"role":"user","content":"hello"}]}');
  const contents = { received: { raw, redacted: () => raw } };
  const work = async (): Promise<void> => {
    for (let index = 0; index < entries / 3 / 20; index += 1) {
      const request = requestEvent({ contents });
      await trail.record(request);
      await trail.record(answerTo(request));
      await trail.record(decisionEvent());
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  await trail.listEntries(readListQuery(new URLSearchParams(), Date.now()));
  await trail.close();
}

type Edit = {
  /** What is done, for the message of a test that fails. */
  readonly what: string;
  readonly path: string;
  readonly bytes: Buffer;
  /** The entry that is changed, where it is one. */
  readonly seq?: number;
  readonly place?: RegExp;
};

function flip(bytes: Buffer, at: number, random: (below: number) => number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (bytes[at] ?? 0) ^ (1 << random(8));
  return changed;
}

const segmentOf = (
  random: (below: number) => number,
): { path: string; lines: Buffer[]; first: number } => {
  const segments = listSegments(directory);
  const segment = segments[random(segments.length)] ?? 1;
  const path = segmentPath(directory, segment);
  const lines = readFileSync(path, 'latin1')
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(`${line}\n`, 'latin1'));
  const first = Number(/"seq":(\d+),"type"/.exec(lines[0]?.toString() ?? '')?.[1]);
  return { path, lines, first };
};

const kinds: readonly ((random: (below: number) => number) => Edit)[] = [
  (random) => {
    const { path, lines, first } = segmentOf(random);
    const line = random(lines.length);
    const before = lines.slice(0, line).reduce((sum, each) => sum + each.length, 0);
    const at = before + random(lines[line]?.length ?? 1);
    return {
      what: `flip a bit of ${path} at ${at}`,
      path,
      bytes: flip(Buffer.concat(lines), at, random),
      seq: first + line,
    };
  },
  (random) => {
    const { path, lines, first } = segmentOf(random);
    const line = random(lines.length);
    return {
      what: `drop line ${line} of ${path}`,
      path,
      bytes: Buffer.concat(lines.toSpliced(line, 1)),
      seq: first + line,
    };
  },
  (random) => {
    const { path, lines, first } = segmentOf(random);
    const line = random(lines.length - 1);
    const swapped = lines
      .with(line, lines[line + 1] ?? Buffer.alloc(0))
      .with(line + 1, lines[line] ?? Buffer.alloc(0));
    return {
      what: `swap lines ${line} and next of ${path}`,
      path,
      bytes: Buffer.concat(swapped),
      seq: first + line,
    };
  },
  (random) => {
    const { path, lines, first } = segmentOf(random);
    const line = random(lines.length);
    const twice = lines.toSpliced(line, 0, lines[line] ?? Buffer.alloc(0));
    return {
      what: `repeat line ${line} of ${path}`,
      path,
      bytes: Buffer.concat(twice),
      seq: first + line + 1,
    };
  },
  (random) => {
    const path = segmentPath(directory, listSegments(directory).at(-1) ?? 1);
    const bytes = readFileSync(path);
    return {
      what: `cut the tail of ${path}`,
      path,
      bytes: bytes.subarray(0, bytes.length - 1 - random(5000)),
    };
  },
  () => {
    const path = join(directory, checkpointFile);
    const [older = '""'] = readFileSync(join(directory, historyFile), 'utf8').split('\n').slice(1);
    const note: unknown = JSON.parse(older);
    return {
      what: 'put an older checkpoint back',
      path,
      bytes: Buffer.from(String(note)),
      place: /checkpoint/,
    };
  },
  (random) => {
    const path = join(directory, checkpointFile);
    const bytes = readFileSync(path);
    const at = random(bytes.length);
    return {
      what: `flip a bit of the checkpoint at ${at}`,
      path,
      bytes: flip(bytes, at, random),
      place: /checkpoint/,
    };
  },
  (random) => {
    const path = join(directory, checkpointFile);
    const note = readNote(readFileSync(path, 'utf8'));
    const [signature] = note?.signatures ?? [];
    const bytes = Buffer.from(signature?.bytes ?? []);
    bytes.writeUInt8(bytes.readUInt8(4 + random(64)) ^ 1, 4 + random(64));
    const line = `\u2014 ${signature?.name ?? ''} ${bytes.toString('base64')}`;
    return {
      what: 'replace the signature',
      path,
      bytes: Buffer.from(`${note?.text ?? ''}\n${line}\n`),
      place: /checkpoint/,
    };
  },
  (random) => {
    const path = join(directory, historyFile);
    const bytes = readFileSync(path);
    const at = random(bytes.length - 1);
    return {
      what: `flip a bit of the history at ${at}`,
      path,
      bytes: flip(bytes, at, random),
      place: /checkpoints\.jsonl/,
    };
  },
  (random) => {
    const files = readdirSync(contentDirectory(directory));
    const path = join(contentDirectory(directory), files[random(files.length)] ?? '');
    const bytes = readFileSync(path);
    const at = random(bytes.length);
    return {
      what: `flip a bit of ${path} at ${at}`,
      path,
      bytes: flip(bytes, at, random),
      place: /content/,
    };
  },
];

const indexEdits: readonly string[] = [
  'UPDATE columns SET data = zeroblob(length(data)) WHERE id = (SELECT id FROM columns ORDER BY id LIMIT 1 OFFSET :n % 60)',
  'UPDATE columns SET digest = zeroblob(32) WHERE id = (SELECT id FROM columns ORDER BY id LIMIT 1 OFFSET :n % 60)',
  "UPDATE words SET word = word || 'x' WHERE code = 2 + :n % 2",
  'UPDATE blocks SET at_max = at_max + 1 + :n',
];

/** What both verifiers say; Python's first line names the place, its status the verdict. */
function verifyBoth(): { readonly report: Report; readonly status: number; readonly said: string } {
  const report = verifyTrail({ directory, witnesses: [witness] });
  if (!withPython) return { report, status: report.verdict === 'intact' ? 0 : 1, said: '' };
  const ran = spawnSync(python, [verifier, directory, '--witness', witness], { encoding: 'utf8' });
  return { report, status: ran.status ?? -1, said: ran.stdout };
}

function expectFound(edit: Omit<Edit, 'path' | 'bytes'>): void {
  const { report, status, said } = verifyBoth();
  const [first] = report.faults;
  const context = `${edit.what}\n${JSON.stringify(report.faults.slice(0, 3))}\n${said}`;
  expect([context, report.verdict]).toEqual([context, 'altered']);
  if (withPython) expect([context, status]).toEqual([context, 1]);
  if (edit.seq !== undefined) {
    const named = /entry (\d+) in/.exec(said)?.[1];
    expect([context, Math.abs((first?.seq ?? -9) - edit.seq) <= 1]).toEqual([context, true]);
    if (withPython)
      expect([context, Math.abs(Number(named) - edit.seq) <= 1]).toEqual([context, true]);
  }
  if (edit.place !== undefined) {
    expect(report.faults.map(({ place }) => place).join('\n')).toMatch(edit.place);
    if (withPython) expect(said).toMatch(edit.place);
  }
}

beforeAll(fill, 120_000);
afterAll(() => {
  rmSync(directory, { recursive: true });
  rmSync(witness, { force: true });
});

describe('verification', () => {
  test('passes an untouched trail', () => {
    const { report, status } = verifyBoth();
    expect(report).toMatchObject({ verdict: 'intact', faults: [], open: 0 });
    expect(report.entries).toBeGreaterThan(entries * 0.99);
    expect(report.checkpoints).toBeGreaterThan(3);
    expect(status).toBe(0);
  });

  test(
    'finds each single edit and names its place',
    () => {
      const random = createRandom(20_260_131);
      for (let count = 0; count < edits; count += 1) {
        const kind = kinds[count % kinds.length];
        if (kind === undefined) throw new Error('no such kind');
        const edit = kind(random);
        const before = readFileSync(edit.path);
        writeFileSync(edit.path, edit.bytes);
        try {
          expectFound(edit);
        } finally {
          writeFileSync(edit.path, before);
        }
      }
      expect(verifyBoth().report.verdict).toBe('intact');
    },
    edits * 5000,
  );

  test('finds each edit of the index', () => {
    const path = indexPath(directory);
    const before = readFileSync(path);
    indexEdits.forEach((sql, n) => {
      const database = new DatabaseSync(path);
      expect(database.prepare(sql).run({ n }).changes).toBeGreaterThan(0);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
      try {
        expectFound({ what: sql, place: /index\.sqlite/ });
      } finally {
        writeFileSync(path, before);
      }
    });
  }, 60_000);

  test('finds a tail that was cut with its checkpoints, by the witness alone', () => {
    const last = segmentPath(directory, listSegments(directory).at(-1) ?? 1);
    const paths = [last, join(directory, checkpointFile), join(directory, historyFile)];
    const before = paths.map((path) => readFileSync(path));
    const history = readFileSync(join(directory, historyFile), 'utf8').split('\n');
    const kept = history.slice(0, -2);
    const note = String(JSON.parse(kept.at(-1) ?? '""'));
    const size = Number(note.split('\n')[1]);
    const lines = readFileSync(last, 'utf8').split('\n').slice(0, -1);
    const first = Number(/"seq":(\d+),"type"/.exec(lines[0] ?? '')?.[1]);
    try {
      writeFileSync(last, `${lines.slice(0, size - first).join('\n')}\n`);
      writeFileSync(join(directory, checkpointFile), note);
      writeFileSync(join(directory, historyFile), `${kept.join('\n')}\n`);
      rmSync(indexPath(directory));
      expect(
        verifyTrail({ directory }).faults.filter(({ verdict }) => verdict === 'altered'),
      ).toEqual([]);
      expectFound({ what: 'cut with its checkpoints', place: /witness/ });
    } finally {
      paths.forEach((path, index) => writeFileSync(path, before[index] ?? ''));
    }
  }, 60_000);

  test('is done by Python in fewer than 250 lines and with its standard library only', () => {
    const source = readFileSync(verifier, 'utf8');
    expect(source.split('\n').length).toBeLessThanOrEqual(250);
    const imports = source.match(/^import (.*)$/m)?.[1]?.split(', ') ?? [];
    const allowed = [
      'argparse',
      'base64',
      'functools',
      'hashlib',
      'itertools',
      'json',
      'os',
      're',
      'sqlite3',
      'sys',
    ];
    expect(allowed).toEqual(expect.arrayContaining(imports));
    if (withPython)
      expect(execFileSync(python, [verifier, '--help'], { encoding: 'utf8' })).toContain('usage');
  });
});
