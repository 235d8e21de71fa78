/** What has to hold after a chaos run, under the names that the list of faults gives it. */
import { readFileSync } from 'node:fs';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';
import { listLogs } from '../../src/audit/worker-logs.ts';
import { accountFor } from '../faults/account.ts';
import { findWrong } from './checks.ts';
import type { Load } from './load.ts';
import {
  type Entry,
  countDegraded,
  countSpent,
  findMixedRulings,
  findMixedVersions,
  findUntrueCoverage,
  readPace,
  readRecord,
} from './record.ts';
import { compareReleased } from './released.ts';
import { type Stage, limitedPerMinute, meteredCalls } from './stage.ts';
import { verifyAll } from './verify-all.ts';
import { canary } from './words.ts';

/** One thing that has to hold: what was seen of it, and where it did not hold, one sentence each. */
export type Invariant = {
  readonly name: string;
  readonly claim: string;
  readonly seen: string;
  readonly broken: readonly string[];
};

type Run = {
  readonly stage: Stage;
  readonly load: Load;
  readonly directories: readonly string[];
  readonly record: readonly Entry[];
};

/** `unwell`: replicas that did not come back, or did not stop. */
export function holdToInvariants(
  stage: Stage,
  load: Load,
  unwell: readonly string[],
): { readonly invariants: readonly Invariant[]; readonly entries: number } {
  const directories = stage.replicas.flatMap(({ trail }) =>
    listLogs(trail).map(({ directory }) => directory),
  );
  const record = readRecord(directories);
  const run = { stage, load, directories, record };
  const invariants = [
    holdOrder(run),
    holdAnswers(run),
    holdBytes(run),
    holdEnds(run),
    holdTrails(run),
    holdSecrets(run),
    holdCoverage(run),
    holdVersions(run),
    holdRate(run),
    holdBudget(run),
    {
      name: 'I8',
      claim: 'all replicas serve again after the last fault, and stop when they are told to',
      seen: `${stage.replicas.length} replicas`,
      broken: unwell,
    },
  ];
  return { invariants, entries: record.length };
}

function holdOrder({ stage: { upstream } }: Run): Invariant {
  const { reached } = upstream;
  const twice = reached.filter((model, index) => reached.indexOf(model) !== index);
  return {
    name: 'I1',
    claim: 'no call reaches an upstream before its request is on the disk, and none twice',
    seen: `${reached.length} calls reached one`,
    broken: [...upstream.broken, ...twice.map((model) => `${model} was sent twice`)],
  };
}

function holdAnswers({ stage, load: { answered } }: Run): Invariant {
  const good = answered.filter(({ told }) => told.status === 200 && told.whole).length;
  return {
    name: 'I2',
    claim: 'what comes back is what the upstream said, or plainly an error',
    seen: `${good} whole answers of ${answered.length} calls`,
    broken: findWrong(answered, stage.secrets),
  };
}

function holdBytes({ stage, load: { answered } }: Run): Invariant {
  const told = answered.map((one) => one.told);
  const trails = stage.replicas.map(({ trail }) => trail);
  const { compared, broken } = compareReleased(trails, told);
  return {
    name: 'I2',
    claim: 'the bytes that a caller got are those that the record commits to',
    seen: `${compared} answers`,
    broken: compared === 0 ? ['no answer could be compared'] : broken,
  };
}

function holdEnds({ stage, load: { answered }, directories, record }: Run): Invariant {
  const told = answered.map((one) => one.told);
  const whole = accountFor(directories, told, stage.upstream.reached);
  const begun = record.filter(({ type }) => type === 'request');
  const accepted = new Set(begun.map(({ call }) => call?.model));
  const again =
    accepted.size === begun.length
      ? []
      : [`${begun.length} requests on record stand for ${accepted.size} calls`];
  return {
    name: 'I3, I4',
    claim: 'each call has one request and one end on record, and no answer is without its entry',
    seen: `${whole.exchanges} exchanges: ${toWords(whole.ends)}`,
    broken: [...whole.broken, ...again],
  };
}

