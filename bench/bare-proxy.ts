/** The yardstick: a keep-alive node:http proxy that buffers and parses both bodies and does nothing else. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, createServer, request as send } from 'node:http';
import { urlOf, writeReady } from './ready.ts';

const upstream = new URL(process.env['UPSTREAM_URL'] ?? '');
const agent = new Agent({ keepAlive: true });

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function forward(method: string, path: string, body: Buffer): Promise<[number, Buffer]> {
  const outgoing = send(new URL(path, upstream), {
    agent,
    method,
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const bytes = await readAll(answer);
  JSON.parse(bytes.toString());
  return [answer.statusCode ?? 0, bytes];
}

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  void (async () => {
    const body = await readAll(request);
    JSON.parse(body.toString());
    const [status, bytes] = await forward(request.method ?? 'POST', request.url ?? '/', body);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': bytes.length,
    });
    response.end(bytes);
  })();
});
process.once('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
writeReady(urlOf(server));
