/** Verifies an evidence bundle: its files, its checkpoint's signature, and the proof of every entry. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LongLineError, findLastEnd, walkLines } from '../journal-files.ts';
import { readCheckpoint } from '../proof/checkpoint.ts';
import type { Checkpoint } from '../proof/checkpoint.ts';
import { readNote, readVerifierKey } from '../proof/note.ts';
import { hashLeaf, rootFromInclusion } from '../proof/tree.ts';
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

const manifestFile = 'manifest.json';
/** What every bundle has; it may hold copies in other formats beside them. */
const ownFiles = ['README.txt', 'checkpoint', 'checkpoint.pub', 'entries.jsonl', 'proofs.jsonl'];
const manifestSchema = z.object({ files: z.record(z.string(), z.string()), entries: z.int() });
const proofSchema = z.object({ seq: z.int(), hashes: z.array(z.string()) });

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
    const odd = findOdd(directory);
    if (odd.length > 0) throw new Error(`\`${odd.join('`, `')}\` is no plain file`);
    const manifest = manifestSchema.parse(JSON.parse(readText(directory, manifestFile)));
    checkFiles(directory, manifest.files, findings);
    checkpoint = readSigned(directory, keys, findings);
    if (checkpoint !== undefined) entries = checkEntries(directory, checkpoint, findings);
    if (entries !== manifest.entries) {
      const detail = `it has ${entries} entries where the manifest says ${manifest.entries}`;
      findings.add({ verdict: 'altered', place: 'entries.jsonl', detail });
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

function readText(directory: string, name: string): string {
  return readFileSync(join(directory, name), 'utf8');
}

function checkFiles(
  directory: string,
  files: Readonly<Record<string, string>>,
  findings: Findings,
): void {
  const altered = (place: string, detail: string): void =>
    findings.add({ verdict: 'altered', place, detail });
  const here = readdirSync(directory).filter((name) => name !== manifestFile);
  for (const name of here)
    if (!Object.hasOwn(files, name)) altered(name, 'it is a file that the manifest does not name');
  for (const name of new Set([...ownFiles, ...Object.keys(files)])) {
    // Names lead nowhere else.
    const found = here.includes(name) ? digestOf(join(directory, name)) : '';
    if (found !== files[name]) altered(name, 'it is not the file that the manifest names');
  }
}

function digestOf(path: string): string {
  return hash('sha256', readFileSync(path), 'hex');
}

function readSigned(
  directory: string,
  keys: readonly string[] | undefined,
  findings: Findings,
): Checkpoint | undefined {
  const note = readNote(readText(directory, 'checkpoint'));
  const checkpoint = note === undefined ? undefined : readCheckpoint(note.text);
  const trusted = keys ?? readText(directory, 'checkpoint.pub').trim().split('\n');
  if (keys === undefined) {
    findings.note('the key was taken from the bundle; compare it with the one you were given');
  }
  const verifiers = trusted.flatMap((key) => readVerifierKey(key) ?? []);
  const holds = verifiers.some(
    ({ name, verifies }) => note !== undefined && name === checkpoint?.origin && verifies(note),
  );
  if (holds) return checkpoint;
  findings.add({ verdict: 'altered', place: 'checkpoint', detail: 'its signature does not hold' });
  return undefined;
}

function checkEntries(directory: string, checkpoint: Checkpoint, findings: Findings): number {
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

function readProof(line = ''): z.infer<typeof proofSchema> | undefined {
  try {
    return proofSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
