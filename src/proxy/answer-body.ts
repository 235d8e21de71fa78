/** Reads an upstream's answer to its end, within a bound, and unpacks it where the upstream packed it unasked. */
import { GatewayError } from '../errors.ts';
import { decompress, findEncoding } from './compression.ts';
import type { Inbound } from './crossing.ts';
import { gather } from './gather.ts';

export type AnswerLimits = { readonly answerBytesMax: number };

const what = 'the upstream’s answer';

export async function readAnswerBody(inbound: Inbound, limits: AnswerLimits): Promise<Buffer> {
  const encoding = findEncoding(inbound.headers['content-encoding']);
  if (encoding === undefined) {
    inbound.abort();
    throw new GatewayError('upstream_failed', `${what} has an encoding that is not read here`);
  }
  const bytes = await collect(inbound, limits.answerBytesMax);
  if (encoding === 'identity') return bytes;
  try {
    return await decompress(bytes, encoding, limits.answerBytesMax, what);
  } catch (error) {
    throw new GatewayError('upstream_failed', `${what} cannot be unpacked`, { cause: error });
  }
}

function collect(inbound: Inbound, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const { stream } = inbound;
    const refuse = (): void => {
      inbound.abort();
      reject(new GatewayError('upstream_failed', `${what} is larger than ${bytesMax} bytes`));
    };
    const breakOff = (): void => {
      reject(inbound.failure() ?? new GatewayError('upstream_failed', `${what} broke off`));
    };
    // Whatever broke before it was read here has been read away, and its end will not be told again.
    if (stream.destroyed || inbound.failure() !== undefined) {
      breakOff();
      return;
    }
    if (Number(inbound.headers['content-length'] ?? 0) > bytesMax) {
      refuse();
      return;
    }
    if (stream.complete) {
      // It came along with its head, so that nothing is waited for.
      const bytes = (stream.read() as Buffer | null) ?? Buffer.alloc(0);
      if (bytes.length > bytesMax) refuse();
      else resolve(bytes);
      return;
    }
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytesMax) refuse();
      else chunks.push(chunk);
    });
    stream.once('end', () => {
      resolve(gather(chunks, length));
    });
    stream.once('close', () => {
      // An error costs its stack, so it is made only where it is one.
      if (!stream.readableEnded) breakOff();
    });
  });
}
