/** What a shared index needs beside it: a database, and one key by which replicas believe each other. */
import type { Placed } from './fault.ts';
import { valueAt } from './setting.ts';

export function* checkSharedIndex(tree: unknown): Generator<Placed> {
  const path = ['audit', 'index', 'shared'];
  const shared = valueAt(tree, path);
  if (shared !== true) return;
  const needs = (what: string): Placed => ({
    path,
    of: 'value',
    message: `audit.index.shared: expected ${what}`,
  });
  if (valueAt(tree, ['databaseUrl']) === undefined)
    yield needs('`databaseUrl` (DATABASE_URL) beside it');
  if (valueAt(tree, ['audit', 'masterKey']) === undefined)
    yield needs('`audit.masterKey` (GATEWAY_MASTER_KEY) beside it, the same for all replicas');
}
