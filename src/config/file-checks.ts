/** Files that the configuration names must be there when it is read, not only when they are needed. */
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { pathOf } from '../governance/interaction.ts';
import type { Placed } from './fault.ts';
import { isMapping, valueAt } from './setting.ts';
import { whyUnread } from './unread.ts';

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
    const why = typeof file === 'string' && file !== '' ? tryReading(resolve(cwd, file)) : '';
    if (why === '') continue;
    const message = `${pathOf(path)}: expected a file that can be read, got \`${String(file)}\`: ${why}`;
    yield { path, of: 'value', message };
  }
}

/** Why it cannot be read; '' where it can. */
function tryReading(path: string): string {
  try {
    accessSync(path, constants.R_OK);
    return '';
  } catch (error) {
    return whyUnread(error);
  }
}
