/** How long an upstream may take to be reached, to begin, to go on and to finish. */
import type { ClientRequest } from 'node:http';
import { GatewayError } from '../errors.ts';

export type ForwardLimits = {
  readonly upstreamConnectTimeoutMs: number;
  readonly upstreamFirstByteTimeoutMs: number;
  readonly upstreamIdleTimeoutMs: number;
  readonly upstreamTotalTimeoutMs: number;
};

export type Deadlines = {
  /** The connection stands: now the answer has to begin. */
  readonly reached: () => void;
  /** The answer began: from here on only pauses and the whole count. */
  readonly begun: (sent: ClientRequest) => void;
  readonly clear: () => void;
};

export function startDeadlines(
  name: string,
  limits: ForwardLimits,
  fail: (error: GatewayError) => void,
): Deadlines {
  const late = (what: string, ms: number) => () => {
    const detail = `the upstream \`${name}\` ${what} in ${ms / 1000} s`;
    fail(new GatewayError('upstream_timeout', detail));
  };
  const wait = (what: string, ms: number): NodeJS.Timeout => setTimeout(late(what, ms), ms);
  const total = wait('did not finish', limits.upstreamTotalTimeoutMs);
  let phase = wait('could not be reached', limits.upstreamConnectTimeoutMs);
  let over = false;
  return {
    reached: () => {
      clearTimeout(phase);
      if (!over) phase = wait('sent nothing', limits.upstreamFirstByteTimeoutMs);
    },
    begun: (sent) => {
      clearTimeout(phase);
      const idleMs = limits.upstreamIdleTimeoutMs;
      sent.setTimeout(idleMs, late('sent nothing more', idleMs));
    },
    clear: () => {
      over = true;
      clearTimeout(phase);
      clearTimeout(total);
    },
  };
}
