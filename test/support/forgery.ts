/** What a forger does to the files of a trail or a bundle, one edit each. */
import { expect } from '@jest/globals';
import { hash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { canonicalise } from '../../src/audit/canonical.ts';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';

export type Forgery = (directory: string) => void;

/** The file that entries are appended to. */
export function lastSegment(directory: string): string {
  return segmentPath(directory, listSegments(directory).at(-1) ?? 1);
}

/** Changes the bytes of a file, told as characters from 0 to 255. */
export function edit(name: string, change: (text: string) => string): Forgery {
  return (directory) => {
    const path = join(directory, name);
    const before = readFileSync(path, 'latin1');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after, 'latin1');
  };
}

export function changeIndex(sql: string): Forgery {
  return (directory) => {
    const database = new DatabaseSync(join(directory, 'index.sqlite'), { defensive: false });
    database.exec(sql);
    database.close();
  };
}

/** A line that is chained to the last one as it should be, and that nothing vouches for. */
export function addEntry(members: Readonly<Record<string, unknown>>): Forgery {
  return (directory) => {
    const path = lastSegment(directory);
    const last = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
    const entry = JSON.parse(last) as Record<string, unknown>;
    const id = String(entry['id']).replace(/.{12}$/, 'f'.repeat(12));
    const chained = { ...entry, id, seq: Number(entry['seq']) + 1, prev: hash('sha256', last) };
    appendFileSync(path, `${canonicalise({ ...chained, ...members })}\n`);
  };
}

/** The manifest is signed by nobody: whoever changes a file writes it anew. */
export function withManifest(act: Forgery): Forgery {
  return (directory) => {
    act(directory);
    const path = join(directory, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
      files: Record<string, string>;
      entries: number;
    };
    for (const name of Object.keys(manifest.files))
      manifest.files[name] = hash('sha256', readFileSync(join(directory, name)), 'hex');
    manifest.entries =
      readFileSync(join(directory, 'entries.jsonl'), 'utf8').split('\n').length - 1;
    writeFileSync(path, JSON.stringify(manifest));
  };
}
