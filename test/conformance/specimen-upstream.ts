/** An upstream that answers each exchange with what was laid out for it, and keeps what arrived; the trace tells them apart. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Laid = { readonly type: string; readonly body: string };

export type SpecimenUpstream = {
  readonly url: string;
  /** Returns the headers that lead one call to its answer. */
  readonly lay: (answer: Laid) => { readonly traceparent: string };
  /** The body that arrived for them, or undefined where none did; forgets both. */
  readonly take: (headers: { readonly traceparent: string }) => string | undefined;
  /** Calls that arrived without an answer of theirs: none should. */
  readonly strays: () => number;
  readonly close: () => Promise<void>;
};

export async function startSpecimenUpstream(): Promise<SpecimenUpstream> {
  const answers = new Map<string, Laid>();
  const arrived = new Map<string, string>();
  let strays = 0;
  let count = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { traceparent = '' } = request.headers;
      const laid = typeof traceparent === 'string' ? answers.get(traceparent) : undefined;
      if (laid === undefined || typeof traceparent !== 'string') {
        strays += 1;
        response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
        return;
      }
      arrived.set(traceparent, Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': laid.type }).end(laid.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lay: (answer) => {
      count += 1;
      const traceparent = `00-${count.toString(16).padStart(32, '0')}-00000000000000a1-01`;
      answers.set(traceparent, answer);
      return { traceparent };
    },
    take: ({ traceparent }) => {
      const body = arrived.get(traceparent);
      arrived.delete(traceparent);
      answers.delete(traceparent);
      return body;
    },
    strays: () => strays,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
