/** What an append-only log costs at least: lines that come together share one write and one fdatasync. */
import { open } from 'node:fs/promises';

export type Log = {
  readonly append: () => Promise<unknown>;
  readonly end: () => Promise<void>;
};

/** Each append takes the same bytes; it resolves when they are durable. */
export async function openBareFile(path: string, line: Buffer): Promise<Log> {
  const file = await open(path, 'a');
  let waiting: (() => void)[] = [];
  let writing = false;
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const settle = waiting;
      waiting = [];
      await file.write(Buffer.concat(settle.map(() => line)));
      await file.datasync();
      for (const done of settle) done();
    }
    writing = false;
  };
  const append = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (writing) return;
      writing = true;
      setImmediate(() => void write());
    });
  return { append, end: () => file.close() };
}
