/** What goes wrong in a chaos run, and when: each kind of trouble has a period of its own and heals what it broke. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../faults/random.ts';
import type { Stage } from './stage.ts';

export type Tell = (line: string) => void;

type Trouble = {
  readonly everyMs: number;
  /** It comes back only when all is as it was. */
  readonly act: () => Promise<void>;
  /** How often it comes at least; once where nothing is said. */
  readonly actsMin?: number;
};

const killEveryMs = 10_000;
const killsMin = 3;
/** Of the kills, where there are workers: the others kill a whole replica, by its primary. */
const workerShare = 0.6;
const redisEveryMs = 60_000;
const redisDownMs = 20_000;
const databaseEveryMs = 45_000;
const databaseDownMsMax = 4_000;
const policiesEveryMs = 7_000;
const brokenPoliciesMs = 1_500;
const resetsEveryMs = 25_000;
const resetsMs = 6_000;

/** Runs for so long and a little longer: until the last trouble has healed. Short runs have each kind of it at least once. */
export async function makeTrouble(
  stage: Stage,
  seconds: number,
  seed: number,
  tell: Tell,
): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), seconds * 1000);
  const random = createRandom(seed);
  const troubles = [
    kills(stage, random, tell),
    ...outages(stage, seconds * 1000, random, tell),
    policySwaps(stage, tell),
    resets(stage, tell),
  ];
  const longestMs = (seconds * 1000) / 3;
  await Promise.all(
    troubles.map(({ everyMs, act, actsMin = 1 }, index) => {
      const period = Math.min(everyMs, longestMs);
      // Not all at the same moment: each begins at its own part of its period.
      return repeat({ everyMs: period, act, actsMin }, (index + 1) / troubles.length, over.signal);
    }),
  );
  clearTimeout(timer);
}

/** Not over before each has come as often as it has to, however little a slow machine gets done in the time. */
async function repeat(trouble: Trouble, begins: number, over: AbortSignal): Promise<void> {
  const { everyMs, act, actsMin = 1 } = trouble;
  let dueAt = performance.now() + everyMs * begins;
  for (let acts = 0; ; acts += 1) {
    const waitMs = Math.max(0, dueAt - performance.now());
    await sleep(waitMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted && acts >= actsMin) return;
    await act();
    dueAt = Math.max(dueAt + everyMs, performance.now());
  }
}

function kills({ replicas, workers }: Stage, random: () => number, tell: Tell): Trouble {
  let acts = 0;
  return {
    everyMs: killEveryMs,
    actsMin: killsMin,
    async act() {
      const victim = replicas[Math.floor(random() * replicas.length)];
      if (victim === undefined) return;
      acts += 1;
      // Both kinds to begin with, and then as it comes.
      const one = acts > 2 ? random() < workerShare : acts === 1;
      if (workers > 1 && one) {
        const worker = await victim.killWorker(random);
        if (worker !== undefined)
          tell(`worker ${worker} of replica ${victim.name} was killed with -9`);
        return;
      }
      await victim.kill();
      tell(`replica ${victim.name} is killed with -9`);
      const refusedBefore = victim.refused;
      await victim.start();
      const tries = victim.refused - refusedBefore;
      const waited = tries === 0 ? '' : `, after ${tries} starts that were refused`;
      tell(`replica ${victim.name} is up again${waited}`);
    },
  };
}

function outages(
  { redis, database }: Stage,
  runMs: number,
  random: () => number,
  tell: Tell,
): readonly Trouble[] {
  const redisMs = Math.min(redisDownMs, runMs / 4);
  return [
    {
      everyMs: redisEveryMs,
      async act() {
        await redis.stop();
        tell(`Redis is stopped for ${Math.round(redisMs / 1000)} s`);
        await sleep(redisMs);
        await redis.start();
        tell('Redis is back, and has forgotten everything');
      },
    },
    {
      everyMs: databaseEveryMs,
      async act() {
        await database.stop();
        tell('PostgreSQL is stopped');
        await sleep(random() * databaseDownMsMax);
        await database.start();
        tell('PostgreSQL is back');
      },
    },
  ];
}

function policySwaps({ policies }: Stage, tell: Tell): Trouble {
  let count = 0;
  return {
    everyMs: policiesEveryMs,
    // The third of them is broken.
    actsMin: 3,
    async act() {
      count += 1;
      const strict = count % 2 === 1;
      if (count % 3 === 0) {
        const mend = await policies.break();
        tell('a policy file is broken: the last good ones have to serve on');
        await sleep(brokenPoliciesMs);
        await mend();
      }
      await policies.swap(strict);
      tell(`the ${strict ? 'strict' : 'mild'} policies are put in place`);
    },
  };
}

function resets({ upstream }: Stage, tell: Tell): Trouble {
  return {
    everyMs: resetsEveryMs,
    async act() {
      upstream.resets = true;
      tell(`the moody upstream resets every call for ${resetsMs / 1000} s`);
      await sleep(resetsMs);
      upstream.resets = false;
      tell('the moody upstream answers again');
    },
  };
}
