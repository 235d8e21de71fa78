/** The OpenAI family: error bodies that its SDKs turn into their typed errors. */
import type { ErrorCode } from '../../errors.ts';
import type { Family } from './family.ts';

/** `type` and `code` as OpenAI uses them; other tools key on `content_policy_violation`. */
const wireCodes: Readonly<Record<ErrorCode, readonly [type: string, code: string]>> = {
  invalid_request: ['invalid_request_error', 'invalid_request'],
  ambiguous_request: ['invalid_request_error', 'ambiguous_request'],
  blocked: ['invalid_request_error', 'content_policy_violation'],
  unauthorized: ['authentication_error', 'invalid_api_key'],
  forbidden: ['permission_error', 'forbidden'],
  not_found: ['invalid_request_error', 'not_found'],
  method_not_allowed: ['invalid_request_error', 'method_not_allowed'],
  conflict: ['invalid_request_error', 'conflict'],
  request_timeout: ['invalid_request_error', 'request_timeout'],
  too_large: ['invalid_request_error', 'too_large'],
  unsupported_media_type: ['invalid_request_error', 'unsupported_media_type'],
  elsewhere: ['invalid_request_error', 'elsewhere'],
  headers_too_large: ['invalid_request_error', 'headers_too_large'],
  client_left: ['invalid_request_error', 'client_left'],
  rate_limited: ['rate_limit_exceeded', 'rate_limit_exceeded'],
  budget_exceeded: ['insufficient_quota', 'budget_exceeded'],
  concurrency_limited: ['rate_limit_exceeded', 'concurrency_limited'],
  internal: ['server_error', 'internal'],
  upstream_failed: ['server_error', 'upstream_failed'],
  upstream_timeout: ['server_error', 'upstream_timeout'],
  upstream_resting: ['server_error', 'upstream_resting'],
  audit_unavailable: ['server_error', 'audit_unavailable'],
  overloaded: ['server_error', 'overloaded'],
  not_ready: ['server_error', 'not_ready'],
};

/** In a stream there is no status: the error alone says that it is one. */
export function writeBlockedError({ message }: { readonly message: string }): string {
  const [type, code] = wireCodes.blocked;
  return `data: ${JSON.stringify({ error: { message, type, param: null, code } })}\n\n`;
}

export const openai: Family = {
  name: 'openai',
  credentialSlots: [],
  passedHeaders: [],
  requestIdHeader: undefined,
  writeError: ({ code, message, param }) => {
    const [type, wireCode] = wireCodes[code];
    return JSON.stringify({ error: { message, type, param: param ?? null, code: wireCode } });
  },
};
