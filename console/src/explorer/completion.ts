/** What could stand at the caret: a field, or a value of a field that occurs within the span of time. */
import { get } from '../api.ts';
import type { FacetAnswer } from './facets.tsx';
import type { Filter } from './filter.ts';

export type Suggestion = { readonly text: string; readonly about: string };

const fields: Readonly<Record<string, string>> = {
  decision: 'allow, flag, redact, block',
  rule: 'policy/rule, * for anything',
  policy: 'a policy',
  category: 'what was found',
  severity: 'of the gravest rule',
  model: 'the model that was asked for',
  upstream: 'where it went',
  owner: 'of the key',
  team: 'of the key',
  key: 'the id of a key',
  tag: 'a tag of the call',
  route: 'the path that was called',
  dialect: 'the format of the call',
  status: 'of the answer',
  coverage: 'full or partial',
  delivered: 'full, partial or none',
  cause: 'why a call was refused',
  act: "an administrator's or a reviewer's act",
  type: 'the kind of entry',
  origin: 'which log',
  latency: 'milliseconds: >500, 100..200',
  bytes_in: 'size of the request',
  bytes_out: 'size of the answer',
  tokens_in: 'input tokens',
  tokens_out: 'output tokens',
  subject: 'the end user, as a pseudonym',
  session: 'a session',
  exchange: 'the id of an exchange',
  request: 'a request id',
};

const uncounted =
  /^(?:latency|bytes_in|bytes_out|tokens_in|tokens_out|subject|session|exchange|request)$/;
const offeredMax = 9;

export async function suggest(word: string, filter: Filter): Promise<readonly Suggestion[]> {
  const minus = word.startsWith('-') ? '-' : '';
  const bare = word.slice(minus.length);
  const colon = bare.indexOf(':');
  if (colon < 0) {
    if (bare === '') return [];
    return Object.entries(fields)
      .filter(([field]) => field.startsWith(bare))
      .slice(0, offeredMax)
      .map(([field, about]) => ({ text: `${minus}${field}:`, about }));
  }
  const field = bare.slice(0, colon);
  const typed = bare
    .slice(colon + 1)
    .replace(/^"/, '')
    .toLowerCase();
  if (!Object.hasOwn(fields, field) || uncounted.test(field)) return [];
  const span = { from: filter.from === 'all' ? undefined : filter.from, to: filter.to };
  const answer = await get<FacetAnswer>('/v1/audit/facets', {
    ...span,
    fields: field,
    values: 100,
  }).catch(() => undefined);
  return (answer?.fields[field] ?? [])
    .filter(({ value }) => value.toLowerCase().includes(typed))
    .slice(0, offeredMax)
    .map(({ value, count }) => ({
      text: `${minus}${field}:${/[\s",*<>]/.test(value) ? JSON.stringify(value) : value}`,
      about: count.toLocaleString('en'),
    }));
}
