/** A chaos run: load on three replicas while everything they lean on breaks, and an account of what held. */
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../support/call.ts';
import { type Invariant, holdToInvariants } from './invariants.ts';
import { Load } from './load.ts';
import type { Replica } from './replica.ts';
import { type Stage, openStage } from './stage.ts';
import { type Tell, makeTrouble } from './troubles.ts';

export type ChaosOptions = {
  readonly seconds: number;
  readonly seed: number;
  /** Processes that serve, of each replica; one: no workers. */
  readonly workers?: number;
  readonly tell: Tell;
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
    const { invariants, entries } = holdToInvariants(stage, load, [
      ...dead,
      ...stopped,
      ...unreplaced,
    ]);
    return { invariants, counts: { ...countAll(stage, load), entries } };
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

function countAll({ replicas }: Stage, { answered }: Load): Readonly<Record<string, number>> {
  const sum = (count: (replica: Replica) => number): number =>
    replicas.reduce((total, replica) => total + count(replica), 0);
  return {
    calls: answered.length,
    whole: answered.filter(({ told }) => told.status === 200 && told.whole).length,
    kills: sum(({ kills }) => kills),
    refused: sum(({ refused }) => refused),
  };
}
