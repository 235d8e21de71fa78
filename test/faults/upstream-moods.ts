/** An upstream that does as the model's name says: answers, streams, breaks off, stalls, fails, or talks nonsense. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerJson, answerStream, chatCompletion } from '../support/upstream.ts';
import type { Script } from '../support/upstream.ts';
import { readModel } from './scene.ts';

type Act = (response: ServerResponse) => void | Promise<void>;

const pieces = ['All ', 'is ', 'well.'];
const slowMs = 40;
const declaredBytes = 1000;

const acts = {
  plain: (response) => answerJson(response, chatCompletion('All is well.')),
  streamed: (response) => answerStream(response, pieces),
  slow: async (response) => {
    await sleep(slowMs);
    answerJson(response, chatCompletion('Late, but well.'));
  },
  reset: (response) => void response.socket?.resetAndDestroy(),
  cut: (response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': declaredBytes,
    });
    response.write('{"id":"chatcmpl-1","choices":[', () => response.destroy());
  },
  brokenStream: (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"All "}}]}\n\n', () =>
      response.socket?.resetAndDestroy(),
    );
  },
  // Never answers; the gateway's own limit ends it.
  silent: () => undefined,
  stalled: (response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': declaredBytes,
    });
    response.write('{"id":');
  },
  fails: (response) => answerJson(response, { error: { message: 'out of order' } }, 500),
  busy: (response) => answerJson(response, { error: { message: 'too many' } }, 429),
  nonsense: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('<html>not JSON</html>');
  },
  nonsenseStream: (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices":[{]}\n\n: never ends well');
  },
} satisfies Record<string, Act>;

export type Mood = keyof typeof acts;

export const moods = Object.keys(acts) as readonly Mood[];

/** The model's name begins with the mood: `reset-17`. */
export const actOnMood: Script = ({ body }, response) => {
  const [mood = ''] = readModel(body).split('-');
  const act: Act = mood in acts ? acts[mood as Mood] : acts.plain;
  return act(response);
};

export function isStreamed(mood: string): boolean {
  return /stream/i.test(mood);
}
