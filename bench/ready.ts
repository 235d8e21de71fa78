/** The line by which the bench's own programs say where they listen: the gateway's, so that one reader does for all. */
import type { Server } from 'node:http';

export function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

export function writeReady(url: string): void {
  process.stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`);
}
