/** How the process is asked to end: once it ends in order, twice at once. */
import type { Log } from '../server/log.ts';

export type Ending = {
  /** Lets what is under way end; false where some of it outlasted the limit. */
  readonly close: () => Promise<boolean>;
  /** Whoever asks twice does not want to wait; the next start recovers what is cut off here. */
  readonly hurry?: () => void;
};

export function endOnSignals(log: Log, { close, hurry }: Ending): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) {
      hurry?.();
      process.exit(130);
    }
    stopping = true;
    log.info({ signal }, 'stopping');
    const whole = await close();
    log.info({ whole }, 'stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}
