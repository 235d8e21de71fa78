/** The yardstick: a keep-alive node:http proxy that buffers and parses both bodies and does nothing else; streams it pipes. */
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

async function forward(method: string, path: string, body: Buffer): Promise<IncomingMessage> {
  const outgoing = send(new URL(path, upstream), {
    agent,
    method,
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  void (async () => {
    const body = await readAll(request);
    JSON.parse(body.toString());
    const answer = await forward(request.method ?? 'POST', request.url ?? '/', body);
    const status = answer.statusCode ?? 0;
    if (answer.headers['content-type'] === 'text/event-stream') {
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      answer.pipe(response);
      return;
    }
    const bytes = await readAll(answer);
    JSON.parse(bytes.toString());
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
