/** Reads a request body once: bounded while it arrives, of one media type, in one charset, unpacked within the same bound. */
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors.ts';
import { ClientLeft } from './client-left.ts';
import { decompress, findEncoding, readEncodings } from './compression.ts';
import { Gathering, longBytesMin } from './gather.ts';

export type BodyLimits = { readonly bodyBytesMax: number; readonly requestTimeoutMs: number };

const what = 'the request body';
/** JSON is UTF-8, whatever else a client says of it; another charset would make other text of the same bytes. */
const parameter = String.raw`charset="?utf-?8"?|(?!charset)[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[^"\\]*")`;
const jsonType = new RegExp(
  String.raw`^application/json[ \t]*(?:;[ \t]*(?:(?:${parameter})[ \t]*)?)*$`,
  'i',
);

export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const encoding = checkHeaders(request, limits);
  const bytes = request.complete ? take(request, limits) : await collect(request, limits);
  return encoding === 'identity'
    ? bytes
    : await decompress(bytes, encoding, limits.bodyBytesMax, what);
}

/** What a GET may not have; the bytes of one would otherwise ride to the next reader of the socket. */
export function refuseBody(request: IncomingMessage): void {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] !== undefined || (length ?? '0') !== '0')
    throw new GatewayError('invalid_request', 'a GET has no body here', closing);
}

const closing = { headers: { connection: 'close' } };

/** What curl says of a body unless it is told otherwise. */
const form = /^application\/x-www-form-urlencoded\b/i;
const formHint = ", not a form's: with curl, add `-H 'Content-Type: application/json'`";

/** Node reads the first of several, others the last, and each would take the body for something else. */
function refuseDoubledType({ rawHeaders }: IncomingMessage): void {
  const name = 'content-type';
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const each = rawHeaders[i];
    if (each?.length === name.length && each.toLowerCase() === name) found += 1;
  }
  if (found > 1)
    throw new GatewayError(
      'ambiguous_request',
      '`content-type` was sent twice; send it once',
      closing,
    );
}

function checkHeaders(request: IncomingMessage, limits: BodyLimits): string {
  refuseDoubledType(request);
  const type = request.headers['content-type'] ?? '';
  if (!jsonType.test(type))
    throw new GatewayError(
      'unsupported_media_type',
      `expected the content-type \`application/json\` in UTF-8${form.test(type) ? formHint : ''}`,
      closing,
    );
  const encoding = findEncoding(request.headers['content-encoding']);
  if (encoding === undefined)
    throw new GatewayError(
      'unsupported_media_type',
      `expected one content-encoding of ${readEncodings.join(', ')}`,
      closing,
    );
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytesMax) throw tooLarge(limits);
  return encoding;
}

function tooLarge(limits: BodyLimits): GatewayError {
  return new GatewayError(
    'too_large',
    `${what} is larger than ${limits.bodyBytesMax} bytes`,
    closing,
  );
}

/** Of one that came along with its head nothing is waited for. */
function take(request: IncomingMessage, limits: BodyLimits): Buffer {
  if (request.destroyed) throw new ClientLeft(unfinished);
  const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0);
  if (bytes.length > limits.bodyBytesMax) throw tooLarge(limits);
  return bytes;
}

const unfinished = 'before its request was complete';

function collect(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) {
      reject(new ClientLeft(unfinished));
      return;
    }
    const body = new Gathering(Number(request.headers['content-length'] ?? 0));
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', end).off('close', leave).off('error', leave);
      finish();
    };
    const refuse = (error: Error): void =>
      settle(() => {
        request.pause();
        reject(error);
      });
    const take = (chunk: Buffer): void => {
      if (body.length + chunk.length > limits.bodyBytesMax) refuse(tooLarge(limits));
      else body.add(chunk);
    };
    const end = (): void =>
      settle(() => {
        const bytes = body.finish();
        // Putting megabytes together may be this turn's work: what is made of them begins with the next.
        if (bytes.length < longBytesMin) resolve(bytes);
        else setImmediate(resolve, bytes);
      });
    const leave = (error?: unknown): void =>
      refuse(error instanceof GatewayError ? error : new ClientLeft(unfinished));
    const timer = setTimeout(() => {
      const seconds = limits.requestTimeoutMs / 1000;
      refuse(new GatewayError('request_timeout', `${what} took longer than ${seconds} s`, closing));
    }, limits.requestTimeoutMs);
    request.on('data', take).once('end', end).once('close', leave).once('error', leave);
  });
}
