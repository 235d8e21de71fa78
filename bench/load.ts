/** A closed loop of callers: each sends its next request when it has read the last answer. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Load = {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the request with this number, which begins at 0. */
  readonly bodyOf: (number: number) => Buffer;
  readonly connections: number;
  readonly requests: number;
  /** How far apart requests begin; without it each begins when a connection is free. */
  readonly paceMs?: number;
};

async function exchange(load: Load, agent: Agent, body: Buffer): Promise<void> {
  const outgoing = send(new URL(load.path, load.url), {
    agent,
    method: 'POST',
    headers: {
      ...load.headers,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  if (answer.statusCode !== 200 || bytes === 0) {
    throw new Error(`${load.url}${load.path} answered ${answer.statusCode ?? 0}`);
  }
}

/** Sends all requests and gives the time of each in milliseconds; an answer other than 200 ends the bench. */
export async function runLoad(load: Load): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const timesMs: number[] = [];
  let next = 0;
  const beganMs = performance.now();
  const call = async (): Promise<void> => {
    while (next < load.requests) {
      const body = load.bodyOf(next);
      const dueMs = beganMs + next * (load.paceMs ?? 0);
      next += 1;
      if (dueMs > performance.now()) await sleep(dueMs - performance.now());
      const startedMs = performance.now();
      await exchange(load, agent, body);
      timesMs.push(performance.now() - startedMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: load.connections }, call));
  } finally {
    agent.destroy();
  }
  return timesMs;
}
