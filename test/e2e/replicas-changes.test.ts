/** Changes that reach three replicas at work: a key that is revoked on one, and policies that are swapped under all. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMixedVersions, readRecord } from '../chaos/record.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { policyOf } from '../support/policy.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';
import { until } from '../support/until.ts';

const withinMs = 5_000;
/** How long an upstream takes, so that exchanges are under way while policies change. */
const slowMs = 300;
const pauseMs = 60;
const word = 'cobalt';

type Seen = {
  readonly replica: number;
  readonly beganMs: number;
  readonly status: number;
  readonly version: string;
  readonly action: string;
};

const listening = await openPostgres();
const missing = 'missing' in listening ? listening.missing : undefined;
if (missing !== undefined) process.stdout.write(`${missing}\n`);

let folder: string;
let policies: string;
let upstream: Upstream;
let replicas: readonly RunningGateway[] = [];

async function put(action: string): Promise<void> {
  const rule = { id: 'word', when: 'hit("word")', action, message: 'This word is watched.' };
  const text = policyOf({ patterns: { word: { keywords: [word] } }, rules: [rule] }, 'swapped');
  await writeFile(join(folder, 'draft.yaml'), text);
  await rename(join(folder, 'draft.yaml'), join(policies, 'swapped.yaml'));
}

/** Calls each replica again and again, one call after the other, until it is told to stop. */
function startTraffic(key: string) {
  const seen: Seen[] = [];
  let going = true;
  const ask = async (replica: number): Promise<void> => {
    const { url } = replicas[replica] as RunningGateway;
    while (going) {
      const beganMs = performance.now();
      const { status, json } = await call(`${url}/v1/validate`, { key, body: { prompt: word } });
      const [version, action] = [String(json['policy_version']), String(json['action'])];
      seen.push({ replica, beganMs, status, version, action });
      // Often enough to see each change; three loops without a pause would take the cores from those who are looked at.
      await sleep(pauseMs);
    }
  };
  const asking = replicas.map((_, replica) => ask(replica));
  return {
    seen,
    async stop(): Promise<void> {
      going = false;
      await Promise.all(asking);
    },
  };
}

/** Exchanges with an upstream, one after the other on each replica, from their request to their end. */
function startExchanges() {
  let going = true;
  const ask = async ({ url, key }: RunningGateway): Promise<void> => {
    const body = { model: 'gpt-test', messages: [{ role: 'user', content: 'hello' }] };
    while (going)
      expect((await call(`${url}/v1/chat/completions`, { key, body })).status).toBe(200);
  };
  const asking = replicas.map(ask);
  return async (): Promise<void> => {
    going = false;
    await Promise.all(asking);
  };
}

const everyReplica = (seen: readonly Seen[], is: (one: Seen) => boolean): boolean =>
  replicas.every((_, replica) => seen.some((one) => one.replica === replica && is(one)));

(missing === undefined ? describe : describe.skip)('three replicas at work', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'governance-changes-'));
    policies = join(folder, 'policies');
    await mkdir(policies);
    await put('flag');
    upstream = await startUpstream(async (_arrived, response) => {
      await sleep(slowMs);
      answerJson(response, chatCompletion('All is well.'));
    });
    const environment = {
      DATABASE_URL: (listening as Postgres).url,
      GATEWAY_POLICIES: policies,
      GATEWAY_RATE_LIMIT: '0',
      OPENAI_API_KEY: 'provider-key',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
    };
    replicas = await Promise.all(
      [1, 2, 3].map((index) =>
        startGateway({ data: join(folder, `replica-${index}`), environment }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await upstream.close();
    await (listening as Postgres).close();
    await rm(folder, { recursive: true, force: true });
  });

  test('take no call of a key that began 5 seconds after it was revoked on one of them', async () => {
    const [first] = replicas as [RunningGateway];
    const body = { owner: 'changes', scopes: ['govern'] };
    const { json } = await call(`${first.url}/v1/keys`, { key: first.key, body });
    const traffic = startTraffic(String(json['key']));
    await until(() => everyReplica(traffic.seen, ({ status }) => status === 200));
    const revoke = `${first.url}/v1/keys/${String(json['id'])}/revoke`;
    const revoked = await call(revoke, { method: 'POST', key: first.key, body: {} });
    const revokedMs = performance.now();
    expect(revoked.status).toBe(200);
    const isLate = ({ beganMs }: Seen): boolean => beganMs > revokedMs + withinMs;
    await until(() => everyReplica(traffic.seen, isLate));
    await traffic.stop();
    const after = traffic.seen.filter(({ beganMs }) => beganMs > revokedMs);
    expect(everyReplica(after, ({ status }) => status === 401)).toBe(true);
    expect(after.filter((one) => isLate(one) && one.status === 200)).toEqual([]);
    // The one that was told takes none from then on.
    expect(after.filter(({ replica, status }) => replica === 0 && status === 200)).toEqual([]);
  });

  test('rule each exchange by one version while policies are swapped, and all by the new one 5 seconds later', async () => {
    const [first] = replicas as [RunningGateway];
    const traffic = startTraffic(first.key);
    const stopExchanges = startExchanges();
    await until(() => everyReplica(traffic.seen, ({ action }) => action === 'flag'));
    for (const action of ['block', 'flag', 'block']) {
      const before = traffic.seen.length;
      await put(action);
      const swappedMs = performance.now();
      const isLate = ({ beganMs }: Seen): boolean => beganMs > swappedMs + withinMs;
      await until(() => everyReplica(traffic.seen, isLate));
      const late = traffic.seen.slice(before).filter(isLate);
      expect(late.filter((one) => one.action !== action)).toEqual([]);
      expect(new Set(late.map(({ version }) => version)).size).toBe(1);
    }
    await traffic.stop();
    await stopExchanges();
    const ruled = new Map<string, Set<string>>();
    for (const { version, action } of traffic.seen)
      ruled.set(version, (ruled.get(version) ?? new Set()).add(action));
    expect([...ruled.values()].map((actions) => [...actions])).toEqual([['flag'], ['block']]);

    const record = readRecord(replicas.map(({ data }) => join(data, 'audit')));
    const exchanges = new Set(
      record.flatMap(({ type, exchange = '' }) => (type === 'answered' ? [exchange] : [])),
    );
    expect(exchanges.size).toBeGreaterThan(3);
    expect(findMixedVersions(record)).toEqual([]);
  });
});
