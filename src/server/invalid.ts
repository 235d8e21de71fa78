/** Turns what zod found into faults that name each place by JSON Pointer. */
import { z } from 'zod';
import { type Fault, GatewayError } from '../errors.ts';
import { pointerOf } from '../governance/interaction.ts';
import { tellMisfit } from '../governance/misfit.ts';
import { suggestion } from '../governance/policy/suggest.ts';

function toFaults(issue: z.core.$ZodIssue, names: readonly string[]): readonly Fault[] {
  const at = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code !== 'unrecognized_keys')
    return [{ pointer: pointerOf(at), detail: tellMisfit(issue) }];
  return issue.keys.map((key) => ({
    pointer: pointerOf([...at, key]),
    detail: `this field is not known here${at.length === 0 ? suggestion(key, names) : ''}`,
  }));
}

/** With the schema, a name that is not known is told the nearest one that is. */
export function toInvalid(error: z.ZodError, schema?: z.ZodType): GatewayError {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const faults = error.issues.flatMap((issue) => toFaults(issue, names));
  const places = faults.map(({ pointer }) => `\`${pointer === '' ? '/' : pointer}\``).join(', ');
  return new GatewayError('invalid_request', `the request is not valid at ${places}`, {
    faults,
  });
}
