/** The room that a gateway takes for young objects: bounded after the start, and however many calls there are. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';

const mebibyte = 1024 * 1024;
const most = 16 * mebibyte;
const rounds = 80;
const atOnce = 8;

let gateway: RunningGateway;
beforeAll(async () => {
  // By its command, as operators start it: what that reads first has taken its room already.
  gateway = await startGateway({
    program: ['bin/governance.js', 'serve'],
    environment: { GATEWAY_RATE_LIMIT: '0' },
  });
});
afterAll(async () => {
  await gateway.stop();
});

async function readYoungBytes(): Promise<number> {
  const { text } = await call(`${gateway.url}/metrics`, { key: gateway.key });
  return Number(/^nodejs_heap_space_size_total_bytes\{space="new"\} (\d+)$/m.exec(text)?.[1]);
}

test('the room for young objects is bounded, at rest and under calls', async () => {
  expect(await readYoungBytes()).toBeLessThanOrEqual(most);
  const prompt = 'All work and no play makes Jack a dull boy. '.repeat(100);
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const body = { prompt: `${round} ${index} ${prompt}` };
        const { status } = await call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
        expect(status).toBe(200);
      }),
    );
  const bytes = await readYoungBytes();
  expect(bytes).toBeGreaterThan(mebibyte);
  expect(bytes).toBeLessThanOrEqual(most);
});
