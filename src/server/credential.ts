/** Finds the one credential of a request: two that differ, one in the query or one in a foreign slot are refused. */
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors.ts';

/** The header slots in which a vendor's SDK puts its key; each counts on its own dialect's routes only. */
export const vendorSlots = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;
export type VendorSlot = (typeof vendorSlots)[number];

/** Names under which clients put keys, whatever their case and whether with a dash, an underscore or neither. */
const queryNames = new Set([
  'key',
  'apikey',
  'xapikey',
  'xgoogapikey',
  'accesstoken',
  'token',
  'authorization',
  'bearer',
]);

function isCredential(name: string, value: string): boolean {
  return queryNames.has(name.toLowerCase().replace(/[-_]/g, '')) || value.includes('ggw_');
}

function unauthorized(detail: string): GatewayError {
  return new GatewayError('unauthorized', detail, {
    headers: { 'www-authenticate': 'Bearer realm="governance-gateway"' },
  });
}

/** Every value of every slot, from the raw headers: the parsed ones hide a repeated `authorization`. */
function readSlots(request: IncomingMessage): { slot: string; value: string }[] {
  const found: { slot: string; value: string }[] = [];
  const raw = request.rawHeaders;
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i] ?? '';
    // Lengths of the four slots, so that the usual header costs no lower-casing.
    if (name.length !== 13 && name.length !== 9 && name.length !== 14 && name.length !== 7)
      continue;
    const slot = name.toLowerCase();
    if (slot === 'authorization' || vendorSlots.some((vendor) => vendor === slot)) {
      found.push({ slot, value: raw[i + 1] ?? '' });
    }
  }
  return found;
}

/** What a route takes beside `Authorization`: slots of its vendor, and query parameters that are called like a key and are none. */
export type OwnPlaces = {
  readonly slots?: readonly VendorSlot[];
  readonly parameters?: readonly string[];
};

export function readCredential(
  request: IncomingMessage,
  query: URLSearchParams,
  { slots: allowed = [], parameters = [] }: OwnPlaces = {},
): string {
  const holdsKey = ([name, value]: readonly [string, string]): boolean =>
    isCredential(parameters.includes(name) ? '' : name, value);
  if (query.size > 0 && [...query].some(holdsKey)) {
    throw unauthorized(
      'a key in the query string is not accepted; send it as `Authorization: Bearer`',
    );
  }
  let credential: string | undefined;
  const seen = new Set<string>();
  for (const { slot, value } of readSlots(request)) {
    if (slot !== 'authorization' && !allowed.some((vendor) => vendor === slot)) {
      throw unauthorized(
        `\`${slot}\` is not accepted on this route; send the key as \`Authorization: Bearer\``,
      );
    }
    // Alike or not: whoever reads only the first or only the last must not be the one who decides.
    if (seen.has(slot)) throw unauthorized(`\`${slot}\` was sent twice; send it once`);
    seen.add(slot);
    const bearer =
      slot === 'authorization' ? /^Bearer +([\x21-\x7e]+)$/i.exec(value)?.[1] : value.trim();
    if (bearer === undefined || bearer === '') {
      throw unauthorized('the credential must be `Authorization: Bearer` followed by one key');
    }
    if (credential !== undefined && credential !== bearer) {
      throw unauthorized('two credentials that differ were sent; send one');
    }
    credential = bearer;
  }
  if (credential === undefined) {
    throw unauthorized('a key is needed; send it as `Authorization: Bearer`');
  }
  return credential;
}
