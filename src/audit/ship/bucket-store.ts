/** Copies in a bucket, where nothing can be appended to: a growing file is a row of pieces, each named by where it begins. */
import { Bucket } from './bucket.ts';
import type { BucketSettings } from './bucket.ts';
import { pieceBytesMax } from './piece.ts';
import type { Store } from './store.ts';

type Piece = { readonly key: string; readonly from: number; readonly bytes: number };

const offsetDigits = 16;

export function createBucketStore(settings: BucketSettings): Store {
  const bucket = new Bucket(settings);
  return {
    place: bucket.place,
    listLogs: () => listFolders(bucket, ''),
    listFiles: (folder) => listFolders(bucket, `${folder}/`),
    async findEnd(file, expected) {
      const last = await findLast(bucket, file, expected);
      return last === undefined ? 0 : last.from + last.bytes;
    },
    async readTail(file, end) {
      const last = await findLast(bucket, file, end);
      return (last && (await bucket.get(last.key))) ?? Buffer.alloc(0);
    },
    append: (file, end, bytes) => bucket.put(pieceKey(file, end), bytes, true),
    walk: (file) => walk(bucket, file),
    replace: (file, text) => bucket.put(file, Buffer.from(text), false),
    async read(file) {
      return (await bucket.get(file))?.toString('utf8');
    },
  };
}

function pieceKey(file: string, from: number): string {
  return `${file}/${String(from).padStart(offsetDigits, '0')}`;
}

/** The last piece before a gap. Looks near where it should be first, since a file can have very many pieces. */
async function findLast(
  bucket: Bucket,
  file: string,
  expected: number,
): Promise<Piece | undefined> {
  const near = Math.max(0, expected - 2 * pieceBytesMax);
  const there =
    near > 0 ? await findEndOfRow(listPieces(bucket, file, pieceKey(file, near))) : undefined;
  return there ?? findEndOfRow(listPieces(bucket, file), 0);
}

/** A row without a `begin` begins with whatever comes first. Where a lost piece was made good, pieces overlap. */
async function findEndOfRow(
  pieces: AsyncIterable<Piece>,
  begin?: number,
): Promise<Piece | undefined> {
  let last: Piece | undefined;
  let end = begin;
  for await (const piece of pieces) {
    end ??= piece.from;
    if (piece.from > end) break;
    if (piece.from + piece.bytes <= end) continue;
    end = piece.from + piece.bytes;
    last = piece;
  }
  return last;
}

async function* listPieces(
  bucket: Bucket,
  file: string,
  after?: string,
): AsyncGenerator<Piece, undefined> {
  for await (const { objects } of bucket.list(`${file}/`, after === undefined ? {} : { after }))
    for (const { key, bytes } of objects) {
      const from = Number(key.slice(file.length + 1));
      if (Number.isSafeInteger(from)) yield { key, from, bytes };
    }
}

async function listFolders(bucket: Bucket, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { folders } of bucket.list(prefix, { delimiter: '/' }))
    found.push(...folders.map((folder) => folder.slice(prefix.length, -1)));
  return found.sort();
}

async function* walk(bucket: Bucket, file: string): AsyncGenerator<Buffer, undefined> {
  let end = 0;
  for await (const { key, from } of listPieces(bucket, file)) {
    const bytes = await bucket.get(key);
    if (from > end || bytes === undefined)
      throw new Error(`\`${file}\` has no piece that begins at ${end}`);
    const known = end - from;
    if (known >= bytes.length) continue;
    end = from + bytes.length;
    yield bytes.subarray(known);
  }
}
