/** Files that the configuration names must be there when it is read, not only when they are needed. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { pathOf } from '../governance/interaction.ts';
import type { Placed } from './fault.ts';
import { isMapping, valueAt } from './setting.ts';

const filePaths = [
  ['listen', 'tls', 'certificate'],
  ['listen', 'tls', 'key'],
] as const;

export function* checkFiles(tree: unknown, cwd: string): Generator<Placed> {
  const detectors = valueAt(tree, ['detectors']);
  const models = Object.keys(isMapping(detectors) ? detectors : {}).flatMap((name) =>
    ['file', 'vocabulary'].map((key) => ['detectors', name, key]),
  );
  for (const path of [...filePaths, ...models]) {
    const file = valueAt(tree, path);
    if (typeof file !== 'string' || file === '' || canRead(resolve(cwd, file))) continue;
    const message = `${pathOf(path)}: expected a file that can be read, got \`${file}\``;
    yield { path, of: 'value', message };
  }
}

function canRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
