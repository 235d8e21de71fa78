/** Writes a tar archive of files on disk, piece by piece (POSIX ustar). */
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';

const blockBytes = 512;
/** What eleven octal digits hold. */
const fileBytesMax = 8 ** 11 - 1;

export type TarOptions = {
  /** What all files stand under in the archive. */
  readonly folder: string;
  readonly atMs: number;
  /** False where another archive is put behind it, to make one of both. */
  readonly last?: boolean;
};

/** The files `names` of a directory, all as of one time. */
export async function* writeTar(
  directory: string,
  names: readonly string[],
  { folder, atMs, last = true }: TarOptions,
): AsyncGenerator<Uint8Array, undefined> {
  for (const name of names) {
    const { size } = statSync(join(directory, name));
    if (size > fileBytesMax) throw new Error(`${name} is too large for an archive`);
    yield writeHeader(`${folder}/${name}`, size, atMs);
    if (size > 0) {
      // No more than was promised in the header, should it grow meanwhile.
      for await (const piece of createReadStream(join(directory, name), { end: size - 1 }))
        yield piece as Uint8Array;
    }
    yield Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
  }
  if (last) yield Buffer.alloc(2 * blockBytes);
}

function writeHeader(path: string, size: number, atMs: number): Uint8Array {
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0, 100, 'utf8');
  header.write(octal(0o644, 7), 100, 'latin1');
  header.write(octal(0, 7), 108, 'latin1');
  header.write(octal(0, 7), 116, 'latin1');
  header.write(octal(size, 11), 124, 'latin1');
  header.write(octal(Math.floor(atMs / 1000), 11), 136, 'latin1');
  // The sum is taken with its own field full of spaces.
  header.write(' '.repeat(8), 148, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148, 'latin1');
  return header;
}
