/** What cannot be read behind a call that came whole: the call is answered and recorded as ever, and then the rest refused. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { readEntries } from '../support/journal.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ environment: { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' } });
});
afterAll(() => gateway.stop());

function post(path: string, body: unknown): string {
  const text = JSON.stringify(body);
  return [
    `POST ${path} HTTP/1.1`,
    'host: gateway',
    `authorization: Bearer ${gateway.key}`,
    'content-type: application/json',
    `content-length: ${text.length}`,
    '',
    text,
  ].join('\r\n');
}

const chat = { model: 'sandbox', messages: [{ role: 'user', content: 'hello' }] };
const calls: readonly [string, () => string][] = [
  ['a proxied call', () => post('/v1/chat/completions', chat)],
  ['a stream', () => post('/v1/chat/completions', { ...chat, stream: true })],
  ['a judgement', () => post('/v1/validate', { prompt: 'hello' })],
];
const spoilt: readonly [string, string, string][] = [
  ['no HTTP at all', '\0\u0001\r\n\r\n', '400'],
  ['a header without a name', 'GET /healthz HTTP/1.1\r\nhost gateway\r\n\r\n', '400'],
  ['a method that nobody knows', 'BREW /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n', '400'],
];

/** The statuses that come back, in their order; the connection is closed in the end. */
async function send(bytes: string): Promise<string[]> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (said += piece));
  socket.write(bytes);
  await once(socket, 'close');
  return [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);
}

async function typesSince(count: number, expected: number): Promise<unknown[]> {
  const since = async () => (await readEntries(gateway.data)).slice(count);
  await until(async () => (await since()).length >= expected);
  return (await since()).map(({ type }) => type).filter((type) => type !== 'heartbeat');
}

const cases = calls.flatMap(([call, first]) =>
  spoilt.map(([rest, second, status]) => ({ call, rest, first, second, status })),
);

test.each(cases)('$call before $rest is answered, and recorded so', async (each) => {
  const { length } = await readEntries(gateway.data);
  expect(await send(each.first() + each.second)).toEqual(['200', each.status]);
  const own = each.call === 'a judgement' ? ['decision'] : ['request', 'answered'];
  expect(await typesSince(length, own.length + 1)).toEqual([...own, 'denied']);
});

test('several calls before it are answered in their order', async () => {
  const bytes = calls.map(([, first]) => first()).join('');
  expect(await send(`${bytes}\0\r\n\r\n`)).toEqual(['200', '200', '200', '400']);
});

test('a method that nobody knows on a connection of its own is refused with those there are', async () => {
  expect(await send('BREW /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n')).toEqual(['405']);
});
