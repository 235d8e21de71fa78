/** The headers of answers as the OpenAPI document names them: each described once, and listed where it may stand. */

const described = {
  'x-request-id': 'What the caller calls the request, or the id that it got here.',
  'RateLimit-Policy': 'The rate of the key (IETF draft-8); absent where none is set.',
  RateLimit: 'What is left of it, and when it is whole again; absent where none is set.',
  'Retry-After': 'Seconds to wait before the next try.',
  'WWW-Authenticate': 'The scheme that a key is shown by.',
  'x-governance-index-behind':
    'Durable entries of this replica that the index does not have yet; absent where there are none.',
  'x-governance-index-partial':
    'Why entries may be missing: those of other replicas, or in a damaged place; absent where none is.',
  'x-governance-decision': 'What was done: `allow`, `flag`, `redact` or `block`.',
  'x-governance-policy-version': 'The policies that it was ruled by.',
  'x-governance-entry': 'The id of the entry in the audit trail.',
  'x-governance-coverage': '`full`, or `partial` where something could not be judged.',
} as const;

export type HeaderName = keyof typeof described;

export const governedHeaders: readonly HeaderName[] = [
  'x-governance-decision',
  'x-governance-policy-version',
  'x-governance-entry',
  'x-governance-coverage',
];

/** For the document's `components`. */
export function writeHeaders(): Readonly<Record<string, unknown>> {
  const entries = Object.entries(described).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** For one answer: references to those described. */
export function toHeaders(names: readonly HeaderName[]): Readonly<Record<string, unknown>> {
  const all: readonly HeaderName[] = ['x-request-id', ...names];
  const entries = all.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Of an error of this status. */
export function headersOfStatus(status: string): readonly HeaderName[] {
  if (status === '401') return ['WWW-Authenticate'];
  return status === '429' || status === '503' ? ['Retry-After'] : [];
}
