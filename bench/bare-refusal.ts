/** A bare node:http server that refuses each call with 503 before it reads the body: what a refusal takes by itself. */
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { urlOf, writeReady } from './ready.ts';

const body = JSON.stringify({ error: { message: 'try again', type: 'overloaded' } });
const head = ['content-type', 'application/json', 'content-length', String(body.length)];

const refuse = (response: ServerResponse): unknown => response.writeHead(503, head).end(body);

// A connection is kept where the body came along with the head, as in the gateway.
const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) =>
  request.complete ? refuse(response) : setImmediate(refuse, response),
);
process.once('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
writeReady(urlOf(server));
