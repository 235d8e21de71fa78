/** A round-robin balancer over replicas: only those that say they are ready, and another where one takes no connection. */
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  readonly url: string;
  readonly close: () => Promise<void>;
};

const checkEveryMs = 100;

export async function startBalancer(replicas: readonly string[]): Promise<Balancer> {
  const ready = new Set(replicas);
  const check = setInterval(() => {
    for (const replica of replicas)
      fetch(`${replica}/readyz`).then(
        async (answer) => {
          await answer.body?.cancel();
          if (answer.ok) ready.add(replica);
          else ready.delete(replica);
        },
        () => ready.delete(replica),
      );
  }, checkEveryMs);
  let turn = 0;
  const choose = (tried: ReadonlySet<string>): string | undefined => {
    turn += 1;
    const order = replicas.map((_, index) => replicas[(turn + index) % replicas.length] ?? '');
    const left = order.filter((replica) => !tried.has(replica));
    return left.find((replica) => ready.has(replica)) ?? left[0];
  };
  const pass = (
    from: IncomingMessage,
    body: Buffer,
    to: ServerResponse,
    tried: ReadonlySet<string>,
  ): void => {
    const replica = choose(tried);
    if (replica === undefined) {
      to.writeHead(502).end('no replica takes connections');
      return;
    }
    const { method, headers } = from;
    const sent = request(`${replica}${from.url ?? ''}`, {
      ...(method === undefined ? {} : { method }),
      // One connection for each call, as balancers do where nobody tells them otherwise.
      agent: false,
      headers: { ...headers, connection: 'close' },
    });
    sent.on('response', (answer) => {
      const { connection: _, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(to);
      answer.on('error', () => to.destroy());
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // What was sent is not sent twice: only a replica that was never reached is passed over.
      if (error.code === 'ECONNREFUSED') pass(from, body, to, new Set([...tried, replica]));
      else if (to.headersSent) to.destroy();
      else to.writeHead(502).end(error.code);
    });
    to.once('close', () => sent.destroy());
    sent.end(body);
  };
  const server = createServer((from, to) => {
    const chunks: Buffer[] = [];
    from.on('data', (chunk: Buffer) => chunks.push(chunk));
    from.on('end', () => pass(from, Buffer.concat(chunks), to, new Set()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        clearInterval(check);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
