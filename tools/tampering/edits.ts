/** The ways to tamper with a trail, one edit at a time: what is done, and where both verifiers have to find it. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contentDirectory } from '../../src/audit/content/address.ts';
import { indexPath } from '../../src/audit/index-sqlite.ts';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';
import { readNote } from '../../src/audit/proof/note.ts';
import { checkpointFile, historyFile } from '../../src/audit/proof/sealed-files.ts';
import { entriesOfTile } from '../../src/audit/verify/last-tile.ts';
import type { Lot } from '../seed/lot.ts';
import { indexFiles, listTiles } from './scene.ts';

export type Edit = {
  /** For whoever has to find out why it was not found. */
  readonly what: string;
  /** Files that have to be put back afterwards. */
  readonly paths: readonly string[];
  readonly act: () => void;
  /** The entry that is changed, where it is one. */
  readonly seq?: number;
  readonly place?: RegExp;
};

type MakeEdit = (directory: string, lot: Lot) => Edit;
type Segment = { readonly path: string; readonly lines: readonly string[]; readonly first: number };

function write(path: string, bytes: Uint8Array): Pick<Edit, 'paths' | 'act'> {
  return { paths: [path], act: () => writeFileSync(path, bytes) };
}

function flip(bytes: Buffer, at: number, lot: Lot): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << lot.below(8)), at);
  return changed;
}

function flipIn(path: string, lot: Lot, place: RegExp): Edit {
  const bytes = readFileSync(path);
  const at = lot.below(bytes.length);
  return { what: `flip a bit of ${path} at ${at}`, ...write(path, flip(bytes, at, lot)), place };
}

/** Lines keep their newline, and bytes stay what they are. */
function readSegment(directory: string, segment: number): Segment {
  const path = segmentPath(directory, segment);
  const lines = readFileSync(path, 'latin1').split(/(?<=\n)/);
  return { path, lines, first: Number(/"seq":(\d+),"type"/.exec(lines[0] ?? '')?.[1]) };
}

function pickSegment(directory: string, lot: Lot): Segment {
  return readSegment(directory, lot.pick(listSegments(directory)));
}

function rewrite({ path }: Segment, lines: readonly string[]): Pick<Edit, 'paths' | 'act'> {
  return write(path, Buffer.from(lines.join(''), 'latin1'));
}

const flipByte: MakeEdit = (directory, lot) => {
  const segment = pickSegment(directory, lot);
  const line = lot.below(segment.lines.length);
  const text = Buffer.from(segment.lines[line] ?? '', 'latin1');
  const changed = flip(text, lot.below(text.length), lot).toString('latin1');
  const what = `flip a bit of line ${line} of ${segment.path}`;
  const seq = segment.first + line;
  return { what, ...rewrite(segment, segment.lines.with(line, changed)), seq };
};

const dropLine: MakeEdit = (directory, lot) => {
  const segment = pickSegment(directory, lot);
  const line = lot.below(segment.lines.length);
  const what = `drop line ${line} of ${segment.path}`;
  return { what, ...rewrite(segment, segment.lines.toSpliced(line, 1)), seq: segment.first + line };
};

const swapLines: MakeEdit = (directory, lot) => {
  const segment = pickSegment(directory, lot);
  const line = lot.below(segment.lines.length - 1);
  const [one = '', other = ''] = segment.lines.slice(line, line + 2);
  const lines = segment.lines.toSpliced(line, 2, other, one);
  const what = `swap line ${line} of ${segment.path} with the next`;
  return { what, ...rewrite(segment, lines), seq: segment.first + line };
};

const repeatLine: MakeEdit = (directory, lot) => {
  const segment = pickSegment(directory, lot);
  const line = lot.below(segment.lines.length);
  const lines = segment.lines.toSpliced(line, 0, segment.lines[line] ?? '');
  const what = `repeat line ${line} of ${segment.path}`;
  return { what, ...rewrite(segment, lines), seq: segment.first + line + 1 };
};

const cutTail: MakeEdit = (directory, lot) => {
  const path = segmentPath(directory, listSegments(directory).at(-1) ?? 1);
  const bytes = readFileSync(path);
  const kept = bytes.subarray(0, bytes.length - 1 - lot.below(5000));
  return { what: `cut the tail of ${path}`, ...write(path, kept), place: /checkpoint|journal/ };
};

function readHistory(directory: string): readonly string[] {
  return readFileSync(join(directory, historyFile), 'utf8').split('\n').slice(0, -1);
}

