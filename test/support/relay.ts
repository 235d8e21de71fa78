/** A piece of wire between a program and a server that a test can cut: connections are reset and new ones refused. */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export type Relay = {
  /** The server's URL with the relay's address in it. */
  readonly url: string;
  readonly cut: () => void;
  readonly mend: () => void;
  /** From now on new connections lead to another server; those that there are stay where they are. */
  readonly lead: (target: string) => void;
  readonly close: () => Promise<void>;
};

export async function startRelay(target: string): Promise<Relay> {
  const url = new URL(target);
  let { hostname, port } = url;
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const reset = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: () => {
      whole = false;
      reset();
    },
    mend: () => {
      whole = true;
    },
    lead: (other) => {
      ({ hostname, port } = new URL(other));
    },
    async close() {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
