/** Rows of keys.sqlite, checked as they are read: by hand, since the library that does it elsewhere costs a thread 7 MB. */

export type StoredKey = { readonly version: number; readonly wrapped: Uint8Array };

export type Row = Readonly<Record<string, unknown>>;

export function readKey(row: Row): StoredKey {
  const { wrapped } = row;
  if (!(wrapped instanceof Uint8Array)) throw unlike('wrapped');
  return { version: readVersion(row), wrapped };
}

export function readVersion(row: Row | undefined): number {
  return readNumber(row, 'version');
}

export function readId(row: Row): string {
  return readText(row, 'id');
}

export function readNumber(row: Row | undefined, column: string): number {
  const value = row?.[column];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw unlike(column);
  return value;
}

export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw unlike(column);
  return value;
}

function unlike(column: string): Error {
  return new Error(`the column \`${column}\` of the file of keys is not what was written`);
}
