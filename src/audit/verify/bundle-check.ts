/** Verifies an evidence bundle: its files, its checkpoint's signature, and the proof of every entry. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LongLineError, findLastEnd, walkLines } from '../journal-files.ts';
import { readCheckpoint } from '../proof/checkpoint.ts';
import type { Checkpoint } from '../proof/checkpoint.ts';
import { readNote, readVerifierKey } from '../proof/note.ts';
import { readKeyLines } from '../proof/sealed-files.ts';
import { hashLeaf, rootFromInclusion } from '../proof/tree.ts';
import { readStart } from '../proof/whole-files.ts';
import { readStoredEntry } from '../stored-entry.ts';
import { findOdd } from './plain-files.ts';
import { Findings } from './report.ts';
import type { Fault, Verdict } from './report.ts';
import { EntryScan } from './scan-entry.ts';

export type BundleReport = {
  readonly verdict: Verdict;
  readonly entries: number;
  /** Entries of the whole trail when the checkpoint was signed. */
  readonly size: number;
  readonly root: string;
  readonly faults: readonly Fault[];
  readonly faultsMore: number;
  readonly notes: readonly string[];
};

const pieceBytes = 1_048_576;
const manifestFile = 'manifest.json';
/** What every bundle has; it may hold copies in other formats beside them. */
const ownFiles = ['README.txt', 'checkpoint', 'checkpoint.pub', 'entries.jsonl', 'proofs.jsonl'];
/** Nobody signs it, so whatever it says is compared: only its form is taken for granted. */
const manifestSchema = z.looseObject({
  format: z.literal(1).optional(),
  files: z.custom<Readonly<Record<string, unknown>>>(isObject),
  entries: z.unknown().optional(),
  size: z.unknown().optional(),
});
const proofSchema = z.object({ hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)), seq: z.int() });

/** A bundle of one log is the directory itself; of several, each lies in a folder of its own. */
export function listBundles(directory: string): readonly string[] {
  if (!existsSync(directory) || existsSync(join(directory, 'manifest.json'))) return [directory];
  const folders = readdirSync(directory).filter((name) => /^log-\d{1,4}$/.test(name));
  const sorted = folders.sort((left, right) => Number(left.slice(4)) - Number(right.slice(4)));
  return sorted.length === 0 ? [directory] : sorted.map((name) => join(directory, name));
}

