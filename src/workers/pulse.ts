/** Whether the process at the other end of a channel is alive, told by what is heard of it. */
import { GatewayError } from '../errors.ts';

export type PulseOptions = {
  /** Who is at the other end, in words for whoever asked something of it. */
  readonly name: string;
  readonly everyMs?: number;
};

type Acts = {
  /** Sends what the other end answers by itself. */
  readonly ask: () => void;
  /** Nothing was heard for so long that whoever has waited since before this beat is told. */
  readonly giveUp: (before: number) => void;
};

const everyMsDefault = 2_500;
/** Beats without a word after which nobody waits any more: a process that compiles policies may be busy for some. */
const beatsMax = 4;

/**
 * Beats are counted and not measured: a machine that slept, or a process that stood still itself, has missed none. One
 * question is under way at a time, so that nothing piles up before an end that reads nothing.
 */
export class Pulse {
  readonly #name: string;
  readonly #everyMs: number;
  readonly #acts: Acts;
  readonly #timer: NodeJS.Timeout;
  #beat = 0;
  #unheard = 0;

  constructor({ name, everyMs = everyMsDefault }: PulseOptions, acts: Acts) {
    this.#name = name;
    this.#everyMs = everyMs;
    this.#acts = acts;
    this.#timer = setInterval(() => this.#next(), everyMs).unref();
  }

  get beat(): number {
    return this.#beat;
  }

  /** For how long nothing was heard that should have been. */
  get unheardMs(): number {
    return this.#unheard * this.#everyMs;
  }

  get stands(): boolean {
    return this.#unheard > beatsMax;
  }

  /** What is asked now is given up no earlier than this, by the clock of the machine. */
  get untilMs(): number {
    return monotonicMs() + beatsMax * this.#everyMs;
  }

  hear(): void {
    this.#unheard = 0;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  toError(): GatewayError {
    return new GatewayError('not_ready', `${this.#name} does not answer now`, {
      headers: { 'retry-after': '1' },
    });
  }

  #next(): void {
    this.#beat += 1;
    if (this.#unheard === 0) this.#acts.ask();
    this.#unheard += 1;
    if (this.stands) this.#acts.giveUp(this.#beat - beatsMax);
  }
}

/** One for all processes of the machine, and nobody sets it. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