function holdTrails({ stage, record }: Run): Invariant {
  return {
    name: 'I5',
    claim: 'both verifiers find all journals whole',
    seen: `${record.length} entries`,
    broken: verifyAll(stage.replicas.map(({ trail }) => trail)),
  };
}

function holdSecrets({ stage, load, directories }: Run): Invariant {
  return {
    name: 'I6',
    claim: 'no secret and no prompt stands in a log, a journal, an error or the head of an answer',
    seen: `${directories.length} journals and the output of ${stage.replicas.length} replicas`,
    broken: findLeaks(stage, load, directories),
  };
}

function holdCoverage({ load: { answered }, record }: Run): Invariant {
  const pictured = answered.filter(({ asked }) => asked.pictured).length;
  return {
    name: 'I7',
    claim:
      'what was planted in any part is blocked, and what nobody can read is listed as unjudged',
    seen: `${pictured} calls with a picture`,
    broken: findUntrueCoverage(record, answered),
  };
}

function holdVersions({ load: { answered }, record }: Run): Invariant {
  const versions = new Set(record.flatMap(({ ruling }) => ruling?.policy_version ?? []));
  return {
    name: 'policies',
    claim: 'one exchange, one version of the policies',
    seen: `${versions.size} versions`,
    broken: [...findMixedVersions(record), ...findMixedRulings(record, answered)],
  };
}

function holdRate({ stage: { keys }, load: { limited }, record }: Run): Invariant {
  const pace = readPace(record, keys.limitedId, limitedPerMinute);
  const degraded = countDegraded(record, keys.limitedId, 'rate_limit');
  return {
    name: 'rate',
    claim: `a key of ${limitedPerMinute}/m is never more than a burst and one window ahead`,
    seen: `${pace.passed} of ${limited.length} calls passed, at most ${pace.ahead} ahead; ${degraded} entries say that the store was down`,
    broken: [
      ...(pace.ahead > 2 * limitedPerMinute ? [`it was ${pace.ahead} calls ahead`] : []),
      ...(degraded === 0 ? ['the store was down and no entry says so'] : []),
    ],
  };
}

/** A process that is killed takes the last word on what it used with it, which its one call under way may be. */
function holdBudget({ stage: { keys, replicas }, record }: Run): Invariant {
  const spent = countSpent(record, keys.meteredId);
  const degraded = countDegraded(record, keys.meteredId, 'budgets');
  const kills = replicas.reduce((sum, replica) => sum + replica.kills, 0);
  return {
    name: 'budget',
    claim: `a budget of ${meteredCalls} calls is never overrun by more than one call for each kill`,
    seen: `${spent} calls passed, with ${kills} kills; ${degraded} entries say that the store was down`,
    broken: [
      ...(spent > meteredCalls + kills ? [`${spent} calls passed`] : []),
      ...(spent < meteredCalls / 2 ? [`no more than ${spent} calls passed`] : []),
      ...(degraded === 0 ? ['the store was down and no entry says so'] : []),
    ],
  };
}

/** What was said or is secret, where none of it may be: journals, logs, errors and heads. */
function findLeaks(
  { replicas, secrets }: Stage,
  { answered, limited, refused }: Load,
  directories: readonly string[],
): string[] {
  const journals = directories.flatMap((directory) =>
    listSegments(directory).map((segment) => readFileSync(segmentPath(directory, segment), 'utf8')),
  );
  const logs = replicas.map((replica) => replica.output());
  const told = [...answered.map((one) => one.told), ...limited, ...refused];
  // No answer repeats what was asked: the upstream does not either.
  const answers = told.map(({ head, text }) => `${head}\n${text}`);
  const places = { journal: journals, log: logs, answer: answers };
  return [canary, ...secrets].flatMap((word, index) =>
    Object.entries(places).flatMap(([place, texts]) =>
      texts.some((text) => text.includes(word)) ? [`secret ${index} is in ${place}`] : [],
    ),
  );
}

function toWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
