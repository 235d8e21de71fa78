/** Waits until no word that was taken out of the index lies in one of its files any more. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '../../errors.ts';
import type { Position } from '../journal-options.ts';
import type { SearchThread } from './thread.ts';

/** A verification reads a large index for some seconds. */
const wipeTimeoutMsDefault = 30_000;
const retryMs = 100;

/** Whoever reads the index sees it as it was, and until they are done those words stay in its write-ahead log. */
export async function expectWiped(
  search: Pick<SearchThread, 'ask'>,
  position: () => Position,
  timeoutMs: number = wipeTimeoutMsDefault,
): Promise<void> {
  const untilMs = performance.now() + timeoutMs;
  while (!(await search.ask('wipe', undefined, position())).answer) {
    if (performance.now() >= untilMs)
      throw new GatewayError(
        'not_ready',
        'what was erased stays in the search index while somebody else reads that, such as a backup: ' +
          'end that and ask again',
      );
    await sleep(retryMs);
  }
}
