/** How the process is asked to end: at once while it starts; later once to end in order, twice to end at once. */
import { hasLeftThread } from '../audit/lasting-thread.ts';
import type { Log } from '../server/log.ts';
import { outputHangs } from '../server/standard-output.ts';

export type Ending = {
  /** Lets what is under way end; false where some of it outlasted the limit. */
  readonly close: () => Promise<boolean>;
  /** Whoever asks twice does not want to wait; the next start recovers what is cut off here. */
  readonly hurry?: () => void;
};

const endings = ['SIGTERM', 'SIGINT'] as const;
/**
 * What they ask for is there once the process serves; until then they would end it. The last asks for nothing: left to
 * itself Node opens a port then, on which anybody of this machine may have it run anything.
 */
const others = ['SIGHUP', 'SIGUSR2', 'SIGUSR1'] as const;

let heed: (signal: NodeJS.Signals) => void = () => process.exit(0);

/**
 * The very first act: nothing that starts has to be brought to an end. Left to itself the first process of a container
 * would not hear at all that it is to end, and serve until it is killed; any other would be ended by what is to make it
 * read its policies again.
 */
export function heedSignals(): void {
  for (const signal of endings) process.on(signal, () => heed(signal));
  for (const signal of others) process.on(signal, () => undefined);
}

/** From here on it is for `end` to say what becomes of such a signal. */
export function endBy(end: (signal: NodeJS.Signals) => void): void {
  heed = end;
}

/**
 * Node ends when all its threads have, which one that hangs in a call to the system does not. Then, or where nobody knows
 * because nothing was waited for, another program takes the place of this one, whose threads the system ends, and goes.
 */
export function endWith(status: number, mayHang = false): never {
  const leave = (): void => {
    if (!mayHang && !hasLeftThread() && !outputHangs()) return;
    const { execPath } = process;
    process.execve?.(execPath, [execPath, '--eval', `process.exit(${status})`], {});
  };
  // Last of all: the log has lines to put down.
  process.once('exit', leave);
  process.exit(status);
}

export function endOnSignals(log: Log, { close, hurry }: Ending): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) {
      hurry?.();
      endWith(130, true);
    }
    stopping = true;
    log.info({ signal }, 'stopping');
    const whole = await close();
    log.info({ whole }, 'stopped');
    endWith(0);
  };
  endBy((signal) => void stop(signal));
}
