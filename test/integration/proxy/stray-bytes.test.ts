/** An upstream that says more than it was asked for: no byte of that reaches another caller, whenever it comes. */
import { type Server, Socket, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ServerResponse, IncomingMessage } from 'node:http';
import { createForward, type Forward } from '../../../src/proxy/forward.ts';
import { call } from '../../support/call.ts';
import { chatCompletion } from '../../support/upstream.ts';
import { limits, mountProxy, openaiAt, type Mounted } from './support.ts';

type Turn = {
  readonly socket: Socket;
  /** The first is 1. */
  readonly connection: number;
  /** The message that was asked with. */
  readonly asked: string;
};

/** Answers with bytes as they are, and counts the connections that were opened for it. */
async function startRaw(answer: (turn: Turn) => void | Promise<void>) {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    const connection = connections;
    let came = '';
    socket
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        came += chunk.toString('latin1');
        const length = Number(/^content-length: (\d+)/im.exec(came)?.[1] ?? Infinity);
        const end = came.indexOf('\r\n\r\n') + 4;
        if (end < 4 || came.length < end + length) return;
        const asked = /"content":"([^"]*)"/.exec(came)?.[1] ?? '';
        came = '';
        void answer({ socket, connection, asked });
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Raw = Awaited<ReturnType<typeof startRaw>>;

const ask = (url: string, content: string) =>
  call(`${url}/v1/chat/completions`, {
    body: { model: 'm', messages: [{ role: 'user', content }] },
  });

function whole(content: string, more = ''): string {
  const body = JSON.stringify(chatCompletion(content));
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`;
}

function chunked(content: string, trailer = ''): string {
  const body = JSON.stringify(chatCompletion(content));
  const size = body.length.toString(16);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${size}\r\n${body}\r\n0\r\n${trailer}\r\n`;
}

const foreign = whole('FOREIGN');
const short = (content: string): string =>
  whole(content).replace(
    /content-length: (\d+)/,
    (_, length) => `content-length: ${Number(length) - 2}`,
  );

/** What comes with the answer, and what later on the same connection: before the next call, or with its answer. */
const strays: readonly (readonly [string, string, string])[] = [
  ['a second answer in one piece with the first', whole('first') + foreign, ''],
  ['the beginning of a second answer', whole('first') + foreign.slice(0, 40), foreign.slice(40)],
  ['one letter of a second answer', `${whole('first')}H`, foreign.slice(1)],
  ['a letter behind the end', `${whole('first')}x`, foreign],
  ['a second answer behind chunks', chunked('first') + foreign, ''],
  [
    'the beginning of one behind chunks',
    chunked('first') + foreign.slice(0, 20),
    foreign.slice(20),
  ],
  [
    'a trailer, and more',
    chunked('first', 'x-more: yes\r\n') + foreign.slice(0, 90),
    foreign.slice(90),
  ],
  ['another chunk behind the last', `${chunked('first')}4\r\nmore\r\n0\r\n\r\n`, foreign],
  ['a body that is longer than it says', short('first'), foreign],
  [
    'something behind an end of the connection',
    whole('first', 'connection: close\r\n') + foreign,
    '',
  ],
  [
    'a hundred interim answers behind it',
    whole('first') + 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100),
    foreign,
  ],
  [
    'half an interim answer behind it',
    `${whole('first')}HTTP/1.1 100 Con`,
    `tinue\r\n\r\n${foreign}`,
  ],
  ['a second answer a moment later', whole('first'), foreign],
  ['a letter a moment later', whole('first'), 'x'],
];

let raw: Raw | undefined;
let proxy: Mounted | undefined;

afterEach(async () => {
  expect(proxy?.bugs).toEqual([]);
  await proxy?.close();
  await raw?.close();
});

describe('what an upstream sends unasked', () => {
  test.each(strays)('%s reaches nobody', async (_, first, later) => {
    raw = await startRaw(async ({ socket, connection, asked }) => {
      if (asked !== 'first') {
        socket.write((connection === 1 ? later : '') + whole(asked));
        return;
      }
      socket.write(first);
      await sleep(20);
      if (later !== '' && !first.endsWith('H')) socket.write(later);
    });
    proxy = await mountProxy([openaiAt(raw.url)]);
    const one = await ask(proxy.url, 'first');
    expect([200, 502]).toContain(one.status);
    expect(one.text).not.toContain('FOREIGN');
    await sleep(40);
    const two = await ask(proxy.url, 'second');
    expect([two.status, two.text.includes('FOREIGN')]).toEqual([200, false]);
    expect(two.json).toMatchObject(chatCompletion('second'));
    expect(raw.connections()).toBe(2);
  });
});

describe('what lies at a connection unread', () => {
  const send = (forward: Forward, content: string) => {
    const body = Buffer.from(JSON.stringify({ messages: [{ role: 'user', content }] }));
    const headers = { 'content-length': String(body.length) };
    const client = new ServerResponse(new IncomingMessage(new Socket()));
    return forward.send({ method: 'POST', path: '/', headers, body }, client);
  };
  const readAll = async ({ stream }: Awaited<ReturnType<typeof send>>): Promise<string> => {
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return text;
  };
  const nothing = (): void => undefined;
  const watch = { onFailure: nothing, onRest: nothing, onAnswer: nothing };

  test('when a call puts it back is not for the call that takes it in the same moment', async () => {
    raw = await startRaw(async ({ socket, asked }) => {
      socket.write(whole(asked));
      await sleep(20);
      if (asked === 'first') socket.write(foreign);
    });
    const forward = createForward('raw', raw.url, limits, watch);
    const first = await send(forward, 'first');
    // Nobody reads it, so that nothing more is read from its socket.
    await sleep(60);
    const second = new Promise<string>((resolve) => {
      first.stream.once('close', () => void send(forward, 'second').then(readAll).then(resolve));
    });
    expect(await readAll(first)).toContain('first');
    expect(await second).not.toContain('FOREIGN');
    expect(raw.connections()).toBe(2);
    forward.close();
  });

  test('when it is taken is not for the call that takes it', async () => {
    const held: Socket[] = [];
    raw = await startRaw(({ socket, asked }) => {
      held.push(socket);
      socket.write(whole(asked));
    });
    const forward = createForward('raw', raw.url, limits, watch);
    await readAll(await send(forward, 'first'));
    await sleep(20);
    // Both in one turn of the loop, as where it is busy with others.
    held[0]?.write(foreign);
    expect(await readAll(await send(forward, 'second'))).toContain('second');
    expect(raw.connections()).toBe(2);
    forward.close();
  });

  test('is not waited for longer than an answer is, when it is interim answers without end', async () => {
    raw = await startRaw(async ({ socket }) => {
      while (!socket.destroyed) {
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20));
        await sleep(1);
      }
    });
    const short = { ...limits, upstreamFirstByteTimeoutMs: 200 };
    const forward = createForward('raw', raw.url, short, watch);
    await expect(send(forward, 'first')).rejects.toThrow('sent nothing in 0.2 s');
    forward.close();
  });

  test('is nothing where the upstream says what it should: the connection is used again', async () => {
    raw = await startRaw(({ socket, asked }) => {
      const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
      const trailed = chunked(asked, 'x-sum: 1\r\n');
      socket.write(interim + interim + (asked.length % 2 === 0 ? trailed : whole(asked)));
    });
    const forward = createForward('raw', raw.url, limits, watch);
    for (const asked of ['a', 'bb', 'ccc', 'dddd', 'eeeee']) {
      expect(await readAll(await send(forward, asked))).toContain(asked);
      await sleep(5);
    }
    expect(raw.connections()).toBe(1);
    forward.close();
  });
});
