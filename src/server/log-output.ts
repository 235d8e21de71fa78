/** Where log lines go: those of calls a few together, since a write for each costs a twentieth of the call, all others at once. */
import type { DestinationStream } from 'pino';

/** What a line of a call says of itself. */
export const callMessage = 'exchange';
/** And that of a call that was refused, of which a crowd leaves thousands a second. */
export const refusalMessage = 'denied';
const gathered: ReadonlySet<unknown> = new Set([callMessage, refusalMessage]);

const gatheredMs = 20;
const gatheredMax = 16_384;

type Output = { readonly write: (lines: string) => unknown; readonly flushSync: () => void };

/** Pino says by this mark that it tells of each line what it is, before it writes it. */
const told = Symbol.for('pino.metadata');

export class LogOutput implements DestinationStream {
  readonly [told] = true;
  lastMsg: unknown = '';
  readonly #output: Output;
  #held = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  write(line: string): void {
    this.#held += line;
    if (!gathered.has(this.lastMsg) || this.#held.length >= gatheredMax) this.#put();
    else this.#timer ??= setTimeout(() => this.#put(), gatheredMs).unref();
  }

  /** Whatever still waits, before the process is gone; pino asks for it after a line of the last level. */
  flushSync(): void {
    this.#put();
    this.#output.flushSync();
  }

  #put(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#held;
    this.#held = '';
    if (lines !== '') this.#output.write(lines);
  }
}
