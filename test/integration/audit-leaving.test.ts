/** A client that leaves in the middle of an export is no bug of the gateway, and what it asked for ends with it. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import {
  type AuditEvidence,
  createEvidenceRoutes,
} from '../../src/server/routes/audit-evidence.ts';
import { waitFor } from './proxy/support.ts';

const context = {
  ...{ requestId: 'r', exchange: 'e', receivedAt: 0, startedNs: 0n, address: '', agent: '' },
  identity: undefined,
};

/** A gate that the test opens, and the steps that the export took. */
function scene() {
  const steps: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  async function* exportEntries(): AsyncGenerator<string, undefined> {
    try {
      steps.push('begun');
      await gate;
      for (;;) yield 'x'.repeat(65_536);
    } finally {
      steps.push('ended');
    }
  }
  const listEntries = () => Promise.resolve({ answer: { entries: [], next: null }, behind: 0 });
  const trail = { exportEntries, listEntries } as unknown as AuditEvidence;
  const readBody = () => Promise.reject(new Error('there is no body'));
  const [route] = createEvidenceRoutes(trail, readBody, Date.now);
  if (route === undefined) throw new Error('there is no such route');
  return { steps, open, route };
}

test.each(['before its first byte', 'in the middle'])('a client that leaves %s', async (moment) => {
  const { steps, open, route } = scene();
  let handled: Promise<unknown> | undefined;
  let response: ServerResponse | undefined;
  const server = createServer((request, answer) => {
    response = answer;
    const query = new URLSearchParams();
    const call = { route: route.path, request, response: answer, context, parameters: {}, query };
    handled = route.handle(call);
    handled.catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /v1/audit/export HTTP/1.1\r\nHost: x\r\n\r\n');
  await waitFor(() => steps.length > 0);
  if (moment === 'in the middle') {
    open();
    await once(socket, 'data');
  }
  socket.destroy();
  await waitFor(() => response?.destroyed === true);
  open();
  await expect(handled).resolves.toBeUndefined();
  expect(steps).toEqual(['begun', 'ended']);
  server.close();
});
