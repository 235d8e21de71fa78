/** The console as it is found on disk. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type { ConsoleFiles } from '../../../src/server/console-files.ts';
import type { Call } from '../../../src/server/route.ts';
import { createConsoleRoutes } from '../../../src/server/routes/console.ts';

test('a console that is built after the start is served, and read once from then on', async () => {
  const page = { type: 'text/html', bytes: Buffer.from('<p>'), lasting: false };
  let built: ConsoleFiles = new Map();
  let reads = 0;
  const [route] = createConsoleRoutes(() => {
    reads += 1;
    return built;
  });
  const ask = async () =>
    await route?.handle({ parameters: {}, request: new IncomingMessage(new Socket()) } as Call);
  await expect(ask()).rejects.toThrow('the console was not built');
  built = new Map([['index.html', page]]);
  expect(await ask()).toMatchObject({ status: 200 });
  const before = reads;
  expect(await ask()).toMatchObject({ status: 200 });
  expect(reads).toBe(before);
});

test.each([
  [undefined, undefined],
  ['br', undefined],
  ['gzip, deflate, br', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['gzip;q=0', undefined],
  ['br, gzip; q=0.000, *;q=0', undefined],
])('a file for who accepts %s is packed with %s', async (accepted, encoding) => {
  const [text, gzip] = [Buffer.from('<p>'), Buffer.from('packed')];
  const page = { type: 'text/html', bytes: text, gzip, lasting: false };
  const [route] = createConsoleRoutes(() => new Map([['index.html', page]]));
  const request = new IncomingMessage(new Socket());
  if (accepted !== undefined) request.headers['accept-encoding'] = accepted;
  const answer = await route?.handle({ parameters: {}, request } as Call);
  expect(answer?.headers?.['content-encoding']).toBe(encoding);
  expect(answer?.body).toBe(encoding === undefined ? text : gzip);
});
