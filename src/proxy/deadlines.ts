/** How long an upstream may take to be reached, to begin, to go on and to finish. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { GatewayError } from '../errors.ts';
import type { Phase } from './failure.ts';

export type ForwardLimits = {
  readonly upstreamConnectTimeoutMs: number;
  readonly upstreamFirstByteTimeoutMs: number;
  readonly upstreamIdleTimeoutMs: number;
  readonly upstreamTotalTimeoutMs: number;
};

const lateTexts: Readonly<Record<Phase, string>> = {
  connect: 'could not be reached',
  first_byte: 'sent nothing',
  idle: 'sent nothing more',
  total: 'did not finish',
};

/** A process that was busy for so long may not have seen yet what came in time: it looks once more before it is late. */
class Deadline {
  readonly #timer: NodeJS.Timeout;
  #look: NodeJS.Immediate | undefined;

  constructor(ms: number, late: () => void) {
    this.#timer = setTimeout(() => {
      this.#look = setImmediate(late);
    }, ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#look);
  }
}

export class Deadlines {
  readonly #name: string;
  readonly #limits: ForwardLimits;
  readonly #fail: (error: GatewayError) => void;
  readonly #total: Deadline;
  #phase: Deadline | undefined;
  #over = false;

  constructor(name: string, limits: ForwardLimits, fail: (error: GatewayError) => void) {
    this.#name = name;
    this.#limits = limits;
    this.#fail = fail;
    this.#total = this.#wait('total', limits.upstreamTotalTimeoutMs);
  }

  /** There is no connection that could be used again, and one is made. */
  connecting(): void {
    if (!this.#over) this.#phase = this.#wait('connect', this.#limits.upstreamConnectTimeoutMs);
  }

  /** The connection stands: now the answer has to begin. */
  reached(): void {
    this.#phase?.clear();
    if (!this.#over)
      this.#phase = this.#wait('first_byte', this.#limits.upstreamFirstByteTimeoutMs);
  }

  /** The answer began: from here on only pauses and the whole count. */
  begun(sent: ClientRequest, answer: IncomingMessage): void {
    this.#phase?.clear();
    this.#watch(sent, answer);
  }

  /** Silence while nobody listens is not the upstream's: what was read is being judged, or its client is slow. */
  #watch(sent: ClientRequest, answer: IncomingMessage): void {
    const idleMs = this.#limits.upstreamIdleTimeoutMs;
    sent.setTimeout(idleMs, () => {
      if (answer.isPaused()) this.#watch(sent, answer);
      else this.#late('idle', idleMs);
    });
  }

  clear(): void {
    this.#over = true;
    this.#phase?.clear();
    this.#total.clear();
  }

  #wait(phase: Phase, ms: number): Deadline {
    return new Deadline(ms, () => this.#late(phase, ms));
  }

  #late(phase: Phase, ms: number): void {
    const detail = `the upstream \`${this.#name}\` ${lateTexts[phase]} in ${ms / 1000} s`;
    this.#fail(new GatewayError('upstream_timeout', detail, { cause: phase }));
  }
}
