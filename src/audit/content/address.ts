/** Where a blob lies in content/: file, offset and length, as entries name it. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

export type Address = { readonly file: string; readonly offset: number; readonly bytes: number };

export function contentDirectory(directory: string): string {
  return join(directory, 'content');
}

export function contentPath(directory: string, file: string): string {
  return join(contentDirectory(directory), `${file}.bin`);
}

/** `20260131-0001/4096/512` */
export function writeAddress({ file, offset, bytes }: Address): string {
  return `${file}/${offset}/${bytes}`;
}

/** No file is read further in one go, and no text is half as long. */
const blobBytesMax = 2_147_483_647;

export function readAddress(text: string): Address | undefined {
  const [, file = '', offset = '', bytes = ''] =
    /^(\d{8}-\d{4})\/(0|[1-9]\d{0,14})\/([1-9]\d{0,9})$/.exec(text) ?? [];
  if (file === '' || Number(bytes) > blobBytesMax) return undefined;
  return { file, offset: Number(offset), bytes: Number(bytes) };
}

const addressInLine = /"blob":"([^"]+)"/g;

/** What an entry with kept texts has in it. */
export const blobMember = Buffer.from('"blob":"');

/** The blobs that an entry names. The pattern cannot stand inside a string of the line: its quotes would be escaped. */
export function findAddresses(line: string): Address[] {
  return [...line.matchAll(addressInLine)].flatMap(([, text = '']) => readAddress(text) ?? []);
}

/** Undefined where the file is gone. What else keeps it from being opened, such as too many open files, says nothing of it. */
export function openContent(directory: string, file: string): number | undefined {
  try {
    return openSync(contentPath(directory, file), 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The blob's bytes; undefined where the file is gone or ends before them. */
export function readBlob(directory: string, address: Address): Buffer | undefined {
  const file = openContent(directory, address.file);
  if (file === undefined) return undefined;
  try {
    // An address may say any length: what the file has no room for is not made room for here.
    if (fstatSync(file).size < address.offset + address.bytes) return undefined;
    const blob = Buffer.allocUnsafe(address.bytes);
    return readSync(file, blob, 0, address.bytes, address.offset) === address.bytes
      ? blob
      : undefined;
  } finally {
    closeSync(file);
  }
}

/** A text that expired before the others in its file leaves zero bytes; no blob that was sealed is all zeros. */
export function isOverwritten(blob: Uint8Array): boolean {
  return blob.every((byte) => byte === 0);
}
