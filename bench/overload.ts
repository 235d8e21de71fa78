/** Ten times as many completions as fit: how long those take that are let in, how soon the others are told, what is on record. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { listSegments, readLines, segmentPath } from '../src/audit/journal-files.ts';
import { readStoredEntry } from '../src/audit/stored-entry.ts';
import { runCompletions } from './completions.ts';
import { startProgram, toCommand } from './process.ts';
import type { Effort, Measured, Row } from './row.ts';
import { type Scene, key, withScene } from './scene.ts';
import type { Sent, Told } from './sender.ts';
import { median, percentile, toSpread } from './statistics.ts';

const root = join(import.meta.dirname, '..');
const bytes = 2_000;
/** Those that what fits is measured with. */
const lanes = 32;
const connections = 512;
/** Of what fits. */
const [normalLoad, heavyLoad] = [0.5, 10];
/** Of each load: until its calls are timed. */
const untimed = 1 / 6;
const millisecondsPerSecond = 1_000;
const microsecondsPerMillisecond = 1_000;
const [answeredStatus, refusedStatus] = ['200', '503'];

type Round = {
  /** Calls a second, measured just before: a machine that others use as well has faster and slower minutes. */
  readonly fits: number;
  readonly normal: Sent;
  readonly heavy: Sent;
  readonly bare: Sent;
};
const nothing: Told = { count: 0, timesUs: [], entries: [] };
const answered = ({ byStatus }: Sent): Told => byStatus[answeredStatus] ?? nothing;
const refused = ({ byStatus }: Sent): Told => byStatus[refusedStatus] ?? nothing;

/** The gateway has a core of its own: else its lateness and that of whoever sends would be told as one. */
type Cores = { readonly gateway: string | undefined; readonly others: string | undefined };

function findCores(): Cores {
  const apart = availableParallelism() >= 2 && spawnSync('taskset', ['-V']).status === 0;
  return apart ? { gateway: '0', others: '1' } : { gateway: undefined, others: undefined };
}

