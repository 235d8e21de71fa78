/** Reads an upstream's answer to its end, within a bound, and unpacks it where the upstream packed it unasked. */
import { GatewayError } from '../errors.ts';
import type { Place } from './answer-room.ts';
import { decompress, findEncoding } from './compression.ts';
import type { Inbound } from './crossing.ts';
import { Gathering } from './gather.ts';

export type AnswerLimits = { readonly answerBytesMax: number };

const what = 'the upstream’s answer';

/** What is read of it, and what is made of that, is counted into `place`; where there is no room, nothing is read. */
export async function readAnswerBody(
  inbound: Inbound,
  limits: AnswerLimits,
  place: Pick<Place, 'take'>,
): Promise<Buffer> {
  const encoding = findEncoding(inbound.headers['content-encoding']);
  if (encoding === undefined) {
    inbound.abort();
    throw new GatewayError('upstream_failed', `${what} has an encoding that is not read here`);
  }
  const declared = Number(inbound.headers['content-length'] ?? 0);
  const turn = declared > limits.answerBytesMax ? undefined : place.take(declared);
  if (turn !== undefined) await untilThereIsRoom(turn, inbound);
  const bytes = await collect(inbound, limits.answerBytesMax, place);
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  try {
    const unpacked = await decompress(bytes, encoding, limits.answerBytesMax, what);
    // It is there already, but what is made of it takes more.
    await place.take(bytes.length + unpacked.length);
    return unpacked;
  } catch (error) {
    throw new GatewayError('upstream_failed', `${what} cannot be unpacked`, { cause: error });
  }
}

/** Or until nobody waits for it any more. Told to pause, it is not taken for an upstream that has fallen silent. */
async function untilThereIsRoom(turn: Promise<void>, { stream }: Inbound): Promise<void> {
  if (stream.destroyed) return;
  stream.pause();
  let over = (): void => undefined;
  const closed = new Promise<void>((resolve) => stream.once('close', (over = resolve)));
  await Promise.race([turn, closed]);
  stream.off('close', over);
}

function collect(inbound: Inbound, bytesMax: number, place: Pick<Place, 'take'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = new Gathering(Number(inbound.headers['content-length'] ?? 0));
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
      void place.take(bytes.length);
      if (bytes.length > bytesMax) refuse();
      else resolve(bytes);
      return;
    }
    stream.on('data', (chunk: Buffer) => {
      if (body.length + chunk.length > bytesMax) {
        refuse();
        return;
      }
      body.add(chunk);
      const turn = place.take(body.length);
      if (turn === undefined) return;
      stream.pause();
      void turn.then(() => stream.resume());
    });
    if (stream.isPaused()) stream.resume();
    stream.once('end', () => {
      resolve(body.finish());
    });
    stream.once('close', () => {
      // An error costs its stack, so it is made only where it is one.
      if (!stream.readableEnded) breakOff();
    });
  });
}
