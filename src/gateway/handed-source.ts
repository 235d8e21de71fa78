/** The file of the configuration as the primary has read it, handed to each worker before all else: none has another one. */
import { once } from 'node:events';
import { z } from 'zod';
import type { ConfigSource } from '../config/config.ts';

const handed = z.strictObject({ configuration: z.strictObject({ text: z.string().optional() }) });

type Taker = { readonly send: (message: object, onSent: (error: Error | null) => void) => unknown };

export function handSource(worker: Taker, { text }: ConfigSource): void {
  // One that has died already is replaced, and its successor is handed the same.
  worker.send({ configuration: text === undefined ? {} : { text } }, () => undefined);
}

/** For a worker, whose first message this is. */
export async function takeSource(): Promise<ConfigSource> {
  const [message] = (await once(process, 'message')) as readonly unknown[];
  return { text: handed.parse(message).configuration.text };
}
