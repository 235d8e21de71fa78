/** A trail to tamper with: written by the real writer, with checkpoints, a witness, kept texts and a full index. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexPath } from '../../src/audit/index-sqlite.ts';
import { createIdSource } from '../../src/audit/identifier.ts';
import { readListQuery } from '../../src/audit/search/query.ts';
import { openTrail } from '../../src/audit/trail.ts';
import { createLot } from '../seed/lot.ts';
import { tellStory } from '../seed/story.ts';

export type Scene = {
  readonly directory: string;
  /** A copy of the checkpoints outside of the trail. */
  readonly witness: string;
  readonly remove: () => void;
};

const storiesAtOnce = 20;
const sealIntervalMs = 50;
/** How much of the trail is written as fast as it goes. */
const fastShare = 0.9;
const pauses = 5;

export async function createScene(entries: number, seed: number): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'tampering-'));
  const scene = {
    directory: join(folder, 'audit'),
    witness: join(folder, 'witness.jsonl'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  const trail = await openTrail({
    directory: scene.directory,
    origin: 'tampering',
    durability: 'os',
    journalBytesMax: 3_000_000,
    // A machine that does other things too is no fault of the trail.
    writeTimeoutMs: 60_000,
    sealIntervalMs,
    historyIntervalMs: sealIntervalMs,
    witnesses: [scene.witness],
  });
  const lot = createLot(seed);
  const createId = createIdSource();
  let written = 0;
  const tellTo = async (count: number): Promise<void> => {
    while (written < count) {
      for (const { event } of tellStory(lot, () => createId(Date.now()))) {
        // Refusals are folded when they come as fast as here.
        if (event.type === 'denied') continue;
        written += 1;
        await trail.record(event);
      }
    }
  };
  await Promise.all(Array.from({ length: storiesAtOnce }, () => tellTo(entries * fastShare)));
  // The last segment has to hold checkpoints to cut it at, however fast or short the trail.
  for (let pause = 1; pause <= pauses; pause += 1) {
    await tellTo(entries * (fastShare + ((1 - fastShare) * pause) / pauses));
    await sleep(2 * sealIntervalMs);
  }
  for (const query of ['', 'q=lighthouse'])
    await trail.listEntries(readListQuery(new URLSearchParams(query), Date.now()));
  await trail.close();
  return scene;
}

/** Does something to files and puts them back as they were. */
export async function withFiles<Result>(
  paths: readonly string[],
  act: () => void,
  look: () => Promise<Result>,
): Promise<Result> {
  const before = paths.map((path) => (existsSync(path) ? readFileSync(path) : undefined));
  try {
    act();
    return await look();
  } finally {
    paths.forEach((path, index) => {
      const bytes = before[index];
      if (bytes === undefined) rmSync(path, { force: true });
      else writeFileSync(path, bytes);
    });
  }
}

export function indexFiles(directory: string): readonly string[] {
  return ['', '-wal', '-shm'].map((suffix) => indexPath(directory) + suffix);
}

export function listTiles(directory: string): readonly string[] {
  return readdirSync(join(directory, 'tile'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
