/** Erasing a person again and again while the gateway is recording what they say: each time nothing from before can be read. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { listLogs } from '../../src/audit/worker-logs.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { findRaw } from '../support/raw-search.ts';
import { readEntries } from '../support/trail-directory.ts';
import { until } from '../support/until.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';

const rounds = 2;
const callers = 4;
/** Texts of this length are made ready on threads of their own, so a key is held for a while before its entry is written. */
const longCharacters = 80_000;

const keySchema = z.object({ key: z.string() });

let folder: string;
let upstream: Upstream;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'governance-meanwhile-'));
  upstream = await startUpstream(({ body }, response) => {
    const [, word = ''] = /(Quokka\d+)x/.exec(body.toString()) ?? [];
    answerJson(response, chatCompletion(`${word}x it is`));
  });
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(workers: number): Promise<void> {
  gateway = await startGateway({
    data: join(folder, `data-${workers}`),
    environment: {
      ...quickPolicy,
      OPENAI_API_KEY: 'provider-key',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      GATEWAY_RATE_LIMIT: '0',
      ...(workers > 1 ? { GATEWAY_WORKERS: String(workers) } : {}),
    },
  });
}

function wordOf(round: number): string {
  return `Quokka${round}x`;
}

async function say(round: number, isLong: boolean): Promise<void> {
  const content = `${wordOf(round)} is said${isLong ? ' again'.repeat(longCharacters / 6) : ''}`;
  const body = { model: 'gpt-a', user: 'alice', messages: [{ role: 'user', content }] };
  const { url, key } = gateway;
  const headers = { connection: 'close' };
  const answer = await call(`${url}/v1/chat/completions`, { key, body, headers });
  expect(answer.status).toBe(200);
}

async function countFound(query: string): Promise<number> {
  const url = `${gateway.url}/v1/audit/entries?limit=200&q=${query}`;
  const { json } = await call(url, { key: gateway.key });
  return (json['entries'] as unknown[]).length;
}

describe.each([1, 2])('erasing a person who goes on talking, with %i worker(s)', (workers) => {
  test('leaves nothing of what was recorded before, and the trail is intact', async () => {
    await start(workers);
    const { url, key, data } = gateway;
    const ended: number[] = [];
    /** By the round in which they began. */
    const underWay = Array.from({ length: rounds + 2 }, () => 0);
    let round = 1;
    let isOver = false;
    const talk = async (index: number): Promise<void> => {
      while (!isOver) {
        const own = round;
        underWay[own] = (underWay[own] ?? 0) + 1;
        await say(own, index % 2 === 0);
        underWay[own] -= 1;
        ended[own] = (ended[own] ?? 0) + 1;
      }
    };
    const talking = Promise.all(Array.from({ length: callers }, (_, index) => talk(index)));
    for (let erasing = 1; erasing <= rounds; erasing += 1) {
      while ((ended[erasing] ?? 0) < callers * 2) await sleep(20);
      round += 1;
      // Every call of the round before has ended and is recorded.
      while ((underWay[erasing] ?? 0) > 0 || (ended[round] ?? 0) < callers) await sleep(20);
      const erased = await call(`${url}/v1/audit/erasures`, { key, body: { subject: 'alice' } });
      expect(erased.status).toBe(200);
      expect(findRaw(data, [wordOf(erasing)])).toEqual([]);
      expect(await countFound(wordOf(erasing))).toBe(0);
    }
    isOver = true;
    await talking;
    await say(99, false);
    // A busy index answers with what it has.
    await until(async () => (await countFound(wordOf(99))) > 0);
    expect(await gateway.stop()).toBe(0);
    const directory = join(data, 'audit');
    const report = runCommand(data, ['audit', 'verify', '--dir', directory]);
    expect(report).toContain('intact: nothing was changed');
    expect(report).toContain('was erased under entry');
    expect(report).not.toMatch(/altered|incomplete|unreadable/);
    const words = Array.from({ length: rounds }, (_, index) => wordOf(index + 1));
    expect(findRaw(data, words)).toEqual([]);
    for (const log of listLogs(directory))
      expect(findStale(readEntries(log.directory))).toEqual([]);
  });
});

/** Entries that stand behind an erasure and name a key that it destroyed. */
function findStale(entries: readonly Record<string, unknown>[]): unknown[] {
  let through = 0;
  return entries.filter(({ type, detail, content }) => {
    if (type === 'erasure') through = z.object({ through: z.int() }).parse(detail).through;
    const { data: key } = keySchema.safeParse(content);
    return key !== undefined && Number(key.key.split('.').at(-1)) <= through;
  });
}
