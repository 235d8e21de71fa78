/** The kinds of failure of an upstream, by how much it may have done with the call before. */
import { GatewayError } from '../errors.ts';

export const failureKinds = ['connect', 'timeout', 'broken', 'rate_limited', 'error'] as const;
/** `connect`: it was never reached, so it cannot have acted; `broken`: it broke off, or made no sense; `error`: it answered with a status of 500 or more. */
export type FailureKind = (typeof failureKinds)[number];

/** What a deadline that ran out was waiting for; `connect` is also the cause where no connection came about for another reason. */
export type Phase = 'connect' | 'first_byte' | 'idle' | 'total';

/** Undefined where it was not the upstream that failed. */
export function kindOfError(error: unknown): FailureKind | undefined {
  if (!(error instanceof GatewayError)) return undefined;
  const { code, cause } = error;
  if (code === 'upstream_resting') return 'connect';
  if (code !== 'upstream_failed' && code !== 'upstream_timeout') return undefined;
  if (cause === 'connect') return 'connect';
  return code === 'upstream_timeout' ? 'timeout' : 'broken';
}

export function kindOfStatus(status: number): FailureKind | undefined {
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'error' : undefined;
}
