/** Files that the configuration names must be there when it is read, not only when they are needed. */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathOf } from '../governance/interaction.ts';
import { type Placed, describe } from './fault.ts';
import { isMapping, valueAt } from './setting.ts';
import { listFilesOf } from './store-address.ts';
import { readTlsPair } from './tls-pair.ts';
import { whyUnread } from './unread.ts';

const tlsPath = ['listen', 'tls'] as const;

export function* checkFiles(tree: unknown, cwd: string): Generator<Placed> {
  const detectors = valueAt(tree, ['detectors']);
  const models = Object.keys(isMapping(detectors) ? detectors : {}).flatMap((name) =>
    ['file', 'vocabulary'].map((key) => ['detectors', name, key]),
  );
  for (const path of [[...tlsPath, 'certificate'], [...tlsPath, 'key'], ...models]) {
    const file = valueAt(tree, path);
    const why = typeof file === 'string' && file !== '' ? tryReading(resolve(cwd, file)) : '';
    if (why === '') continue;
    const message = `${pathOf(path)}: expected a file that can be read${describe(file)}: ${why}`;
    yield { path, of: 'value', message };
  }
  yield* checkTls(valueAt(tree, tlsPath), cwd);
  yield* checkDatabase(valueAt(tree, ['databaseUrl']), cwd);
}

function* checkDatabase(url: unknown, cwd: string): Generator<Placed> {
  if (typeof url !== 'string') return;
  for (const { name, file } of listFilesOf(url)) {
    const why = tryReading(resolve(cwd, file));
    if (why === '') continue;
    const message = `databaseUrl: expected behind \`${name}=\` a file that can be read${describe(file)}: ${why}`;
    yield { path: ['databaseUrl'], of: 'value', message };
  }
}

/** Two files that can be read are not yet a pair. */
function* checkTls(tls: unknown, cwd: string): Generator<Placed> {
  const { certificate, key } = isMapping(tls) ? tls : {};
  if (typeof certificate !== 'string' || typeof key !== 'string') return;
  const files = { certificate: resolve(cwd, certificate), key: resolve(cwd, key) };
  if (Object.values(files).some((file) => tryReading(file) !== '')) return;
  const pair = readTlsPair(files);
  if (!('of' in pair)) return;
  const path = [...tlsPath, pair.of];
  const got = pair.of === 'key' ? key : certificate;
  yield {
    ...{ path, of: 'value' },
    message: `${pathOf(path)}: expected ${pair.expected}, got \`${got}\``,
  };
}

/** Why it cannot be read; '' where it can. */
function tryReading(path: string): string {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isDirectory() ? 'it is a directory' : '';
  } catch (error) {
    return whyUnread(error);
  }
}
