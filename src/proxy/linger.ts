/** Lets a client that still sends its request read what it is answered: closed at once, the connection would take that with it. */
import type { ServerResponse } from 'node:http';

/** On its way meanwhile: the answer, and the client's own end. */
const lingerMs = 2_000;
const droppedBytesMax = 16_777_216;

/** To be said before the answer ends. What still comes is dropped unread; no further request on this connection is looked at. */
export function linger({ req: request }: ServerResponse): void {
  if (request.complete) return;
  const { socket } = request;
  // Node ends a connection by this once its last answer is written.
  socket.destroySoon = () => {
    let dropped = 0;
    const drop = (chunk: Buffer): void => {
      dropped += chunk.length;
      if (dropped > droppedBytesMax) socket.destroy();
    };
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
    socket.on('data', drop);
    for (const reader of socket.rawListeners('data'))
      if (reader !== drop) socket.off('data', reader as (chunk: Buffer) => void);
    socket.end();
    socket.resume();
  };
}
