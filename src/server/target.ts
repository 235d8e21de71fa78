/** Reads the request target once, from its raw form, and refuses what two readers could route differently. */
import { GatewayError } from '../errors.ts';

// One reader undoes an encoded separator or a dot segment, the next does not: that is how a path that was
// authorised as one route is served as another. None of these forms is needed by any client of ours.
const ambiguous = /\/\/|\/\.{1,2}(?:\/|$)|%(?:2e|2f|5c|25|00|3b|3f|23|0a|0d)|[\\;#]|[^\x21-\x7e]/i;

export type Target = { readonly path: string; readonly query: URLSearchParams };

const targetLengthMax = 8192;

export function readTarget(url: string): Target {
  if (!url.startsWith('/')) {
    throw new GatewayError(
      'ambiguous_request',
      'the request target must be a path, not a whole URL',
    );
  }
  if (url.length > targetLengthMax) {
    throw new GatewayError(
      'headers_too_large',
      'the request target is longer than 8192 characters',
    );
  }
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (ambiguous.test(path)) {
    throw new GatewayError(
      'ambiguous_request',
      'the path holds a doubled slash, a dot segment or an encoded separator; send it in its plain form',
    );
  }
  return { path, query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)) };
}
