/** Which methods a path takes, as what answers them and as the header `allow` says. */
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningGateway, startGateway } from '../support/gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

async function ask(method: string, path: string): Promise<[number, string | null]> {
  const headers = { authorization: `Bearer ${gateway.key}` };
  const answer = await fetch(gateway.url + path, { method, headers });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('allow')];
}

describe('the methods of a path', () => {
  test.each(['/healthz', '/openapi.json', '/v1/audit/checkpoint', '/v1/audit/entries'])(
    'are GET and HEAD of %s',
    async (path) => {
      expect(await ask('HEAD', path)).toEqual([200, null]);
      expect(await ask('OPTIONS', path)).toEqual([405, 'GET, HEAD']);
      expect(await ask('DELETE', path)).toEqual([405, 'GET, HEAD']);
    },
  );

  test('are GET and POST, and so HEAD, of one that has both', async () => {
    const [status, allow] = await ask('PUT', '/v1/audit/holds');
    expect([status, allow?.split(', ').sort()]).toEqual([405, ['GET', 'HEAD', 'POST']]);
  });

  test('are no HEAD where an upstream would be asked', async () => {
    expect(await ask('HEAD', '/v1/models')).toEqual([405, 'GET']);
    expect(await ask('GET', '/v1/chat/completions')).toEqual([405, 'POST']);
  });

  test.each(['export', 'evidence'])(
    'are no HEAD where a GET is an act: %s, which would tell of entries that nobody was handed',
    async (what) => {
      expect(await ask('HEAD', `/v1/audit/${what}`)).toEqual([405, 'GET']);
      const headers = { authorization: `Bearer ${gateway.key}` };
      const list = await fetch(`${gateway.url}/v1/audit/entries?type=export`, { headers });
      expect(await list.json()).toMatchObject({ entries: [] });
    },
  );

  test('are none of a tunnel', async () => {
    const { port, hostname } = new URL(gateway.url);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, hostname, method: 'CONNECT', path: 'other:443' })
        .on('connect', resolve)
        .on('error', reject)
        .end();
    });
    answer.socket.destroy();
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, '']);
  });
});
