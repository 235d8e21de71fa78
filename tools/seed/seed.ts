/** Seeds a trail: days of work told and written, then sealed and indexed as a gateway would at its next start. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';
import { findMasterKey } from '../../src/audit/master-key.ts';
import { Indexer } from '../../src/audit/search/indexer.ts';
import { openTrail } from '../../src/audit/trail.ts';
import { createLot } from './lot.ts';
import { Pages } from './pages.ts';
import type { PagesOptions } from './pages.ts';
import { tellStory } from './story.ts';
import type { Scene } from './story.ts';

export type SeedOptions = Omit<PagesOptions, 'origin'> & {
  readonly origin?: string;
  readonly entries: number;
  readonly seed: number;
  /** When the story ends; it began as many days ago as the number of entries fills. */
  readonly untilMs: number;
  readonly index: boolean;
};

const originDefault = 'gateway-1';
const dayUs = 86_400_000_000;
/** Work begins at seven and ends twelve hours later; the gateway rests meanwhile. */
const shiftUs = dayUs / 2;
const daysMax = 30;
const entriesPerDay = 1500;
const entriesPerStory = 1.76;
const rowsPerStep = 4096;

type Due = { readonly scene: Scene; readonly atUs: number };

export async function seedTrail(options: SeedOptions): Promise<number> {
  const { directory, index, origin = originDefault } = options;
  if (existsSync(directory) && listSegments(directory).length > 0)
    throw new Error(`there is a trail in \`${directory}\` already`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const masterKey = findMasterKey(directory, () => undefined);
  writePages(options, masterKey);
  // The trail's own opening seals what was written.
  const trail = await openTrail({ directory, masterKey, origin, durability: 'os' });
  await trail.close();
  return index ? buildIndex(directory, masterKey) : 0;
}

function writePages(options: SeedOptions, masterKey: Uint8Array): void {
  const { entries, seed, untilMs, origin = originDefault } = options;
  const lot = createLot(seed);
  const pages = new Pages({ ...options, origin }, masterKey);
  const days = Math.min(daysMax, Math.max(1, Math.ceil(entries / entriesPerDay)));
  const stepUs = shiftUs / Math.max(1, entries / days / entriesPerStory);
  for (let day = 0; day < days; day += 1) {
    const from = untilMs * 1000 - (days - 1 - day) * dayUs - shiftUs;
    const until = Math.ceil((entries * (day + 1)) / days);
    let waiting: Due[] = [];
    pages.openRun(from);
    let atUs = from;
    while (pages.entries + waiting.length < until && atUs < from + shiftUs) {
      atUs += Math.max(1, lot.below(Math.ceil(2 * stepUs)));
      waiting = writeDue(pages, waiting, atUs);
      const startUs = atUs;
      for (const scene of tellStory(lot, () => pages.newId(startUs)))
        if (scene.afterUs === 0) pages.add(scene.event, startUs);
        else waiting.push({ scene, atUs: startUs + scene.afterUs });
    }
    writeDue(pages, waiting, Number.POSITIVE_INFINITY);
    pages.closeRun(Math.max(atUs, pages.lastUs));
  }
  pages.close();
}

/** Writes what has become due, in its order, and answers with what has not. */
function writeDue(pages: Pages, waiting: Due[], untilUs: number): Due[] {
  const due = waiting.filter(({ atUs }) => atUs <= untilUs);
  if (due.length === 0) return waiting;
  due.sort((left, right) => left.atUs - right.atUs);
  for (const { scene, atUs } of due) pages.add(scene.event, atUs);
  return waiting.filter(({ atUs }) => atUs > untilUs);
}

function buildIndex(directory: string, masterKey: Uint8Array): number {
  const segment = listSegments(directory).at(-1) ?? 1;
  const horizon = { segment, offset: statSync(segmentPath(directory, segment)).size };
  const indexer = new Indexer(directory, masterKey);
  try {
    while (indexer.follow(horizon, rowsPerStep));
    while (indexer.texts.follow(horizon, rowsPerStep));
    return indexer.next;
  } finally {
    indexer.close();
  }
}
