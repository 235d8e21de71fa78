/** More and larger bodies than the heap has room for: refused before they are read, and the process lives. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Scene, openScene, readModel } from '../faults/scene.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { answerJson, chatCompletion } from '../support/upstream.ts';

const mebibyte = 1024 * 1024;
const heapMebibytes = 160;
const bodyBytes = mebibyte;
const dull = 'All work and no play makes Jack a dull boy. ';
/** With what stands around each text, eight of them fit. */
const heldBytesMax = 8.5 * bodyBytes;
const calls = 200;
/** Of answers, four times as large as the bodies, two fit at the same time. */
const answersHeldBytesMax = 8.5 * mebibyte;
const answerBytes = 4 * mebibyte;

let scene: Scene;
let gateway: RunningGateway;
beforeAll(async () => {
  const long = dull.repeat(answerBytes / dull.length);
  scene = await openScene(({ body }, response) => {
    scene.upstream.clear();
    const said = readModel(body).startsWith('long') ? long : 'All is well.';
    answerJson(response, chatCompletion(said));
  });
  const file = join(scene.folder, 'memory.yaml');
  await writeFile(file, JSON.stringify({ limits: { heldBytesMax, answersHeldBytesMax } }));
  gateway = await startGateway({
    program: [`--max-old-space-size=${heapMebibytes}`, 'src/gateway.ts'],
    data: join(scene.folder, 'data'),
    environment: { ...scene.environment, GATEWAY_CONFIG: file },
  });
});
afterAll(async () => {
  await gateway.stop();
  await scene.close();
});

async function readResidentBytes(): Promise<number> {
  const status = await readFile(`/proc/${gateway.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** As many bodies at once; 0 where a call was refused and closed while its body was still being sent. */
function storm({ url, key }: RunningGateway): Promise<readonly number[]> {
  const text = dull.repeat(bodyBytes / dull.length);
  const body = JSON.stringify({ model: 'gpt-test', messages: [{ role: 'user', content: text }] });
  return Promise.all(
    Array.from({ length: calls }, () =>
      call(`${url}/v1/chat/completions`, { key, body }).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
}

describe('a gateway with a small heap', () => {
  test('takes in no more of long answers than fits, lets none of them wait for ever, and lives', async () => {
    const messages = [{ role: 'user', content: 'Tell me all of it.' }];
    const url = `${gateway.url}/v1/chat/completions`;
    const body = { model: 'long-1', messages };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call(url, { key: gateway.key, body })),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text.length).toBeGreaterThan(0.99 * answerBytes);
    }
    expect(gateway.process.exitCode).toBeNull();
  });

  test('refuses what does not fit before it reads it, answers the rest, and lives', async () => {
    const statuses = await storm(gateway);
    const count = (wanted: number): number => statuses.filter((each) => each === wanted).length;
    expect(count(200)).toBeGreaterThanOrEqual(8);
    expect(count(503) + count(0)).toBeGreaterThan(0);
    expect(count(200) + count(503) + count(0)).toBe(calls);
    expect(gateway.process.exitCode).toBeNull();
    expect(await readResidentBytes()).toBeLessThan(768 * mebibyte);
    const prompt = { prompt: 'Good morning.' };
    const { status } = await call(`${gateway.url}/v1/validate`, { key: gateway.key, body: prompt });
    expect(status).toBe(200);
    const { text: metrics } = await call(`${gateway.url}/metrics`, { key: gateway.key });
    expect(metrics).toMatch(/^governance_shed_total\{why="memory"\} [1-9]\d*$/m);
    expect(await gateway.stop()).toBe(0);
    const directory = join(gateway.data, 'audit');
    expect(runCommand(gateway.data, ['audit', 'verify', '--dir', directory])).toMatch(/intact/);
  });
});

describe('a gateway with a small heap that was told of no limits', () => {
  test('holds as much as fits, refuses the rest, and lives', async () => {
    const own = await startGateway({
      program: [`--max-old-space-size=${heapMebibytes}`, 'src/gateway.ts'],
      environment: scene.environment,
    });
    const statuses = await storm(own);
    expect(own.process.exitCode).toBeNull();
    expect(statuses).toContain(200);
    expect((await call(`${own.url}/readyz`)).status).toBe(200);
    const { text } = await call(`${own.url}/metrics`, { key: own.key });
    expect(text).toMatch(/^governance_shed_total\{why="memory"\} [1-9]\d*$/m);
    expect(await own.stop()).toBe(0);
  });
});
