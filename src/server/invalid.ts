/** Turns what zod found into faults that name each place by JSON Pointer. */
import type { z } from 'zod';
import { type Fault, GatewayError } from '../errors.ts';
import { pointerOf } from '../governance/interaction.ts';

function lower(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function toFaults(issue: z.core.$ZodIssue): readonly Fault[] {
  const at = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code !== 'unrecognized_keys')
    return [{ pointer: pointerOf(at), detail: lower(issue.message) }];
  return issue.keys.map((key) => ({
    pointer: pointerOf([...at, key]),
    detail: 'this field is not known here',
  }));
}

export function toInvalid(error: z.ZodError): GatewayError {
  const faults = error.issues.flatMap(toFaults);
  const places = faults.map(({ pointer }) => `\`${pointer === '' ? '/' : pointer}\``).join(', ');
  return new GatewayError('invalid_request', `the request is not valid at ${places}`, { faults });
}
