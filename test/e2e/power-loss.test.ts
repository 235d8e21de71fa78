/** Power is lost at any moment: what was not synced is gone, and still no answer is without its entry. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountFor } from '../faults/account.ts';
import { Caller, type Told } from '../faults/caller.ts';
import { createRandom } from '../faults/random.ts';
import { type Scene, openScene, readModel } from '../faults/scene.ts';
import { type Fate, Trace, recording } from '../support/disk-replay.ts';
import { startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { blockedModel } from '../support/quick-policy.ts';
import { hasStrace } from '../support/strace.ts';
import { answerJson, chatCompletion } from '../support/upstream.ts';

const withStrace = hasStrace() ? describe : describe.skip;
const lanes = 6;
const callsEach = 15;
const patienceMs = 240_000;

type Heard = Told & { readonly at: number };

withStrace('a disk that loses power', () => {
  let scene: Scene;
  let trace: Trace;
  const told: Heard[] = [];
  const reached: { readonly model: string; readonly at: number }[] = [];

  beforeAll(async () => {
    scene = await openScene(({ body }, response) => {
      reached.push({ model: readModel(body), at: now() });
      answerJson(response, chatCompletion('All is well.'));
    });
    const data = join(scene.folder, 'data');
    const report = join(scene.folder, 'report');
    const gateway = await startGateway({
      data,
      under: recording(report),
      environment: scene.environment,
    });
    const caller = new Caller();
    const lane = async (number: number): Promise<void> => {
      for (let i = 0; i < callsEach; i += 1) {
        const model = `${i % 5 === 4 ? blockedModel : 'chat'}-${number}-${i}`;
        const answered = await caller.ask({
          url: gateway.url,
          key: gateway.key,
          path: '/v1/chat/completions',
          model,
          // A new person now and then, whose key has to be made first.
          body: { model, user: `user-${i}`, messages: [{ role: 'user', content: 'hello' }] },
        });
        told.push({ ...answered, at: now() });
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    caller.close();
    expect(await gateway.stop()).toBe(0);
    trace = new Trace(report, data);
  }, patienceMs);
  afterAll(() => scene.close());

  /** When this share of the calls had been answered. */
  function momentAt(share: number): number {
    return told[Math.floor((told.length - 1) * share)]?.at ?? 0;
  }

  test.each([
    ['all that was not synced is gone', 0, 'gone'],
    ['all that was not synced is gone', 0.3, 'gone'],
    ['all that was not synced is gone', 0.7, 'gone'],
    ['all that was not synced is gone', 1, 'gone'],
    ['half of it is there', 0.2, 'lot'],
    ['half of it is there', 0.6, 'lot'],
    ['half of it is there', 0.95, 'lot'],
  ] as const)(
    'where %s, after %d of the calls',
    async (_, share, kind) => {
      const at = momentAt(share);
      const random = createRandom(Math.round(share * 100));
      const fate: Fate = kind === 'gone' ? 'gone' : () => random() < 0.5;
      const data = join(scene.folder, `after-${kind}-${share}`);
      trace.replay(at, fate, data);
      const gateway = await startGateway({ data, environment: scene.environment });
      expect(await gateway.stop()).toBe(0);
      const directory = join(data, 'audit');
      const account = accountFor(
        [directory],
        told.filter((each) => each.at <= at),
        reached.filter((each) => each.at <= at).map(({ model }) => model),
      );
      expect(account.broken).toEqual([]);
      expect(account.exchanges).toBeGreaterThan(0);
      expect(runCommand(data, ['audit', 'verify', '--dir', directory])).toMatch(/intact/);
    },
    patienceMs,
  );
});

test('a descriptor that another thread is given while it is being closed stays open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'governance-replay-'));
  const data = join(folder, 'data');
  const hex = (text: string): string =>
    `"${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;
  const threads = [
    ['1.000000 close(20<old>) = 0 <0.000900>'],
    [
      `1.000100 openat(AT_FDCWD, ${hex(join(data, 'journal'))}, O_WRONLY|O_CREAT|O_DSYNC, 0600) = 20<new> <0.000100>`,
      `1.000300 openat(AT_FDCWD, ${hex(data)}, O_RDONLY) = 21<data> <0.000100>`,
      '1.000500 fsync(21<data>) = 0 <0.000100>',
      `1.002000 write(20<new>, ${hex('entry')}, 5) = 5 <0.000100>`,
    ],
  ];
  for (const [number, lines] of threads.entries())
    await writeFile(join(folder, `report.${number}`), lines.join('\n'));
  new Trace(join(folder, 'report'), data).replay(2_000, 'gone', join(folder, 'after'));
  expect(await readFile(join(folder, 'after', 'journal'), 'utf8')).toBe('entry');
  await rm(folder, { recursive: true });
});

function now(): number {
  return performance.timeOrigin + performance.now();
}
