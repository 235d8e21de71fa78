/** Which headers cross the gateway: both directions start from nothing and add what is named here. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Told } from '../governance/event.ts';
import type { Family } from './dialects/family.ts';
import type { Upstream } from './upstream.ts';

const valueLengthMax = 2048;
const answerValueLengthMax = 128;
const plainValue = /^[\x20-\x7e]*$/;

/** What the upstream gets: nothing of the caller's but what its family names, and the configured credential. */
export function writeRequestHeaders(
  family: Family,
  upstream: Upstream,
  caller: IncomingHttpHeaders,
  body: { readonly bytes: Buffer | undefined; readonly stream: boolean; readonly any: boolean },
  traceParent?: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: body.stream
      ? 'text/event-stream, application/json'
      : body.any
        ? '*/*'
        : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'governance-gateway',
  };
  for (const name of family.passedHeaders) {
    const value = caller[name];
    if (typeof value === 'string' && isPlain(value)) headers[name] = value;
  }
  Object.assign(headers, readTrace(caller), traceParent && { traceparent: traceParent });
  Object.assign(headers, upstream.headers);
  if (upstream.credential !== undefined)
    headers[upstream.credential.header] = upstream.credential.value;
  if (body.bytes !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(body.bytes.length);
  }
  return headers;
}

/** A later version may say more behind these four, which nobody here knows; the first has nothing behind them. */
const traceparent =
  /^(?!ff)(?!00.{53}.)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;
// Narrower than the specification, which allows any text in a value; what passes is judged all the same.
const tracestate =
  /^[a-z\d][\w*/@-]{0,63}=[\w.:;+/=~-]{1,64}(?:,[a-z\d][\w*/@-]{0,63}=[\w.:;+/=~-]{1,64}){0,7}$/;

type Trace = { readonly traceparent?: string; readonly tracestate?: string };

/** W3C Trace Context: a trace goes on through the gateway where it is well formed, and is left out where not. */
export function readTrace(caller: IncomingHttpHeaders): Trace {
  const { traceparent: parent, tracestate: state } = caller;
  const [, trace, span, flags] = (typeof parent === 'string' && traceparent.exec(parent)) || [];
  if (trace === undefined || span === undefined || flags === undefined) return {};
  const known = typeof state === 'string' && tracestate.test(state);
  // In the version that is spoken here, without what a later one says besides.
  return { traceparent: `00-${trace}-${span}-${flags}`, ...(known && { tracestate: state }) };
}

/** The trace that a call belongs to, and the caller's span in it; nothing where it names none. */
export function readTraceContext({
  traceparent: parent,
}: IncomingHttpHeaders): Pick<Told, 'trace' | 'traceParent'> {
  const [, trace, span, flags] = (typeof parent === 'string' && traceparent.exec(parent)) || [];
  if (trace === undefined || span === undefined || flags === undefined) return {};
  return { trace, traceParent: { span, sampled: (Number.parseInt(flags, 16) & 1) === 1 } };
}

/** What official libraries count for themselves; as everything of a caller's it is told and decides nothing. */
export function readRetry(headers: IncomingHttpHeaders): number | undefined {
  const count = headers['x-stainless-retry-count'];
  return typeof count === 'string' && /^[1-9]\d?$/.test(count) ? Number(count) : undefined;
}

/** As many digits as a moment in milliseconds, which no card has. */
const figure = String.raw`-?\d{1,13}(?:\.\d{1,9})?`;
const span = String.raw`(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[smhd]))+`;
const moment = String.raw`\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?`;
const day = String.raw`[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT`;
const period = '(?:second|minute|hour|day)';
/** `"default";q=100;w=60`, or in older drafts `100, 100;w=60`. */
const policy = String.raw`(?:"?(?:default|api|burst|requests|tokens|${period})"?|\d{1,13})(?:; ?[a-z]{1,2}=\d{1,13}){0,4}`;
/** What Anthropic says of subscriptions. */
const status = '(?:allowed(?:_warning)?|rejected|five_hour|seven_day(?:_opus|_sonnet)?|overage)';

// None of it was judged, so none of it may have room for words.
const wordless = new RegExp(
  `^(?:true|false|${figure}|${span}|${moment}|${day}|${status}|${policy}(?:, ?${policy}){0,3})$`,
);
const identifier = /^[\w.-]{1,64}$/;

const measured = `limit|remaining|reset|used|policy|requests|tokens|input|output|images|audio|project|priority|unified|status|representative|claim|fallback|percentage|overage|utilization|5h|7d|${period}`;
const passedName = new RegExp(
  `^(?:retry-after(?:-ms)?|openai-version|x-should-retry|openai-processing-ms|(?:x-|anthropic-)?ratelimit(?:-(?:${measured})){0,5})$`,
);

export const upstreamId = 'x-upstream-request-id';

/** What the client gets of the upstream's headers: its limits and its advice on retrying. */
export function readAnswerHeaders(upstream: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(upstream)) {
    if (typeof value !== 'string' || value.length > answerValueLengthMax) continue;
    if (passedName.test(name) && wordless.test(value)) headers[name] = value;
  }
  const id = upstream['x-request-id'] ?? upstream['request-id'];
  if (typeof id === 'string' && identifier.test(id)) headers[upstreamId] = id;
  return headers;
}

/** Printable, and no longer than any header that a provider documents. */
export function isPlain(value: string): boolean {
  return value.length <= valueLengthMax && plainValue.test(value);
}
