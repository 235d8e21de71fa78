/** Operational errors: a closed list of codes, each with its HTTP status, title and the way a caller mends it. */

export const errorTable = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  ambiguous_request: { status: 400, title: 'Two parsers could read this request differently' },
  blocked: { status: 400, title: 'Blocked by policy' },
  unauthorized: { status: 401, title: 'A valid key is needed' },
  forbidden: { status: 403, title: 'This key may not do that' },
  not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'This method is not offered here' },
  conflict: { status: 409, title: 'It was changed meanwhile' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'This media type or encoding is not read here' },
  elsewhere: { status: 421, title: 'Another replica has this' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  client_left: { status: 499, title: 'The client left before its call was over' },
  rate_limited: { status: 429, title: 'Too many requests' },
  budget_exceeded: { status: 429, title: 'A budget is used up' },
  concurrency_limited: { status: 429, title: 'Too many calls at the same time' },
  internal: { status: 500, title: 'Something is broken in the gateway' },
  upstream_failed: { status: 502, title: 'The upstream did not answer properly' },
  upstream_timeout: { status: 504, title: 'The upstream took too long' },
  upstream_resting: { status: 503, title: 'The upstream is left alone for a while' },
  audit_unavailable: { status: 503, title: 'The audit trail cannot be written' },
  overloaded: { status: 503, title: 'The gateway is at its limit' },
  not_ready: { status: 503, title: 'The gateway is not ready' },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** One fault in what a caller sent: a JSON Pointer to the place and a sentence that says what was expected. */
export type Fault = { readonly pointer: string; readonly detail: string };

/** The budget or the cap that refused, by its name in the configuration; `degraded` where the replica decided alone. */
export type RefusedBy = { readonly name: string; readonly degraded: boolean };

export type GatewayErrorOptions = {
  readonly faults?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  readonly budget?: RefusedBy;
};

const ownKey = /(ggw_[0-9A-Za-z]+_)[0-9A-Za-z]+/g;

/** A caller may put a key where a name belongs, and what is told of that goes through more hands than the key should. */
function withoutKeys(text: string): string {
  return text.includes('ggw_') ? text.replace(ownKey, '$1…') : text;
}

// Invariant: no error holds a credential of ours.
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;
  readonly budget: RefusedBy | undefined;

  constructor(code: ErrorCode, detail: string, options: GatewayErrorOptions = {}) {
    super(withoutKeys(detail), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.faults = (options.faults ?? []).map(({ pointer, detail: told }) => ({
      pointer: withoutKeys(pointer),
      detail: withoutKeys(told),
    }));
    this.headers = options.headers ?? {};
    this.budget = options.budget;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}
