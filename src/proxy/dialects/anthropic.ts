/** The Anthropic family: error bodies that its SDKs turn into their typed errors, and the headers that choose a version. */
import type { ErrorCode } from '../../errors.ts';
import type { Family } from './family.ts';

/** Agents retry `api_error` and `overloaded_error`, so only what may pass by itself says so. */
const wireTypes: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'invalid_request_error',
  ambiguous_request: 'invalid_request_error',
  blocked: 'invalid_request_error',
  unauthorized: 'authentication_error',
  forbidden: 'permission_error',
  not_found: 'not_found_error',
  method_not_allowed: 'invalid_request_error',
  conflict: 'invalid_request_error',
  request_timeout: 'invalid_request_error',
  too_large: 'request_too_large',
  unsupported_media_type: 'invalid_request_error',
  elsewhere: 'invalid_request_error',
  headers_too_large: 'invalid_request_error',
  client_left: 'invalid_request_error',
  rate_limited: 'rate_limit_error',
  budget_exceeded: 'rate_limit_error',
  concurrency_limited: 'rate_limit_error',
  internal: 'api_error',
  upstream_failed: 'api_error',
  upstream_timeout: 'timeout_error',
  upstream_resting: 'overloaded_error',
  audit_unavailable: 'api_error',
  overloaded: 'overloaded_error',
  not_ready: 'overloaded_error',
};

export const anthropic: Family = {
  name: 'anthropic',
  credentialSlots: ['x-api-key'],
  // Both choose how the upstream reads the body, so they arrive as the client wrote them.
  passedHeaders: ['anthropic-version', 'anthropic-beta'],
  requestIdHeader: 'request-id',
  writeError: ({ code, message, param, requestId }) => {
    const wireCode = code === 'blocked' ? 'content_policy_violation' : code;
    const details = { error_code: wireCode, ...(param === undefined ? {} : { param }) };
    const error = { type: wireTypes[code], message, details };
    return JSON.stringify({ type: 'error', error, request_id: requestId });
  },
};
