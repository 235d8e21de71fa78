/** The file of the configuration as the primary has read it, handed to each worker before all else: none has another one. */
import { z } from 'zod';
import type { ConfigSource } from '../config/config.ts';

const wanted = z.strictObject({ wanted: z.literal('configuration') });
const handed = z.strictObject({ configuration: z.strictObject({ text: z.string().optional() }) });

type Taker = {
  readonly send: (message: object, onSent: (error: Error | null) => void) => unknown;
  readonly on: (event: 'message', hear: (message: unknown) => void) => unknown;
};

/** As soon as it is asked for: what is sent to a process of which something else listens already is lost to the program. */
export function handSource(worker: Taker, { text }: ConfigSource): void {
  worker.on('message', (message) => {
    if (!wanted.safeParse(message).success) return;
    // One that has died already is replaced, and its successor is handed the same.
    worker.send({ configuration: text === undefined ? {} : { text } }, () => undefined);
  });
}

/** For a worker, before all else that it asks. */
export function takeSource(): Promise<ConfigSource> {
  // What was loaded before the program may have let go of the channel, and nothing else keeps a worker alive that waits.
  process.channel?.ref();
  return new Promise((resolve) => {
    const hear = (message: unknown): void => {
      const { success, data } = handed.safeParse(message);
      if (!success) return;
      process.off('message', hear);
      resolve({ text: data.configuration.text });
    };
    process.on('message', hear);
    // Of a primary that is gone, the end of the channel tells.
    process.send?.({ wanted: 'configuration' }, undefined, undefined, () => undefined);
  });
}
