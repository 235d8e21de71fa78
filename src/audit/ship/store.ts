/** Where copies of trails are kept: files that only ever grow, and a few small ones that are replaced as a whole. */

/** Names are `LOG/FILE` or `LOG/FOLDER/FILE`, with the names that files have in the audit directory. */
export type Store = {
  /** As logs and people name it; it holds no credential. */
  readonly place: string;
  /** The logs that have a copy here, ascending. */
  readonly listLogs: () => Promise<readonly string[]>;
  /** The growing files in a folder, by name, ascending. */
  readonly listFiles: (folder: string) => Promise<readonly string[]>;
  /** Where a growing file ends, or has its first gap near `expected`, where it probably ends; 0 where there is none. */
  readonly findEnd: (file: string, expected: number) => Promise<number>;
  /** Some of the last bytes of a growing file that ends there. */
  readonly readTail: (file: string, end: number) => Promise<Buffer>;
  /** Adds at the end of a growing file, which has to be there; durable when it resolves. */
  readonly append: (file: string, end: number, bytes: Buffer) => Promise<void>;
  /** All of a growing file, piece by piece. */
  readonly walk: (file: string) => AsyncGenerator<Buffer, undefined>;
  readonly replace: (file: string, text: string) => Promise<void>;
  /** A file that is replaced as a whole; undefined where there is none. */
  readonly read: (file: string) => Promise<string | undefined>;
};

/** The copy is not the beginning of the trail that is to be copied: two writers, or a trail that was set back. */
export class DivergedError extends Error {}

/** The store said that it took what it does not have. */
export class LostError extends Error {}
