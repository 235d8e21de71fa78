/** Bodies that came along with their heads: they are read at once, within the same bounds as those that are waited for. */
import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readAnswerBody } from '../../../src/proxy/answer-body.ts';
import { AnswerRoom } from '../../../src/proxy/answer-room.ts';
import { readBody } from '../../../src/proxy/body.ts';
import { ClientLeft } from '../../../src/proxy/client-left.ts';
import type { Inbound } from '../../../src/proxy/crossing.ts';

const limits = { bodyBytesMax: 10, requestTimeoutMs: 60_000 };

/** As node leaves it once it has read all of it. */
function whole(...pieces: readonly string[]): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.headers = { 'content-type': 'application/json' };
  for (const piece of pieces) message.push(Buffer.from(piece));
  message.push(null);
  message.complete = true;
  return message;
}

function toInbound(stream: IncomingMessage): Inbound & { aborted: () => boolean } {
  let isAborted = false;
  const abort = (): void => void (isAborted = true);
  const { headers } = stream;
  return {
    ...{ status: 200, headers, stream, abort },
    failure: () => undefined,
    aborted: () => isAborted,
  };
}

describe('a request that came in one go', () => {
  test('is read as a whole, and has ended', async () => {
    const request = whole('{"a"', ':1}');
    const ended = once(request, 'end');
    expect((await readBody(request, limits)).toString()).toBe('{"a":1}');
    await ended;
    expect(await readBody(whole(), limits)).toHaveLength(0);
  });

  test('is refused where it is larger than it may be, also where it did not say so', async () => {
    expect(await readBody(whole('12345', '67890'), limits)).toHaveLength(10);
    await expect(readBody(whole('12345', '678901'), limits)).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  test('is not read for a client that has left', async () => {
    const request = whole('{}');
    request.destroy();
    await expect(readBody(request, limits)).rejects.toBeInstanceOf(ClientLeft);
  });
});

describe('an answer that came in one go', () => {
  test('is read as a whole, and has ended', async () => {
    const answer = whole('{"a"', ':1}');
    const ended = once(answer, 'end');
    const bytes = await readAnswerBody(
      toInbound(answer),
      { answerBytesMax: 10 },
      new AnswerRoom(100).enter(),
    );
    expect(bytes.toString()).toBe('{"a":1}');
    await ended;
  });

  test('is given up where it is larger than it may be', async () => {
    const inbound = toInbound(whole('12345', '678901'));
    const place = new AnswerRoom(100).enter();
    await expect(readAnswerBody(inbound, { answerBytesMax: 10 }, place)).rejects.toMatchObject({
      code: 'upstream_failed',
    });
    expect(inbound.aborted()).toBe(true);
  });
});
