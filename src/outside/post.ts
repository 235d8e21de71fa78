/** One JSON question to one address: no redirect is followed, and nothing but a small JSON answer is read. */
import { whyUnreached } from '../unreached.ts';
import { CannotJudge } from './cannot-judge.ts';

export type Address = {
  readonly url: string;
  /** Further headers, the credential among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly answerBytesMax: number;
};

export async function postJson(
  { url, headers, answerBytesMax }: Address,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await send(url, headers, body, signal);
  if (response.status !== 200) {
    await drop(response);
    throw new CannotJudge(`answered with the status ${response.status}`);
  }
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    await drop(response);
    throw new CannotJudge('answered with something else than JSON');
  }
  const bytes = await readBody(response, answerBytesMax, signal);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new CannotJudge('answered with something else than JSON');
  }
}

async function send(
  url: string,
  headers: Address['headers'],
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      // The text goes to the host that was configured, and to none that this one names.
      redirect: 'manual',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    const why = whyUnreached(error);
    throw new CannotJudge(`could not be reached${why === undefined ? '' : `: ${why}`}`);
  }
}

async function readBody(
  response: Response,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(response)) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new CannotJudge(`answered with more than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CannotJudge) throw error;
    throw new CannotJudge('broke off before its answer was complete');
  }
  return Buffer.concat(chunks);
}

function chunksOf({ body }: Response): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  return body ?? [];
}

async function drop(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}
