/** The error that callers get while the trail cannot be written: refuse now, try again in a second. */
import { GatewayError } from '../errors.ts';

const message = 'the audit trail cannot be written at the moment';

export function unavailable(reason: string): GatewayError {
  return new GatewayError('audit_unavailable', message, {
    headers: { 'retry-after': '1' },
    cause: new Error(reason),
  });
}

/** What kept the trail from being written, for those who mend it; undefined for any other error. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof GatewayError) || error.message !== message) return undefined;
  return error.cause instanceof Error ? error.cause.message : undefined;
}
