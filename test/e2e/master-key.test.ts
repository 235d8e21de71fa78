/** The master key changes under a gateway at work: nothing fails, nothing is kept in clear, and both times stay provable. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { readEntries, readJournal } from '../support/trail-directory.ts';

const said = 'Quincekeptcanary';

let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'governance-master-'));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const audit = (): string => join(data, 'audit');

/** As whoever exchanges it does: whole, and in one step. */
function exchangeKey(): void {
  const draft = join(data, 'master.key.next');
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  renameSync(draft, join(audit(), 'master.key'));
}

async function ask({ url, key }: RunningGateway, user: string): Promise<string> {
  const body = { model: 'sandbox', user, messages: [{ role: 'user', content: said }] };
  const { status, headers } = await call(`${url}/v1/chat/completions`, { key, body });
  expect(status).toBe(200);
  return headers.get('x-governance-entry') ?? '';
}

/** What the gateway shows of a call's kept text. */
async function read({ url, key }: RunningGateway, entry: string): Promise<string> {
  const { status, text } = await call(`${url}/v1/audit/entries/${entry}/content`, { key });
  expect(status).toBe(200);
  return text;
}

/** Calls one after the other until it is told to stop; how many, each of which was answered. */
function startTraffic(gateway: RunningGateway) {
  const traffic = { going: true };
  const asking = (async (): Promise<number> => {
    let calls = 0;
    for (; traffic.going; calls += 1) await ask(gateway, `user-${calls % 50}`);
    return calls;
  })();
  return (): Promise<number> => {
    traffic.going = false;
    return asking;
  };
}

function findSaidInClear(): readonly string[] {
  const blobs = readdirSync(join(audit(), 'content'), { recursive: true, withFileTypes: true });
  const files = blobs
    .filter((blob) => blob.isFile())
    .map((blob) => join(blob.parentPath, blob.name));
  const inBlobs = files.filter((file) => readFileSync(file).includes(said));
  return [...inBlobs, ...readJournal(audit()).filter((line) => line.includes(said))];
}

describe('a master key that changes under traffic', () => {
  test('is taken up by the next start: calls go on with the old one, none of them in clear, and all of it verifies', async () => {
    const first = await startGateway({ data, environment: quickPolicy });
    const before = await ask(first, 'ann');
    const stop = startTraffic(first);
    exchangeKey();
    const during = await ask(first, 'bob');
    for (let i = 0; i < 5; i += 1) await ask(first, `new-${i}`);
    expect(await stop()).toBeGreaterThan(0);
    // The process goes on with the key that it has, for people it knew and for people who are new to it.
    for (const entry of [before, during]) expect(await read(first, entry)).toContain(said);
    expect(await first.stop()).toBe(0);

    const second = await startGateway({ data, environment: quickPolicy });
    const warned = /the master key is another one than before/;
    expect([first, second].map(({ output }) => warned.test(output()))).toEqual([false, true]);
    const after = await ask(second, 'ann');
    expect(await read(second, after)).toContain(said);
    // What the old key wrapped is out of reach without it, and said to be so.
    for (const entry of [before, during]) {
      const shown = await read(second, entry);
      expect(shown).not.toContain(said);
      expect(shown).toContain('"missing"');
    }
    expect(await second.stop()).toBe(0);

    expect(findSaidInClear()).toEqual([]);
    const acts = readEntries(audit()).filter(({ act }) => act === 'signing');
    expect(acts.length).toBeGreaterThan(0);
    expect(runCommand(data, ['audit', 'verify', '--dir', audit()])).toContain('intact');
  });

  test('is no key at all: the start refuses, says so, and repeats nothing of it', async () => {
    const broken = 'bm90LWEta2V5';
    writeFileSync(join(audit(), 'master.key'), `${broken}\n`);
    const refused = await startGateway({ data, environment: quickPolicy }).then(
      () => 'started',
      (error: unknown) => String(error),
    );
    expect(refused).toContain('the master key has to be 32 bytes in base64');
    expect(refused).not.toContain(broken);
  });
});
