/** How long an upstream may take to be reached, to begin, to go on and to finish. */
import type { ClientRequest } from 'node:http';
import { GatewayError } from '../errors.ts';

export type ForwardLimits = {
  readonly upstreamConnectTimeoutMs: number;
  readonly upstreamFirstByteTimeoutMs: number;
  readonly upstreamIdleTimeoutMs: number;
  readonly upstreamTotalTimeoutMs: number;
};

export class Deadlines {
  readonly #name: string;
  readonly #limits: ForwardLimits;
  readonly #fail: (error: GatewayError) => void;
  readonly #total: NodeJS.Timeout;
  #phase: NodeJS.Timeout;
  #over = false;

  constructor(name: string, limits: ForwardLimits, fail: (error: GatewayError) => void) {
    this.#name = name;
    this.#limits = limits;
    this.#fail = fail;
    this.#total = this.#wait('did not finish', limits.upstreamTotalTimeoutMs);
    this.#phase = this.#wait('could not be reached', limits.upstreamConnectTimeoutMs);
  }

  /** The connection stands: now the answer has to begin. */
  reached(): void {
    clearTimeout(this.#phase);
    if (!this.#over)
      this.#phase = this.#wait('sent nothing', this.#limits.upstreamFirstByteTimeoutMs);
  }

  /** The answer began: from here on only pauses and the whole count. */
  begun(sent: ClientRequest): void {
    clearTimeout(this.#phase);
    const idleMs = this.#limits.upstreamIdleTimeoutMs;
    sent.setTimeout(idleMs, () => this.#late('sent nothing more', idleMs));
  }

  clear(): void {
    this.#over = true;
    clearTimeout(this.#phase);
    clearTimeout(this.#total);
  }

  #wait(what: string, ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#late(what, ms), ms);
  }

  #late(what: string, ms: number): void {
    const detail = `the upstream \`${this.#name}\` ${what} in ${ms / 1000} s`;
    this.#fail(new GatewayError('upstream_timeout', detail));
  }
}