async function send(
  url: string,
  perSecond: number,
  seconds: number,
  { others }: Cores,
): Promise<Sent> {
  const timedAfterSeconds = seconds * untimed;
  const task = { url, key, perSecond, seconds, timedAfterSeconds, bytes, connections };
  const [command = '', ...rest] = toCommand(others, ['bench/sender.ts', JSON.stringify(task)]);
  const child = spawn(command, rest, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [status] = (await once(child, 'close')) as [number];
  if (status !== 0) throw new Error(`the sender ended with ${status}`);
  return JSON.parse(text) as Sent;
}

/** What the journal holds of it, those calls included that were only counted. */
type Recorded = {
  readonly answered: ReadonlySet<string>;
  readonly refused: number;
  readonly intact: boolean;
};

function readRecord(data: string): Recorded {
  const directory = join(data, 'audit');
  const requests = new Map<string, string>();
  const ends = new Set<string>();
  let overloaded = 0;
  for (const segment of listSegments(directory))
    readLines(segmentPath(directory, segment), ({ bytes: line }) => {
      const entry = readStoredEntry(line);
      if (entry === undefined) return true;
      const { type, id, exchange = '' } = entry;
      if (type === 'request') requests.set(exchange, id);
      if (type === 'answered') ends.add(id).add(requests.get(exchange) ?? '');
      if (type === 'denied' && entry['cause'] === 'overloaded')
        overloaded += Number(entry['count'] ?? 1);
      return true;
    });
  const words = ['bin/governance.js', 'audit', 'verify', '--dir', directory];
  const { status } = spawnSync(process.execPath, words, { cwd: root });
  return { answered: ends, refused: overloaded, intact: status === 0 };
}

async function findWhatFits(url: string, requests: number): Promise<number> {
  const beganMs = performance.now();
  await runCompletions({ url, bytes, connections: lanes, requests });
  return (requests * millisecondsPerSecond) / (performance.now() - beganMs);
}

async function measure(scene: Scene, effort: Effort): Promise<Measured> {
  const data = join(await scene.createFolder(), 'data');
  const cores = findCores();
  const entry = 'bench/upstream.ts';
  const upstream = scene.keep(await startProgram({ entry, core: cores.others }));
  const settings = { OPENAI_BASE_URL: `${upstream.url}/v1` };
  const gateway = await scene.startGatewayIn(data, settings, { core: cores.gateway });
  const bare = await startProgram({ entry: 'bench/bare-refusal.ts', core: cores.gateway });
  scene.keep(bare);
  const { url } = gateway;
  const { requests, loadSeconds: seconds } = effort;
  await findWhatFits(url, requests);
  const rounds: Round[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const fits = await findWhatFits(url, requests);
    rounds.push({
      fits,
      normal: await send(url, fits * normalLoad, seconds, cores),
      heavy: await send(url, fits * heavyLoad, seconds, cores),
      bare: await send(bare.url, fits * heavyLoad, seconds, cores),
    });
  }
  await gateway.stop();
  return toMeasured(rounds, readRecord(data), seconds);
}

function at(share: number, { timesUs }: Told): number {
  return timesUs.length === 0
    ? Number.NaN
    : percentile(timesUs, share) / microsecondsPerMillisecond;
}

function toLine(
  label: string,
  offered: readonly number[],
  told: readonly Told[],
  seconds: number,
): readonly string[] {
  const perSecond = told.map(({ count }) => count / seconds);
  const times = [0.5, 0.99].map((share) => told.map((one) => at(share, one)));
  return [
    label,
    toSpread(offered, 0),
    toSpread(perSecond, 0),
    ...times.map((each) => toSpread(each, 1)),
  ];
}

function toMeasured(rounds: readonly Round[], record: Recorded, seconds: number): Measured {
  const line = (label: string, load: number, told: readonly Told[]): readonly string[] => {
    const offered = rounds.map(({ fits }) => fits * load);
    return toLine(label, offered, told, seconds);
  };
  const normal = rounds.map((round) => answered(round.normal));
  const [letIn, turnedAway] = [answered, refused].map((choose) =>
    rounds.map((round) => choose(round.heavy)),
  ) as [Told[], Told[]];
  const bare = rounds.map((round) => refused(round.bare));
  const sent = rounds.flatMap((round) => [round.normal, round.heavy]);
  const entries = sent.flatMap((one) => answered(one).entries);
  const refusals = sent.reduce((sum, one) => sum + refused(one).count, 0);
  const unrecorded = entries.filter((entry) => !record.answered.has(entry)).length;
  const unanswered = sent.reduce((sum, { broken }) => sum + broken, 0);
  const unsent = sent.reduce((sum, one) => sum + one.unsent, 0);
  const lost = unrecorded + Math.abs(refusals - record.refused) + Number(!record.intact);
  return {
    columns: ['calls', 'offered per second', 'answered per second', 'p50 ms', 'p99 ms'],
    lines: [
      line('half of what fits', normalLoad, normal),
      line('ten times what fits: let in', heavyLoad, letIn),
      line('ten times what fits: refused with 503', heavyLoad, turnedAway),
      line('the same calls at a bare server that refuses all', heavyLoad, bare),
      [
        `${entries.length} answers, ${unrecorded} of them without entries; ${refusals} refusals, ${record.refused} on record; ${unsent} not sent, since no connection was free; ${unanswered} not answered; the trail is ${record.intact ? 'intact' : 'not intact'}`,
        ...['', '', '', ''],
      ],
    ],
    figures: {
      'normal p99 ms': median(normal.map((told) => at(0.99, told))),
      'let in p99 ms': median(letIn.map((told) => at(0.99, told))),
      'let in, x normal': median(
        letIn.map((told, index) => at(0.99, told) / at(0.99, normal[index] ?? nothing)),
      ),
      'refused p99 ms': median(turnedAway.map((told) => at(0.99, told))),
      'bare server, refused p99 ms': median(bare.map((told) => at(0.99, told))),
      'not on record': lost,
    },
  };
}

export const overload: Row = {
  name: 'overload',
  claim: 'Ten times as many completions as fit',
  bounds: [
    {
      work: 'calls let in at ten times what fits, p99 against that at half of it',
      figure: 'let in, x normal',
      unit: 'x',
      digits: 1,
      most: 3,
    },
    {
      work: 'calls refused at ten times what fits, p99',
      figure: 'refused p99 ms',
      unit: 'ms',
      digits: 1,
      most: 5,
    },
    {
      work: 'answers and refusals at ten times what fits that are not on record',
      figure: 'not on record',
      unit: 'of all',
      digits: 0,
      most: 0,
    },
  ],
  setting: `${bytes / 1000} KB request, 1 KB answer, ${connections} connections that were open before, calls at a pace that no answer slows down, timed from a sixth of its time on; what fits is what ${lanes} connections get that send their next request when the last was answered, measured anew before each round; the gateway started on one core, for all its threads, sender and provider on another one where the machine has two; the bare server, on the core of the gateway, tells how much of a refusal is the sender's and the machine's; policies on, audit on (fsync), default limits but that of rates`,
  measure: (effort) => withScene((scene) => measure(scene, effort)),
};
