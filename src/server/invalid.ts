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
  const faults = dropFollowing(error.issues).flatMap((issue) => toFaults(issue, names));
  return new GatewayError('invalid_request', tellPlaces(faults), { faults });
}

/** What is of another type is measured all the same, by the elements that a list may have for one: that says nothing. */
function dropFollowing(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const mistyped = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues)
    if (issue.code === 'invalid_type') mistyped.set(JSON.stringify(issue.path), issue);
  return issues.filter((issue) => {
    const first = mistyped.get(JSON.stringify(issue.path));
    return first === undefined || first === issue;
  });
}

/** By pointer; the empty one means the whole, and a person would take \`/\` for a member without a name. */
export function tellPlaces(faults: readonly Fault[]): string {
  const [whole] = faults.filter(({ pointer }) => pointer === '');
  const places = faults.filter(({ pointer }) => pointer !== '');
  const at =
    places.length === 0 ? '' : ` at ${places.map((each) => `\`${each.pointer}\``).join(', ')}`;
  return `the request is not valid${at}${whole === undefined ? '' : `: ${whole.detail}`}`;
}
