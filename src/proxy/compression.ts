/** Undoes a content-encoding within a bound, so that what is judged is what was meant and a bomb stays small. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { GatewayError } from '../errors.ts';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decoders = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  // The same by its old name: RFC 9110, 8.4.1.3.
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

export const readEncodings = ['identity', ...decoders.keys()];

/** One encoding or none; a list of them, or an unknown one, is undefined. */
export function findEncoding(header = ''): string | undefined {
  // An empty list names none: RFC 9110, 5.6.1.
  const encoding = header.trim().toLowerCase() || 'identity';
  return readEncodings.includes(encoding) ? encoding : undefined;
}

/** `what` names the bytes in messages: `the request body`. */
export async function decompress(
  bytes: Buffer,
  encoding: string,
  bytesMax: number,
  what: string,
): Promise<Buffer> {
  const decoder = decoders.get(encoding);
  if (decoder === undefined) return bytes;
  try {
    return await decoder(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    if (isTooLarge(error))
      throw new GatewayError('too_large', `${what} unpacks to more than ${bytesMax} bytes`);
    throw new GatewayError('invalid_request', `${what} is not the ${encoding} that it says it is`);
  }
}

/** By its code: an error of another realm is no instance of ours. */
function isTooLarge(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_BUFFER_TOO_LARGE'
  );
}
