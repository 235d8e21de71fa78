/** Power is lost at any moment: what was not synced is gone, and still no answer is without its entry. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountFor } from '../faults/account.ts';
import { Caller, type Told } from '../faults/caller.ts';
import { createRandom } from '../faults/random.ts';
import { type Scene, openScene } from '../faults/scene.ts';
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

withStrace('a disk that loses power', () => {
  let scene: Scene;
  let trace: Trace;
  const told: Told[] = [];
  /** When each answer went out, and when each call went on to the upstream: by their places in the trace. */
  let answeredAt: ReadonlyMap<string, number>;
  let sentOnAt: ReadonlyMap<string, number>;

  beforeAll(async () => {
    scene = await openScene((_, response) => answerJson(response, chatCompletion('All is well.')));
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
        told.push(
          await caller.ask({
            url: gateway.url,
            key: gateway.key,
            path: '/v1/chat/completions',
            model,
            // A new person now and then, whose key has to be made first.
            body: { model, user: `user-${i}`, messages: [{ role: 'user', content: 'hello' }] },
          }),
        );
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    caller.close();
    expect(await gateway.stop()).toBe(0);
    trace = new Trace(report, data);
    answeredAt = trace.findSent(told.map(toHead));
    sentOnAt = trace.findSent(told.map(toBody));
    expect(answeredAt.size).toBe(lanes * callsEach);
    expect(sentOnAt.size).toBe(scene.upstream.arrived.length);
  }, patienceMs);
  afterAll(() => scene.close());

  /** When this share of the calls had been answered. */
  function momentAt(share: number): number {
    const moments = [...answeredAt.values()].sort((left, right) => left - right);
    return moments[Math.floor((moments.length - 1) * share)] ?? 0;
  }

  const toHead = ({ requestId }: Told): string => `x-request-id: ${requestId}`;
  const toBody = ({ model }: Told): string => `{"model":"${model}","user"`;

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
        told.filter((each) => (answeredAt.get(toHead(each)) ?? 0) <= at),
        told.flatMap((each) => ((sentOnAt.get(toBody(each)) ?? at) < at ? each.model : [])),
      );
      expect(account.broken).toEqual([]);
      expect(account.exchanges).toBeGreaterThan(0);
      expect(runCommand(data, ['audit', 'verify', '--dir', directory])).toMatch(/intact/);
    },
    patienceMs,
  );
});

describe('the replay of a trace', () => {
  let folder: string;
  let data: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'governance-replay-'));
    data = join(folder, 'data');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const hex = (text: string): string =>
    [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

  async function replay(lines: (journal: string) => readonly string[]): Promise<string> {
    const journal = join(data, 'journal');
    await writeFile(join(folder, 'report'), lines(journal).join('\n'));
    new Trace(join(folder, 'report'), data).replay(100, 'gone', join(folder, 'after'));
    return readFile(join(folder, 'after', 'journal'), 'utf8');
  }

  const open = (journal: string): string =>
    `2 openat(AT_FDCWD, "${hex(journal)}", O_WRONLY|O_CREAT|O_DSYNC, 0600) = 20<${hex(journal)}>`;
  const write = (journal: string): string =>
    `2 write(20<${hex(journal)}>, "${hex('entry')}", 5) = 5`;
  const syncFolder = (): readonly string[] => [
    `2 openat(AT_FDCWD, "${hex(data)}", O_RDONLY) = 21<${hex(data)}>`,
    `2 fsync(21<${hex(data)}>) = 0`,
  ];

  test('leaves a descriptor open that another thread is given while it is being closed', async () => {
    const found = await replay((journal) => [
      `1 close(20<${hex('/old')}> <unfinished ...>`,
      open(journal),
      '1 <... close resumed>)              = 0',
      ...syncFolder(),
      write(journal),
    ]);
    expect(found).toBe('entry');
  });

  test('goes by when a call came back, where another was told meanwhile', async () => {
    const found = await replay((journal) => [
      open(journal),
      `2 write(20<${hex(journal)}>, "${hex('en')}", 2 <unfinished ...>`,
      `1 close(22<${hex('/other')}>) = 0`,
      '2 <... write resumed>)              = 2',
      `2 write(20<${hex(journal)}>, "${hex('try')}", 3) = 3`,
      ...syncFolder(),
    ]);
    expect(found).toBe('entry');
  });

  test('says so itself where a file is written that was never opened', async () => {
    await expect(
      replay((journal) => [...syncFolder(), write(journal), open(journal)]),
    ).rejects.toThrow('does not say when it was opened');
  });
});