export function verifyBundle(directory: string, keys?: readonly string[]): BundleReport {
  const findings = new Findings();
  let entries = 0;
  let checkpoint: Checkpoint | undefined;
  try {
    const manifest = readManifest(directory, findings);
    if (manifest !== undefined) {
      checkFiles(directory, manifest.files, findings);
      checkpoint = readSigned(directory, keys, findings);
      if (checkpoint !== undefined) entries = checkEntries(directory, checkpoint, findings);
      compareCounts(manifest, entries, checkpoint?.size ?? 0, findings);
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const verdict = error instanceof LongLineError ? 'altered' : 'unreadable';
    findings.add({ verdict, place: directory, detail });
  }
  return {
    verdict: findings.verdict,
    entries,
    size: checkpoint?.size ?? 0,
    root: Buffer.from(checkpoint?.root ?? []).toString('hex'),
    faults: findings.faults,
    faultsMore: findings.more,
    notes: findings.notes,
  };
}

/** Undefined where nothing can be compared with it, which is told. */
function readManifest(
  directory: string,
  findings: Findings,
): z.output<typeof manifestSchema> | undefined {
  const odd = findOdd(directory);
  const unreadable = (place: string, detail: string): void =>
    findings.add({ verdict: 'unreadable', place, detail });
  for (const { place, detail } of odd) unreadable(place, detail);
  if (odd.length > 0) return undefined;
  if (!existsSync(join(directory, manifestFile))) {
    unreadable(manifestFile, `there is none in \`${directory}\``);
    return undefined;
  }
  try {
    const bytes = readStart(join(directory, manifestFile));
    if (isUtf8(bytes)) return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    // What it is instead is of no interest.
  }
  unreadable(manifestFile, 'it is no manifest of a bundle, or of a format that is not known here');
  return undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** '' where there is no such file, which is told where files are compared. */
function readText(directory: string, name: string): string {
  return isThere(directory, name) ? readStart(join(directory, name)).toString('utf8') : '';
}

function isThere(directory: string, name: string): boolean {
  return statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() === true;
}

function checkFiles(
  directory: string,
  files: Readonly<Record<string, unknown>>,
  findings: Findings,
): void {
  const here = readdirSync(directory).filter((name) => name !== manifestFile);
  for (const name of new Set([...ownFiles, ...Object.keys(files), ...here])) {
    // Names lead nowhere else.
    const found =
      here.includes(name) && isThere(directory, name) ? digestOf(join(directory, name)) : '';
    if (found !== '' && Object.hasOwn(files, name) && files[name] === found) continue;
    const isNamed = Object.hasOwn(files, name);
    const detail = here.includes(name) ? describeStrange(isNamed) : 'it is missing';
    findings.add({ verdict: 'altered', place: name, detail });
  }
}

function describeStrange(isNamed: boolean): string {
  return isNamed
    ? 'it is not the file that the manifest names'
    : 'it is a file that the manifest does not name';
}

function digestOf(path: string): string {
  const digest = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    for (;;) {
      const read = readSync(file, piece, 0, pieceBytes, null);
      if (read === 0) return digest.digest('hex');
      digest.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}

function compareCounts(
  manifest: z.output<typeof manifestSchema>,
  entries: number,
  size: number,
  findings: Findings,
): void {
  const altered = (place: string, detail: string): void =>
    findings.add({ verdict: 'altered', place, detail });
  if (manifest.entries !== entries)
    altered(
      'entries.jsonl',
      `${entries} of its lines were checked where the manifest says otherwise`,
    );
  if (manifest.size !== undefined && manifest.size !== size)
    altered(manifestFile, `it tells of another number of entries than the checkpoint's ${size}`);
}

function readSigned(
  directory: string,
  keys: readonly string[] | undefined,
  findings: Findings,
): Checkpoint | undefined {
  const note = readNote(readText(directory, 'checkpoint'));
  const checkpoint = note === undefined ? undefined : readCheckpoint(note.text);
  const trusted = keys ?? readKeyLines(directory);
  const place = 'checkpoint.pub';
  if (keys === undefined) {
    findings.note('the key was taken from the bundle; compare it with the one you were given');
    trusted.forEach((key, index) => {
      if (readVerifierKey(key) !== undefined) return;
      const detail = 'it is no key that checkpoints are checked with';
      findings.add({ verdict: 'altered', place: `${place} line ${index + 1}`, detail });
    });
  }
  const verifiers = trusted.flatMap((key) => readVerifierKey(key) ?? []);
  if (verifiers.length === 0)
    findings.add({ verdict: 'incomplete', place, detail: 'there is no key to check with' });
  const holds =
    verifiers.length === 0 ||
    verifiers.some(
      ({ name, verifies }) => note !== undefined && name === checkpoint?.origin && verifies(note),
    );
  if (holds && checkpoint !== undefined) return checkpoint;
  findings.add({ verdict: 'altered', place: 'checkpoint', detail: 'its signature does not hold' });
  return undefined;
}

function checkEntries(directory: string, checkpoint: Checkpoint, findings: Findings): number {
  if (!isThere(directory, 'entries.jsonl') || !isThere(directory, 'proofs.jsonl')) return 0;
  const proofs = walkLines(join(directory, 'proofs.jsonl'));
  const scan = new EntryScan();
  let last = -1;
  let count = 0;
  const altered = (detail: string, seq: number): void =>
    findings.add({ verdict: 'altered', seq, place: `entries.jsonl line ${count}`, detail });
  for (const text of walkLines(join(directory, 'entries.jsonl'))) {
    count += 1;
    const line = Buffer.from(text, 'latin1');
    const entry = scan.read(line, 0, line.length) ? readStoredEntry(line) : undefined;
    const proof = readProof(proofs.next().value);
    const path = proof?.hashes.map((each) => Buffer.from(each, 'hex')) ?? [];
    const seq = proof?.seq ?? -1;
    const root = rootFromInclusion(seq, checkpoint.size, hashLeaf(line), path);
    const stands = root !== undefined && Buffer.compare(root, checkpoint.root) === 0;
    if (!stands || entry?.seq !== seq) altered('it does not stand under the checkpoint', seq);
    else if (seq <= last) altered('it does not come after the one before it', seq);
    last = Math.max(last, seq);
  }
  if (proofs.next().done !== true) {
    const detail = 'there are more proofs than entries';
    findings.add({ verdict: 'altered', place: `proofs.jsonl line ${count + 1}`, detail });
  }
  for (const name of ['entries.jsonl', 'proofs.jsonl']) {
    const path = join(directory, name);
    const { size } = statSync(path);
    if (findLastEnd(path, size) < size)
      findings.add({ verdict: 'altered', place: `${name} line ${count}`, detail: 'it was cut' });
  }
  return count;
}

/** A proof in the one form that it is written in. */
function readProof(line = ''): z.infer<typeof proofSchema> | undefined {
  try {
    const { data } = proofSchema.safeParse(JSON.parse(line));
    return JSON.stringify(data) === line ? data : undefined;
  } catch {
    return undefined;
  }
}
