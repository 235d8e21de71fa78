/** Copies and traces of a gateway with two workers: each log is shipped whole, and each worker tells of its own calls. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { runCommand } from '../support/keys.ts';
import { readJournal } from '../support/trail-directory.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';
import { type Row, callAnyWorker, originsOf, readEntries } from '../support/workers.ts';

const attributesSchema = z.array(
  z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) }),
);
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(z.object({ attributes: attributesSchema })) })),
    }),
  ),
});

/** Enough for both to have served some, however unevenly they take connections. */
const callsMax = 400;
const both = ['.worker-1', '.worker-2'];

let folder: string;
let copies: string;
let upstream: Upstream;
let collector: Upstream;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-copies-'));
  copies = join(folder, 'copies');
  await mkdir(copies);
  upstream = await startUpstream((_arrived, response) =>
    answerJson(response, chatCompletion('All is well.')),
  );
  collector = await startUpstream((_arrived, response) => answerJson(response, {}));
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, `audit: { ship: { directory: '${copies}', intervalMs: 100 } }\n`);
  gateway = await startGateway({
    data: join(folder, 'data'),
    environment: {
      ...quickPolicy,
      GATEWAY_CONFIG: file,
      GATEWAY_WORKERS: '2',
      GATEWAY_RATE_LIMIT: '0',
      OPENAI_API_KEY: 'provider-key',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([upstream.close(), collector.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** Calls until each worker has answered one; all that was answered, by its entry. */
async function serveByBoth(): Promise<readonly Row[]> {
  const body = { model: 'gpt-test', messages: [{ role: 'user', content: 'hello' }] };
  for (let calls = 0; calls < callsMax; calls += 8) {
    const asked = Array.from({ length: 8 }, () =>
      callAnyWorker(gateway, '/v1/chat/completions', { body }),
    );
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    const answered = await readEntries(gateway, '&type=answered');
    if (originsOf(answered).join() === both.join()) return answered;
  }
  throw new Error('one of the workers never took a call');
}

/** Which process told of each entry, by the entry's id. */
function readTold(): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  const find = (attributes: z.output<typeof attributesSchema>, name: string): string =>
    attributes.find(({ key }) => key === name)?.value.stringValue ?? '';
  for (const { body } of collector.arrived)
    for (const { resource, scopeSpans } of exportSchema.parse(JSON.parse(body.toString()))
      .resourceSpans)
      for (const { attributes } of scopeSpans.flatMap(({ spans }) => spans))
        told.set(
          find(attributes, 'governance.entry'),
          find(resource.attributes, 'service.instance.id'),
        );
  return told;
}

describe('two workers', () => {
  test('tell a collector of each call that either of them answered, each under a name of its own', async () => {
    const answered = await serveByBoth();
    let told = readTold();
    for (const end = Date.now() + 30_000; Date.now() < end; told = readTold()) {
      if (answered.every(({ id }) => told.has(id))) break;
      await sleep(50);
    }
    const pairs = answered.map(({ id, origin }) => `${origin} ${told.get(id) ?? 'nobody'}`);
    const names = new Set(pairs);
    expect([...names].filter((pair) => pair.endsWith('nobody'))).toEqual([]);
    // Each log is written by one process, and each process tells of its own log.
    expect(names.size).toBe(2);
    expect(new Set([...told.values()]).size).toBe(2);
  });

  test('ship the log of each and the first one, whole to the last entry', async () => {
    await serveByBoth();
    expect(await gateway.stop()).toBe(0);
    const audit = join(folder, 'data', 'audit');
    const logs = [audit, join(audit, 'workers', '1'), join(audit, 'workers', '2')];
    const shipped = (await readdir(copies)).map((name) =>
      readJournal(join(copies, name)).join('\n'),
    );
    expect(shipped.sort()).toEqual(logs.map((log) => readJournal(log).join('\n')).sort());
    const verified = runCommand(folder, ['audit', 'verify', '--dir', copies]);
    expect(verified.match(/a copy of \S+, proved up to entry /g)).toHaveLength(3);
  });
});
