/** `governance audit holds`: who is under legal hold, at all replicas where they share a database. */
import { existsSync } from 'node:fs';
import { KeyStore, keyStorePath, readingKeys } from '../audit/content/key-store.ts';
import { findHoldsIn, findPlace } from './audit-open.ts';
import { expectOwnKey, expectTrail } from './audit-own.ts';
import { counted } from './counted.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';

const usage = `usage: governance audit holds [--dir DIRECTORY]

Lists who is under legal hold, by pseudonym, one a line, whether or not the
gateway runs. Where replicas share a database (DATABASE_URL) that is asked too,
so the holds of all of them are there. With --dir the directory alone is read:
what its replica knew.

  --dir DIRECTORY  the trail (default: the configured one)
`;

const flags = {
  dir: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export async function auditHolds(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals, configFlags } = readArguments(args, flags);
  if (values.help) {
    io.out(usage);
    return exitStatus.fine;
  }
  refuseOperands(positionals);
  const { directory, masterKey } = findPlace(values.dir, configFlags, io);
  expectTrail(directory);
  const databaseUrl = values.dir === undefined ? findHoldsIn(configFlags, io) : undefined;
  const here = readOwnHolds(directory);
  const everywhere =
    databaseUrl === undefined
      ? []
      : await listSharedHolds(databaseUrl, expectOwnKey(directory, masterKey));
  const held = [...new Set([...here, ...everywhere])].sort();
  for (const id of held) io.out(`${id}\n`);
  io.error(`${counted(held.length, 'subject is', 'subjects are')} under legal hold\n`);
  return exitStatus.fine;
}

function readOwnHolds(directory: string): readonly string[] {
  if (!existsSync(keyStorePath(directory))) return [];
  return readingKeys(() => {
    const store = new KeyStore(directory, true);
    try {
      return store.holds();
    } finally {
      store.close();
    }
  });
}

/** What speaks to PostgreSQL is loaded only where that is used. */
async function listSharedHolds(
  databaseUrl: string,
  masterKey: Uint8Array,
): Promise<readonly string[]> {
  const { listHeld } = await import('../audit/shared/hold-table.ts');
  return listHeld(databaseUrl, masterKey);
}