/** The journal ends some entries earlier, and with it all that tells of more: as if nothing had happened since. */
const cutWitnessedTail: MakeEdit = (directory, lot) => {
  const segment = readSegment(directory, listSegments(directory).at(-1) ?? 1);
  const history = readHistory(directory);
  const sizeOf = (line: string): number => Number(String(JSON.parse(line)).split('\n')[1]);
  const inside = history.flatMap((line, index) =>
    sizeOf(line) > segment.first && index < history.length - 1 ? [index] : [],
  );
  const kept = history.slice(0, lot.pick(inside) + 1);
  const last = kept.at(-1) ?? '""';
  const size = sizeOf(last);
  const historyPath = join(directory, historyFile);
  const latest = join(directory, checkpointFile);
  const gone = [
    ...listTiles(directory).filter((path) => entriesOfTile(relative(directory, path)) > size),
    ...indexFiles(directory),
  ];
  return {
    what: `cut the trail to ${size} entries with its checkpoints`,
    paths: [segment.path, latest, historyPath, ...gone],
    act() {
      for (const path of gone) rmSync(path, { force: true });
      const lines = segment.lines.slice(0, size - segment.first);
      writeFileSync(segment.path, lines.join(''), 'latin1');
      writeFileSync(latest, String(JSON.parse(last)));
      writeFileSync(historyPath, `${kept.join('\n')}\n`);
    },
    place: /witness/,
  };
};

const replaceCheckpoint: MakeEdit = (directory, lot) => {
  const older = lot.pick(readHistory(directory).slice(0, -1));
  const path = join(directory, checkpointFile);
  const note = Buffer.from(String(JSON.parse(older)));
  return { what: 'put an older checkpoint back', ...write(path, note), place: /checkpoint/ };
};

const flipCheckpoint: MakeEdit = (directory, lot) =>
  flipIn(join(directory, checkpointFile), lot, /checkpoint/);

const flipHistory: MakeEdit = (directory, lot) =>
  flipIn(join(directory, historyFile), lot, /checkpoints\.jsonl/);

const replaceSignature: MakeEdit = (directory, lot) => {
  const path = join(directory, checkpointFile);
  const note = readNote(readFileSync(path, 'utf8'));
  const [signature] = note?.signatures ?? [];
  const bytes = flip(Buffer.from(signature?.bytes ?? []), 4 + lot.below(64), lot);
  const line = `\u2014 ${signature?.name ?? ''} ${bytes.toString('base64')}`;
  const changed = Buffer.from(`${note?.text ?? ''}\n${line}\n`);
  return { what: 'replace the signature', ...write(path, changed), place: /checkpoint/ };
};

const flipContent: MakeEdit = (directory, lot) => {
  const file = lot.pick(readdirSync(contentDirectory(directory)));
  return flipIn(join(contentDirectory(directory), file), lot, /content/);
};

const flipTile: MakeEdit = (directory, lot) =>
  flipIn(lot.pick(listTiles(directory)), lot, /tile\//);

const indexEdits = [
  'UPDATE columns SET data = zeroblob(length(data)) WHERE id = (SELECT id FROM columns ORDER BY id LIMIT 1 OFFSET :n % (SELECT max(1, count(*)) FROM columns))',
  'UPDATE columns SET digest = zeroblob(32) WHERE id = (SELECT id FROM columns ORDER BY id LIMIT 1 OFFSET :n % (SELECT max(1, count(*)) FROM columns))',
  'DELETE FROM columns WHERE id = (SELECT id FROM columns ORDER BY id LIMIT 1 OFFSET :n % (SELECT max(1, count(*)) FROM columns))',
  "UPDATE words SET word = word || 'x' WHERE rowid_of_word",
  'UPDATE blocks SET at_max = at_max + 1 + :n',
  'UPDATE texts_data SET block = zeroblob(length(block)) WHERE id = (SELECT id FROM texts_data WHERE id > 10 LIMIT 1 OFFSET :n % (SELECT max(1, count(*)) FROM texts_data WHERE id > 10))',
  'DELETE FROM text_rows WHERE seq = (SELECT seq FROM text_rows LIMIT 1 OFFSET :n % (SELECT max(1, count(*)) FROM text_rows))',
].map((sql) =>
  sql.replace(
    'rowid_of_word',
    '(field, code) = (SELECT field, code FROM words LIMIT 1 OFFSET :n % (SELECT max(1, count(*)) FROM words))',
  ),
);

const changeIndex: MakeEdit = (directory, lot) => {
  const first = lot.below(indexEdits.length);
  const n = lot.below(10_000);
  // A short trail has tables without a row, where an edit changes nothing.
  const inTurn = [...indexEdits.slice(first), ...indexEdits.slice(0, first)];
  return {
    what: `change the index with n = ${n}, first by ${inTurn[0] ?? ''}`,
    paths: indexFiles(directory),
    act() {
      const database = new DatabaseSync(indexPath(directory), { defensive: false });
      const changed = inTurn.some((sql) => database.prepare(sql).run({ n }).changes !== 0);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
      if (!changed) throw new Error('the index is empty');
    },
    place: /index\.sqlite/,
  };
};

export const editKinds: Readonly<Record<string, MakeEdit>> = {
  'byte flipped': flipByte,
  'line dropped': dropLine,
  'lines swapped': swapLines,
  'line repeated': repeatLine,
  'tail cut': cutTail,
  'tail cut with its checkpoints': cutWitnessedTail,
  'checkpoint replaced': replaceCheckpoint,
  'checkpoint changed': flipCheckpoint,
  'signature replaced': replaceSignature,
  'history changed': flipHistory,
  'content changed': flipContent,
  'tile changed': flipTile,
  'index changed': changeIndex,
};
