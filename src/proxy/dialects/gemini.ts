/** The Gemini family: errors as Google's APIs write them. */
import type { Family } from './family.ts';

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

export const gemini: Family = {
  name: 'gemini',
  credentialSlots: ['x-goog-api-key'],
  passedHeaders: [],
  requestIdHeader: undefined,
  writeError: ({ code, status, message, param, requestId }) =>
    JSON.stringify({
      error: {
        code: status,
        message,
        status: statusNames[status] ?? 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: code === 'blocked' ? 'POLICY_BLOCKED' : code.toUpperCase(),
            domain: 'governance-gateway',
            metadata: { request_id: requestId, ...(param === undefined ? {} : { param }) },
          },
        ],
      },
    }),
};
