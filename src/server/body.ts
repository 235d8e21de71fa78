/** A body of the gateway's own API: read once, bounded and as strictly as a body that goes on to an upstream. */
import type { IncomingMessage } from 'node:http';
import { type BodyLimits, readBody } from '../proxy/body.ts';
import { type JsonLimits, readJson } from '../proxy/json.ts';

export type Received = { readonly bytes: Buffer; readonly value: unknown };

export type BodyReader = (request: IncomingMessage) => Promise<Received>;

export function createBodyReader(limits: BodyLimits & JsonLimits): BodyReader {
  return async function readReceived(request) {
    const bytes = await readBody(request, limits);
    return { bytes, value: readJson(bytes, limits, 'the request body').value };
  };
}
