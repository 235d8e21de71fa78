/** Finds the tile that tells of the most entries: where there are fewer, the journal's tail was cut. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tileWidth } from '../proof/tile-edge.ts';

export type LastTile = {
  readonly path: string;
  /** How many entries there have to be for it to be full. */
  readonly entries: number;
};

const tileFile = /^tile\/([0-7])\/((?:x\d{3}\/){0,4}\d{3})$/;

/** Undefined where there is none. While a gateway writes, it is asked before the journal is measured, as that comes first. */
export function findLastTile(directory: string): LastTile | undefined {
  let last: LastTile | undefined;
  for (const path of walk(directory, 'tile')) {
    const entries = entriesOfTile(path);
    if (entries > (last?.entries ?? 0)) last = { path, entries };
  }
  return last;
}

/** How many entries there have to be for a tile to be full; 0 where this is the path of none. */
export function entriesOfTile(path: string): number {
  const [, level, index = ''] = tileFile.exec(path) ?? [];
  if (level === undefined) return 0;
  return (Number(index.replaceAll(/[x/]/g, '')) + 1) * tileWidth ** (Number(level) + 1);
}

function* walk(directory: string, folder: string): Generator<string, undefined> {
  if (!existsSync(join(directory, folder))) return;
  for (const found of readdirSync(join(directory, folder), { withFileTypes: true })) {
    const path = `${folder}/${found.name}`;
    if (found.isDirectory()) yield* walk(directory, path);
    else yield path;
  }
}
