/** Signs a request to an S3-compatible store: AWS Signature Version 4, with the hash of the whole body. */
import { createHmac, hash } from 'node:crypto';

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that are lent for a time. */
  readonly sessionToken?: string | undefined;
};

export type Unsigned = {
  readonly method: string;
  readonly url: URL;
  /** In lower case; those of the signature itself are added. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, lower-case hex. */
  readonly bodyHash: string;
  readonly atMs: number;
};

const algorithm = 'AWS4-HMAC-SHA256';

/** The headers that go with the request, the signature among them. */
export function signRequest(
  request: Unsigned,
  credentials: Credentials,
  region: string,
): Record<string, string> {
  const { method, url, bodyHash, atMs } = request;
  const at = toBasicTime(atMs);
  const { sessionToken } = credentials;
  const headers: Record<string, string> = {
    ...request.headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': at,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const canonical = [
    method,
    url.pathname,
    toCanonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}`),
    '',
    signed,
    bodyHash,
  ].join('\n');
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  const toSign = [algorithm, at, scope, hash('sha256', canonical, 'hex')].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, part) => hmac(secret, part),
      `AWS4${credentials.secretAccessKey}`,
    );
  const signature = hmac(key, toSign).toString('hex');
  headers['authorization'] =
    `${algorithm} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
  return headers;
}

/** Every byte beyond letters, digits and `-._~` as `%XX`, as the signature wants it. */
export function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function toCanonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`)
    .sort()
    .join('&');
}

/** `20130524T000000Z` */
function toBasicTime(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
