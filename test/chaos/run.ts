/** A chaos run: load on three replicas while everything they lean on breaks, and an account of what held. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';
import { listLogs } from '../../src/audit/worker-logs.ts';
import { accountFor } from '../faults/account.ts';
import { call } from '../support/call.ts';
import { findWrong } from './checks.ts';
import { Load } from './load.ts';
import { findMixedRulings, findMixedVersions, readPace, readRecord } from './record.ts';
import { type Stage, limitedPerMinute, openStage } from './stage.ts';
import { type Tell, makeTrouble } from './troubles.ts';
import { verifyAll } from './verify-all.ts';
import { canary } from './words.ts';

export type ChaosOptions = {
  readonly seconds: number;
  readonly seed: number;
  /** Processes that serve, of each replica; one: no workers. */
  readonly workers?: number;
  readonly tell: Tell;
};

/** One thing that has to hold: what was seen of it, and where it did not hold, one sentence each. */
export type Invariant = {
  readonly name: string;
  readonly claim: string;
  readonly seen: string;
  readonly broken: readonly string[];
};

export type Chaos = {
  readonly invariants: readonly Invariant[];
  readonly counts: Readonly<Record<string, number>>;
};

const lanes = 8;
const pauseMs = 120;
const aliveWithinMs = 20_000;

export async function runChaos({ seconds, seed, workers = 1, tell }: ChaosOptions): Promise<Chaos> {
  const stage = await openStage(workers);
  try {
    const each = workers > 1 ? `, each of ${workers} workers` : '';
    tell(`three replicas are up${each}; ${stage.database.way}; seed ${seed}`);
    const load = new Load(stage, seed, pauseMs);
    load.start(lanes);
    await makeTrouble(stage, seconds, seed, tell);
    const dead = await findDead(stage);
    await load.stop();
    tell('the faults are over; all replicas are told to stop');
    const ended = await Promise.all(stage.replicas.map((replica) => replica.stop()));
    const stopped = ended.flatMap((status, index) =>
      status === 0
        ? []
        : [`replica ${index + 1} ended with ${status}: ${stage.replicas[index]?.fatal() ?? ''}`],
    );
    tell('both verifiers read all journals');
    const unreplaced = stage.replicas.flatMap(({ faults }) => faults);
    return account(stage, load, [...dead, ...stopped, ...unreplaced]);
  } finally {
    await stage.close();
  }
}

/** Good calls have to succeed on every replica soon after the last fault. */
async function findDead({ replicas, keys }: Stage): Promise<readonly string[]> {
  const [key = ''] = keys.free;
  const found = await Promise.all(
    replicas.map(async ({ name, gateway }) => {
      let said = 'nothing';
      for (const end = performance.now() + aliveWithinMs; performance.now() < end;) {
        const body = { prompt: 'Good evening.' };
        const asked = call(`${gateway?.url ?? ''}/v1/validate`, { key, body });
        const { status, text } = await asked.catch((error: unknown) => ({
          status: 0,
          text: String(error),
        }));
        if (status === 200) return [];
        said = text;
        await sleep(100);
      }
      return [`replica ${name} did not come back: ${said}`];
    }),
  );
  return found.flat();
}

function account(stage: Stage, load: Load, unwell: readonly string[]): Chaos {
  const { replicas, upstream, keys } = stage;
  const { answered, limited } = load;
  const trails = replicas.map(({ trail }) => trail);
  const directories = trails.flatMap(listLogs).map(({ directory }) => directory);
  const told = answered.map((one) => one.told);
  const record = readRecord(directories);
  const whole = accountFor(directories, told, upstream.reached);
  const pace = readPace(record, keys.limitedId, limitedPerMinute);
  const paceMax = 2 * limitedPerMinute;
  const good = told.filter(({ status, whole: ended }) => status === 200 && ended).length;
  const invariants: Invariant[] = [
    {
      name: 'I1',
      claim: 'no call reaches an upstream before its request is on the disk',
      seen: `${upstream.reached.length} calls reached one`,
      broken: upstream.broken,
    },
    {
      name: 'I2',
      claim: 'what comes back is what the upstream said, or plainly an error',
      seen: `${good} whole answers of ${told.length} calls`,
      broken: findWrong(answered, stage.secrets),
    },
    {
      name: 'I3, I4',
      claim: 'each exchange has one end on record, and no answer is without its entry',
      seen: `${whole.exchanges} exchanges: ${toWords(whole.ends)}`,
      broken: whole.broken,
    },
    {
      name: 'I5',
      claim: 'both verifiers find all journals whole',
      seen: `${record.length} entries`,
      broken: verifyAll(trails),
    },
    {
      name: 'I6',
      claim: 'no secret and no prompt stands in a log or a journal',
      seen: `${directories.length} journals and the output of ${replicas.length} replicas`,
      broken: findLeaks(stage, directories),
    },
    {
      name: 'I7',
      claim: 'one exchange, one version of the policies',
      seen: `${new Set(record.flatMap(({ ruling }) => ruling?.policy_version ?? [])).size} versions`,
      broken: [...findMixedVersions(record), ...findMixedRulings(record, answered)],
    },
    {
      name: 'rate',
      claim: `a key of ${limitedPerMinute}/m is never more than a burst and one window ahead`,
      seen: `${pace.passed} of ${limited.length} calls passed, at most ${pace.ahead} ahead`,
      broken: pace.ahead > paceMax ? [`it was ${pace.ahead} calls ahead`] : [],
    },
    {
      name: 'I8',
      claim: 'all replicas serve again after the last fault, and stop when they are told to',
      seen: `${replicas.length} replicas`,
      broken: unwell,
    },
  ];
  const kills = replicas.reduce((sum, replica) => sum + replica.kills, 0);
  const refused = replicas.reduce((sum, replica) => sum + replica.refused, 0);
  const counts = { calls: told.length, whole: good, entries: record.length, kills, refused };
  return { invariants, counts };
}

/** What was said or is secret, in files that hold no texts: journals and logs. */
function findLeaks({ replicas, secrets }: Stage, directories: readonly string[]): string[] {
  const journals = directories.flatMap((directory) =>
    listSegments(directory).map((segment) => readFileSync(segmentPath(directory, segment), 'utf8')),
  );
  const logs = replicas.map((replica) => replica.output());
  return [canary, ...secrets].flatMap((word, index) => [
    ...(journals.some((text) => text.includes(word)) ? [`secret ${index} is in a journal`] : []),
    ...(logs.some((text) => text.includes(word)) ? [`secret ${index} is in a log`] : []),
  ]);
}

function toWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
