/** The error that callers get while the trail cannot be written: refuse now, try again in a second. */
import { GatewayError } from '../errors.ts';

export function unavailable(reason: string): GatewayError {
  return new GatewayError('audit_unavailable', 'the audit trail cannot be written at the moment', {
    headers: { 'retry-after': '1' },
    cause: new Error(reason),
  });
}
