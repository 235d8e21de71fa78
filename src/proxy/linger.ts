/** Lets a client that still sends its request read what it is answered: closed at once, the connection would take that with it. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export type LingerLimits = {
  /** Without a byte for so long nobody sends any more: the answer is there, and so would be the client's own end. */
  readonly quietMs: number;
  readonly totalMs: number;
  readonly bytesMax: number;
};

/** Most clients write all of a request before they look for its answer, over whatever line they have. */
const patience: LingerLimits = { quietMs: 2_000, totalMs: 30_000, bytesMax: 67_108_864 };

/** To be said before the answer ends. What still comes is dropped unread; no further request on this connection is looked at. */
export function linger({ req: request }: ServerResponse, limits = patience): void {
  if (request.complete) return;
  const { socket } = request;
  // Node ends a connection by this once its last answer is written.
  socket.destroySoon = () => endLate(socket, limits);
}

/** Ends our side at once, and the other one as soon as nothing more comes from there. */
export function endLate(socket: Duplex, limits = patience): void {
  socket.end();
  // Where node reads no further of a body that nobody takes, it would not begin again once the reader is another one: it is
  // to begin now, and what it reads is read in a later turn.
  socket.resume();
  process.nextTick(drop, socket, limits);
}

function drop(socket: Duplex, { quietMs, totalMs, bytesMax }: LingerLimits): void {
  const begunMs = performance.now();
  let dropped = 0;
  const quiet = setTimeout(() => socket.destroy(), quietMs);
  const take = (chunk: Buffer): void => {
    dropped += chunk.length;
    if (dropped > bytesMax || performance.now() - begunMs > totalMs) socket.destroy();
    else quiet.refresh();
  };
  socket.once('close', () => clearTimeout(quiet));
  socket.on('data', take);
  for (const reader of socket.rawListeners('data'))
    if (reader !== take) socket.off('data', reader as (chunk: Buffer) => void);
}
