/** Erasing a person while the gateway serves: no byte of what was said is left anywhere, and the trail is as whole as before. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { findRaw } from '../support/raw-search.ts';
import { readJournal } from '../support/trail-directory.ts';
import { type Upstream, answerJson, answerStream, chatCompletion } from '../support/upstream.ts';
import { startUpstream } from '../support/upstream.ts';

const words = { prompt: 'Quokkaprompt', answer: 'Wombatanswer', note: 'Numbatnote' };
const others = 'Bettongothers';
const perPerson = 30;

let folder: string;
let upstream: Upstream;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'governance-erased-'));
  upstream = await startUpstream(({ body }, response) => {
    const text = body.toString().includes(words.prompt) ? words.answer : others;
    if (body.toString().includes('"stream":true')) answerStream(response, [text, ' it is']);
    else answerJson(response, chatCompletion(`${text} it is`));
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(data: string): Promise<void> {
  gateway = await startGateway({
    data,
    environment: {
      ...quickPolicy,
      OPENAI_API_KEY: 'provider-key',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      GATEWAY_RATE_LIMIT: '0',
    },
  });
}

async function say(user: string, text: string, stream = false): Promise<string> {
  const body = { model: 'gpt-a', user, stream, messages: [{ role: 'user', content: text }] };
  const { url, key } = gateway;
  const answer = await call(`${url}/v1/chat/completions`, { key, body });
  expect(answer.status).toBe(200);
  return answer.headers.get('x-governance-entry') ?? '';
}

async function countFound(query: string): Promise<number> {
  const url = `${gateway.url}/v1/audit/entries?limit=200&q=${query}`;
  const { json } = await call(url, { key: gateway.key });
  return (json['entries'] as unknown[]).length;
}

describe('erasing a person', () => {
  test('leaves no byte of what they said, before and after a restart, and every entry in its place', async () => {
    const data = join(folder, 'data');
    const directory = join(data, 'audit');
    await start(data);
    const { url, key } = gateway;
    const said: string[] = [];
    for (let index = 0; index < perPerson; index += 1) {
      said.push(await say('alice', `${words.prompt} number ${index}`, index % 2 === 0));
      await say('bob', `${others} number ${index}`);
    }
    const [first = ''] = said;
    const review = { status: 'confirmed', note: `${words.note} of a reviewer` };
    expect(
      (await call(`${url}/v1/audit/entries/${first}/review`, { key, body: review })).status,
    ).toBe(200);
    expect(await countFound(words.prompt)).toBe(perPerson);
    expect(await countFound(words.answer)).toBe(perPerson);
    expect(findRaw(data, Object.values(words)).length).toBeGreaterThan(0);
    const before = readJournal(directory);
    const witness = join(folder, 'witness');
    copyFileSync(join(directory, 'checkpoints.jsonl'), witness);

    // Others go on talking, and so does she: what comes after is under a new key.
    const talking = Promise.all(Array.from({ length: 20 }, () => say('bob', `${others} goes on`)));
    const erased = await call(`${url}/v1/audit/erasures`, { key, body: { subject: 'alice' } });
    expect(erased.status).toBe(200);
    await talking;
    expect(findRaw(data, Object.values(words))).toEqual([]);
    for (const word of Object.values(words)) expect(await countFound(word)).toBe(0);
    expect(await countFound(`${others}%20subject:alice`)).toBe(0);
    expect(await countFound(others)).toBeGreaterThanOrEqual(perPerson);
    const content = await call(`${url}/v1/audit/entries/${first}/content`, { key });
    expect(content.text).toContain('erased or expired');
    const later = await say('alice', 'back again');
    expect(await countFound('back%20again')).toBeGreaterThan(0);

    expect(await gateway.stop()).toBe(0);
    expect(findRaw(data, Object.values(words))).toEqual([]);
    await start(data);
    await call(`${gateway.url}/v1/audit/entries/${later}`, { key });
    expect(await countFound(words.prompt)).toBe(0);
    expect(findRaw(data, Object.values(words))).toEqual([]);
    expect(await gateway.stop()).toBe(0);

    expect(readJournal(directory).slice(0, before.length)).toEqual(before);
    const report = runCommand(data, ['audit', 'verify', '--dir', directory, '--witness', witness]);
    expect(report).toMatch(/^intact/);
    expect(report).toMatch(/content under key \S+ was erased under entry \d+/);
    rmSync(join(directory, 'index.sqlite'));
    await start(data);
    expect(await countFound(words.prompt)).toBe(0);
    expect(await countFound('back%20again')).toBeGreaterThan(0);
    expect(findRaw(data, Object.values(words))).toEqual([]);
  });
});
