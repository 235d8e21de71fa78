/** Measures bundles in microseconds; each figure has a name that says what it is. */
import { readPolicyDirectory } from '../config/yaml-source.ts';
import { compileBundle } from '../governance/policy/bundle.ts';
import type { Bundle, Rule } from '../governance/policy/policy.ts';
import type { Subject } from '../governance/policy/expression/subject.ts';
import { govern } from '../governance/govern.ts';
import { judge } from '../governance/judge.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { OutsideDetector } from '../governance/outside.ts';
import {
  createReferenceBundle,
  textCharacters,
  toCall,
  writeHostileTexts,
  writeOrdinaryText,
} from './policy-bench-scene.ts';
import {
  compareBundles,
  compareHostile,
  compareKinds,
  compareSizes,
  usualEffort,
} from './policy-bench-cost.ts';
import { insideOf, openPolicies } from './policy-open.ts';

export type Measured = Readonly<Record<string, number>>;

const options = { hash: () => 'hash' };
const warmCalls = 300;
const calls = 500;
const leastCalls = 20;
const warmMs = 500;
const callsMs = 1000;
const referencePatterns = 200;

/** What the gateway does itself: models from outside take their own time. */
export async function measureBundle(
  directory: string,
  outside: readonly OutsideDetector[],
): Promise<Measured> {
  const open = await openPolicies(directory, outside);
  const startedMs = performance.now();
  const read = await readPolicyDirectory(directory);
  if (read.ok) compileBundle(read.bundle, { untested: true, outside });
  const compileUs = sinceUs(startedMs);
  return { 'bundle.compileUs': compileUs, ...measureCalls('bundle', insideOf(open.bundle)) };
}

const [shortCharacters, longCharacters] = [16_384, 262_144];

/** Ratios of CPU time, which travel from machine to machine. */
export function measureKinds(bundle: Bundle): Measured {
  const kinds = Object.entries(compareKinds(bundle, textCharacters, usualEffort)).map(
    ([kind, { ratio: times }]) => [`bundle.kinds.${kind}`, round(times)] as const,
  );
  const sizes = [shortCharacters, longCharacters] as const;
  return {
    ...Object.fromEntries(kinds),
    'bundle.kinds.worst': Math.max(...kinds.map(([, times]) => times)),
    'bundle.length': round(compareSizes(bundle, writeOrdinaryText, sizes, usualEffort)),
  };
}

function measureCalls(name: string, bundle: Bundle): Measured {
  const ordinary = toCall(writeOrdinaryText());
  const [text = ''] = writeHostileTexts(bundle);
  const hostile = toCall(text);
  return {
    ...measureScan(`${name}.patterns.ordinary`, bundle, ordinary),
    ...measureScan(`${name}.patterns.hostile`, bundle, hostile),
    ...measureGovern(`${name}.ordinary`, bundle, ordinary),
    ...measureGovern(`${name}.hostile`, bundle, hostile),
  };
}

/** The pattern set alone. */
function measureScan(name: string, { scanner, patterns }: Bundle, call: Interaction): Measured {
  const text = call.parts[0]?.text ?? '';
  const wanted = new Set(patterns.map(({ number }) => number));
  return measure(name, () => scanner.scan(text, wanted));
}

function measureGovern(name: string, bundle: Bundle, call: Interaction): Measured {
  return measure(name, () => govern(bundle, call, options));
}

/** The first run is cold: nothing of this text has been seen, and no code is compiled for it yet. */
function measure(name: string, run: () => unknown): Measured {
  const startedMs = performance.now();
  run();
  const coldUs = sinceUs(startedMs);
  timeCalls(run, warmCalls, warmMs);
  const times = timeCalls(run, calls, callsMs).sort((left, right) => left - right);
  return {
    [`${name}.coldUs`]: coldUs,
    [`${name}.p50Us`]: times[Math.floor(times.length / 2)] ?? 0,
    [`${name}.p99Us`]: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

/** Fewer calls where each takes long, so that slow policies are told as such within seconds. */
function timeCalls(run: () => unknown, most: number, forMs: number): number[] {
  const times: number[] = [];
  const untilMs = performance.now() + forMs;
  while (times.length < most && (times.length < leastCalls || performance.now() < untilMs)) {
    const before = performance.now();
    run();
    times.push(sinceUs(before));
  }
  return times;
}

export function measureRules(bundle: Bundle): Measured {
  const figures: Record<string, number> = {};
  const call = toCall(writeOrdinaryText());
  judge(bundle, call, options, ({ policy, rule }, subject) => {
    figures[`rule.${policy.id}/${rule.id}`] = measureCondition(rule, subject);
  });
  return figures;
}

const rounds = 2000;

function measureCondition({ condition }: Rule, subject: Subject): number {
  const run = condition.holds ?? condition.run;
  for (let index = 0; index < rounds; index += 1) run(subject);
  const startedMs = performance.now();
  for (let index = 0; index < rounds; index += 1) run(subject);
  return round(((performance.now() - startedMs) * 1000) / rounds);
}

export function measureReference(): Measured {
  const hundred = createReferenceBundle(100, referencePatterns);
  const thousand = createReferenceBundle(1000, referencePatterns);
  const small = measureCalls('reference.rules100', hundred);
  const large = measureCalls('reference.rules1000', thousand);
  return {
    ...small,
    ...large,
    'reference.growth': round(compareBundles(thousand, hundred, textCharacters, usualEffort).ratio),
    'reference.hostile': round(compareHostile(hundred, usualEffort)),
  };
}

function sinceUs(startedMs: number): number {
  return round((performance.now() - startedMs) * 1000);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
