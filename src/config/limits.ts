/** Every bound on what the gateway accepts, holds or waits for: a name with its unit, and a default. */
import { z } from 'zod';
import { whole } from './value-kinds.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const gibibyte = 1024 * mebibyte;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

function bytes(from: number, fallback: number, description: string) {
  return whole({ from, to: gibibyte, default: fallback }, { description });
}

function time(fallback: number, description: string) {
  return whole({ from: 1, to: hour, default: fallback }, { description });
}

function count(fallback: number, to: number, description: string) {
  return whole({ from: 1, to, default: fallback }, { description });
}

export const limitsSchema = z
  .strictObject({
    bodyBytesMax: bytes(kibibyte, 10 * mebibyte, 'Largest request body; over it, 413.'),
    answerBytesMax: bytes(
      kibibyte,
      32 * mebibyte,
      'Largest answer taken from an upstream; over it, the exchange fails.',
    ),
    answersHeldBytesMax: bytes(
      kibibyte,
      64 * mebibyte,
      'Most bytes of answers that are taken in whole at the same time, until they are released; over it, the next wait unread, all but one. Unless set, at most a twentieth of the heap.',
    ),
    streamHoldBackCharsMax: whole(
      { from: 1, to: mebibyte, default: 4096 },
      {
        description:
          'Most characters that a live stream is held back by; where rules need more, it is held to its end.',
      },
    ),
    streamHeldBytesMax: bytes(
      kibibyte,
      32 * mebibyte,
      'Most bytes of a live stream that wait at the same time; over it, the stream ends with an error.',
    ),
    streamKeptCharsMax: bytes(
      kibibyte,
      mebibyte,
      'Most characters of a live stream that are kept as content; of more, only length and digest.',
    ),
    streamKeepAliveMs: time(
      15 * second,
      'Time without a byte after which a client is told that its stream is being held.',
    ),
    clientStallTimeoutMs: time(
      30 * second,
      'Time that a client may leave its answer unread; over it, the exchange is aborted.',
    ),
    headerBytesMax: whole(
      { from: kibibyte, to: mebibyte, default: 16 * kibibyte },
      { description: 'Largest sum of a request’s header bytes; over it, 431.' },
    ),
    jsonDepthMax: count(100, 10_000, 'Deepest nesting of a JSON body.'),
    jsonKeysMax: count(100_000, 10_000_000, 'Most members and elements in a JSON body.'),
    headerTimeoutMs: time(10 * second, 'Time for all headers of a request to arrive.'),
    requestTimeoutMs: time(minute, 'Time for a whole request to arrive.'),
    keepAliveTimeoutMs: time(65 * second, 'Time that an idle client connection is kept open.'),
    upstreamConnectTimeoutMs: time(5 * second, 'Time to connect to an upstream, TLS included.'),
    upstreamFirstByteTimeoutMs: time(
      5 * minute,
      'Time until an upstream sends the first byte of its answer.',
    ),
    upstreamIdleTimeoutMs: time(2 * minute, 'Time between two bytes of an upstream’s answer.'),
    upstreamOpenTimeoutMs: time(
      2 * second,
      'Time that an upstream may leave a live stream open behind its end; over it, the stream has ended.',
    ),
    upstreamTotalTimeoutMs: time(15 * minute, 'Time for a whole exchange with an upstream.'),
    upstreamFailedExchangesMax: count(
      20,
      1_000_000,
      'Failures of an upstream in a row after which it is left alone; calls for it get 503.',
    ),
    upstreamRestMs: time(
      5 * second,
      'Time that an upstream is left alone before one call is let through to see whether it is back.',
    ),
    connectionsMax: count(
      10_000,
      1_000_000,
      'Client connections held at the same time; over it, new ones are closed.',
    ),
    exchangesMax: count(
      2_000,
      1_000_000,
      'Exchanges held at the same time, nine tenths of them by one key; over it, 503.',
    ),
    waitingExchangesMax: count(
      256,
      1_000_000,
      'Exchanges that wait for the thread to begin with them at the same time; over it, 503, and until that crowd has gone no more than two wait.',
    ),
    heldBytesMax: bytes(
      kibibyte,
      256 * mebibyte,
      'Most bytes of request bodies held at the same time until their answers begin; over it, 503. Unless set, at most a twentieth of the heap.',
    ),
    eventLoopLagMaxMs: time(
      200,
      'How late the thread that serves may be on average; over it, fewer exchanges are held until it is not.',
    ),
    drainTimeoutMs: time(30 * second, 'Time that running exchanges are given to end on a stop.'),
    budgetLeaseMs: time(
      30 * second,
      'Time after which what a process that died had set aside of budgets and caps is free again.',
    ),
    judgedInlineCharsMax: count(
      32 * kibibyte,
      16 * mebibyte,
      'Most characters of a call, 16 more for each further text, and half the bytes in UTF-8, judged in passing; longer ones are judged in a thread of their own.',
    ),
    judgingTimeoutMs: time(
      30 * second,
      'Time for a thread to judge one long call; over it, the check has failed and `onError` decides.',
    ),
    judgingExchangesMax: count(
      64,
      10_000,
      'Exchanges that wait for a judging thread at the same time; over it, the check has failed.',
    ),
    policyFilesMax: count(1_000, 100_000, 'Most files in the policy directory.'),
    policyFileBytesMax: bytes(kibibyte, mebibyte, 'Largest policy file.'),
    policyBytesMax: bytes(kibibyte, 16 * mebibyte, 'Largest sum of all policy files.'),
  })
  .prefault({})
  .meta({ description: 'Bounds on what is accepted, held or waited for.' });
