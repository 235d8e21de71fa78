/** The file of the configuration as the primary has read it, handed to each worker before all else: none has another one. */
import { z } from 'zod';
import type { ConfigSource } from '../config/config.ts';
import type { WorkerProcess } from '../workers/seat.ts';

const wanted = z.strictObject({ wanted: z.literal('configuration') });
const handed = z.strictObject({ configuration: z.strictObject({ text: z.string().optional() }) });

type Send = WorkerProcess['send'];
type Taker = {
  readonly send: (message: object, onSent: (error: Error | null) => void) => unknown;
  readonly on: (event: 'message', hear: (message: unknown) => void) => unknown;
};

/**
 * As soon as it is asked for: what is sent to a process of which something else listens already is lost to the program.
 * So all else that is said to the process waits until then: a question that is lost would be taken for a worker that stands
 * still, and a stop that is lost would never come to an end.
 */
export function handSource(worker: Taker, { text }: ConfigSource): Send {
  let waiting: Parameters<Send>[] | undefined = [];
  worker.on('message', (message) => {
    if (!wanted.safeParse(message).success) return;
    // One that has died already is replaced, and its successor is handed the same.
    worker.send({ configuration: text === undefined ? {} : { text } }, () => undefined);
    for (const [said, onSent] of waiting ?? []) worker.send(said as object, onSent);
    waiting = undefined;
  });
  return (said, onSent) => waiting?.push([said, onSent]) ?? worker.send(said as object, onSent);
}

/** What came before there was anybody to hear it. */
const kept: unknown[] = [];
let hear: (message: unknown) => void = (message) => kept.push(message);

/** For a worker, before all else that it asks. */
export function takeSource(): Promise<ConfigSource> {
  // What was loaded before the program may have let go of the channel, and nothing else keeps a worker alive that waits.
  process.channel?.ref();
  return new Promise((resolve) => {
    process.on('message', (message) => {
      const { success, data } = handed.safeParse(message);
      if (success) resolve({ text: data.configuration.text });
      else hear(message);
    });
    // Of a primary that is gone, the end of the channel tells.
    process.send?.({ wanted: 'configuration' }, undefined, undefined, () => undefined);
  });
}

/** From here on it is for `take` to hear what the primary says, beginning with what it has said since the program began. */
export function hearPrimary(take: (message: unknown) => void): void {
  hear = take;
  for (const message of kept.splice(0)) take(message);
}
