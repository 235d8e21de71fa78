/** Entries as they come out of the shared index, believed only where their seal and their columns fit. */
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { toMicroseconds } from '../clock.ts';
import { readRow } from '../search/fields.ts';
import { type StoredEntry, readStoredEntry } from '../stored-entry.ts';
import { toValues } from './batch-rows.ts';
import type { Seal } from './seal.ts';
import type { SharedDictionaries } from './shared-words.ts';
import { rowColumns } from './tables.ts';

/** What is asked for of each line, besides the columns that it is found by. */
export const lineColumns = 'lines.id, lines.line, lines.mac, logs.first_id';

const lineRow = z.object({
  id: z.string(),
  line: z.string().nullable(),
  mac: z.instanceof(Uint8Array).nullable(),
  first_id: z.string().nullable(),
});

export function readTrusted(row: unknown, seal: Seal): StoredEntry {
  const { id, line, mac, first_id: first } = lineRow.parse(row);
  const fits = line !== null && mac !== null && first !== null && seal.fits(first, line, mac);
  const entry = fits ? readStoredEntry(Buffer.from(line)) : undefined;
  if (entry?.id !== id) throw altered(id);
  return entry;
}

/** The same of an entry that was found by its columns: they have to be those of the entry. */
export function readFound(row: unknown, seal: Seal, dictionaries: SharedDictionaries): StoredEntry {
  const entry = readTrusted(row, seal);
  const at = toMicroseconds(entry.at);
  const expected = toValues(readRow(entry, Number.isNaN(at) ? 0 : at), dictionaries);
  const found = z.record(z.string(), z.unknown()).parse(row);
  if (rowColumns.some((name, index) => Number(found[name]) !== expected[index]))
    throw altered(entry.id);
  return entry;
}

function altered(id: string): GatewayError {
  return new GatewayError(
    'not_ready',
    `the shared index was altered at entry \`${id}\`: rebuild it with \`audit reindex\` at the replica that wrote it`,
  );
}
