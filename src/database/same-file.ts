/** Whether a file still lies where it was opened: what is written to one that was deleted or moved is gone with the process. */
import { statSync } from 'node:fs';

/** In words for whoever runs the gateway, whose file it is. */
export class LostFileError extends Error {}

/** To be called before each use of an open file; throws where its name leads to no file any more, or to another one. */
export function createSameFile(path: string): () => void {
  const opened = statSync(path);
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    const how = found === undefined ? 'deleted or moved away' : 'replaced';
    throw new LostFileError(
      `\`${path}\` was ${how} while the gateway had it open: put that file back, or start again`,
    );
  };
}
