/** Rows of keys.sqlite, checked as they are read: by hand, since the library that does it elsewhere costs a thread 7 MB. */

export type StoredKey = { readonly version: number; readonly wrapped: Uint8Array };

type Row = Readonly<Record<string, unknown>>;

export function readKey(row: Row): StoredKey {
  const { wrapped } = row;
  if (!(wrapped instanceof Uint8Array)) throw unlike('wrapped');
  return { version: readVersion(row), wrapped };
}

export function readVersion(row: Row | undefined): number {
  const version = row?.['version'];
  if (typeof version !== 'number' || !Number.isSafeInteger(version)) throw unlike('version');
  return version;
}

export function readId(row: Row): string {
  const { id } = row;
  if (typeof id !== 'string') throw unlike('id');
  return id;
}

function unlike(column: string): Error {
  return new Error(`the column \`${column}\` of a content key is not what was written`);
}
