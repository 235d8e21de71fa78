/** An upstream's stream is drunk to its end, one chunk at a time, and its socket never stays asleep. */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { drink } from '../../../src/proxy/live/source.ts';

// As the agents of upstreams are set up.
const restful = { readableHighWaterMark: 1 };
const agent = new Agent({ keepAlive: true, maxSockets: 1, ...restful });
afterAll(() => agent.destroy());
const openMs = 2_000;
let server: Server | undefined;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

type Answer = (write: (text: string) => void, end: (broken?: boolean) => void) => Promise<void>;

async function ask(answer: Answer): Promise<IncomingMessage> {
  server = createServer((_, response) => {
    response.writeHead(200);
    void answer(
      (text) => response.write(text),
      (broken) => (broken === true ? response.destroy() : response.end()),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return askAgain();
}

async function askAgain(): Promise<IncomingMessage> {
  const { port } = server?.address() as AddressInfo;
  const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [
    IncomingMessage,
  ];
  return answer;
}

const hundred: Answer = async (write, end) => {
  for (let at = 0; at < 100; at += 1) {
    write(`${at} `);
    await sleep(1);
  }
  end();
};
/** So many times as much has to come before anything can go. */
const far = 9;
/** How many rests there is time for since then: most take twice as long or longer, and one more lies before and behind them all. */
const restsSince = (beganMs: number): number => Math.ceil((performance.now() - beganMs) / 4) + 2;
const said = Array.from({ length: 100 }, (_, at) => `${at} `).join('');

test('chunks that come fast gather, are dealt with together, and all arrive in their order', async () => {
  let text = '';
  let takes = 0;
  const beganMs = performance.now();
  await drink(await ask(hundred), openMs, (chunk) => {
    text += chunk.toString();
    takes += 1;
    return far;
  });
  expect(text).toBe(said);
  expect(takes).toBeLessThanOrEqual(restsSince(beganMs));
});

test('a socket that rests is not read', async () => {
  const stream = await ask(hundred);
  const { socket } = stream;
  const push = socket.push.bind(socket);
  let reads = 0;
  socket.push = (chunk: unknown) => {
    if (chunk !== null) reads += 1;
    return push(chunk);
  };
  const beganMs = performance.now();
  await drink(stream, openMs, () => far);
  // What comes while it is being read is read too.
  expect(reads).toBeLessThanOrEqual(2 * restsSince(beganMs));
});

test('a socket does not rest where something can go soon', async () => {
  const stream = await ask(hundred);
  const { socket } = stream;
  const pause = socket.pause.bind(socket);
  let pauses = 0;
  socket.pause = () => {
    pauses += 1;
    return pause();
  };
  await drink(stream, openMs, () => 0.01);
  expect(pauses).toBe(0);
});

test('a socket whose stream ended while it rested serves the next call', async () => {
  const stream = await ask(async (write, end) => {
    write('a');
    await sleep(2);
    write('b');
    end();
  });
  for (let turn = 0, answer = stream; turn < 5; turn += 1) {
    let text = '';
    await drink(answer, openMs, (chunk) => {
      text += chunk.toString();
      return far;
    });
    expect(text).toBe('ab');
    if (turn < 4) answer = await askAgain();
  }
});

test('a chunk is not followed by another before it was dealt with', async () => {
  let at = 0;
  let busy = false;
  const stream = await ask(hundred);
  let text = '';
  await drink(stream, openMs, async (chunk): Promise<'more'> => {
    expect(busy).toBe(false);
    busy = true;
    at += 1;
    if (at < 9) await sleep(5);
    text += chunk.toString();
    busy = false;
    return 'more';
  });
  expect(text).toBe(said);
});

test('a stream that breaks, or breaks off while a chunk is dealt with, is told', async () => {
  const broken: Answer = async (write, end) => {
    write('a');
    await sleep(20);
    end(true);
  };
  await expect(drink(await ask(broken), openMs, () => far)).rejects.toThrow();
  server?.close();
  const late = await ask(broken);
  await expect(drink(late, openMs, () => sleep(60).then(() => 'more' as const))).rejects.toThrow();
});

test('what is thrown is told, and nothing more is taken once it is over', async () => {
  let taken = 0;
  const take = (): 'over' => {
    taken += 1;
    return 'over';
  };
  await drink(await ask(hundred), openMs, take);
  await sleep(30);
  expect(taken).toBe(1);
  server?.closeAllConnections();
  const stream = await ask(hundred);
  await expect(
    drink(stream, openMs, () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
});
