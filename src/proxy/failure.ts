/** The kinds of failure of an upstream, by how much it may have done with the call before. */
import { GatewayError } from '../errors.ts';

export const failureKinds = ['connect', 'timeout', 'broken', 'rate_limited', 'error'] as const;
/** `connect`: it was never reached, so it cannot have acted; `broken`: it broke off, or made no sense; `error`: it answered with a status of 500 or more. */
export type FailureKind = (typeof failureKinds)[number];

/** What a deadline that ran out was waiting for. */
export type Phase = 'connect' | 'first_byte' | 'idle' | 'total';

/** Where no connection came about, whatever the reason. */
const unreached = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]);

/** Undefined where it was not the upstream that failed. */
export function kindOfError(error: unknown): FailureKind | undefined {
  if (!(error instanceof GatewayError)) return undefined;
  const { code, cause } = error;
  if (code === 'upstream_resting') return 'connect';
  if (code === 'upstream_timeout') return cause === 'connect' ? 'connect' : 'timeout';
  if (code !== 'upstream_failed') return undefined;
  const system =
    typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  const untrusted = /^(ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(system);
  return unreached.has(system) || untrusted ? 'connect' : 'broken';
}

export function kindOfStatus(status: number): FailureKind | undefined {
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'error' : undefined;
}
