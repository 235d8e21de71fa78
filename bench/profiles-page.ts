/** The page that says of each row where its threads spent their time, so that what is left of a missed goal can be seen. */
import { type Tally, sum, tallyFrame, tallyFunctions } from './parts.ts';
import type { ThreadSeen } from './pictures/flames-of-row.ts';
import type { RowSeen } from './profiling.ts';
import { toTable } from './report.ts';

const percent = 100;
/** What took less of a thread is not listed, nor a thread that took less of its row. */
const [shareMin, threadShareMin] = [0.015, 0.04];
const [listedMost, threadsMost] = [10, 4];

/** Programs of one row are numbered in the order in which they were started. */
const nameOf = (program: string): string => program.replace(/^\d+-/, '');

function toShares(tally: Tally): string[][] {
  const all = sum(tally);
  return [...tally]
    .filter(([, us]) => us / all >= shareMin)
    .sort(([, left], [, right]) => right - left)
    .slice(0, listedMost)
    .map(([name, us]) => [`\`${name}\``, `${((us * percent) / all).toFixed(1)} %`]);
}

function toThread({ program, thread, busyUs, root }: ThreadSeen): string {
  const parts: Tally = new Map();
  const functions: Tally = new Map();
  tallyFrame(root, parts);
  tallyFunctions(root, functions);
  const which = thread === 0 ? 'main thread' : `thread ${thread}`;
  const columns = ['part of the house', 'share', 'function, by itself', 'share'];
  const [left, right] = [toShares(parts), toShares(functions)];
  const lines = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
    ...(left[at] ?? ['', '']).map((cell) => cell.replaceAll('`', '')),
    ...(right[at] ?? ['', '']),
  ]);
  return [
    `\`${nameOf(program)}\`, ${which}: ${(busyUs / 1e6).toFixed(1)} s busy`,
    '',
    toTable({ columns, lines, figures: {} }),
    '',
  ].join('\n');
}

/** Of a program that was run several times the busiest run; of threads that came and went those that did most. */
function chooseThreads(threads: readonly ThreadSeen[]): readonly ThreadSeen[] {
  const all = threads.reduce((busy, { busyUs }) => busy + busyUs, 0);
  const shown = new Set<string>();
  return threads
    .filter(({ busyUs }) => busyUs / all >= threadShareMin)
    .sort((left, right) => right.busyUs - left.busyUs)
    .filter(({ program, thread }) => {
      const name = thread === 0 ? nameOf(program) : `${program} ${thread}`;
      return !shown.has(name) && shown.add(name).size <= threadsMost;
    });
}

/** What sends and what only answers is no part of what is measured, where something else is. */
function isMeasured({ program }: ThreadSeen, others: readonly ThreadSeen[]): boolean {
  const isOurs = (one: ThreadSeen): boolean => one.program.endsWith('governance');
  if (others.some(isOurs)) return program.endsWith('governance');
  return true;
}

function toRow({ row, threads }: RowSeen): string {
  const measured = threads.filter((thread) => isMeasured(thread, threads));
  return [
    `## ${row.claim}`,
    '',
    `\`npm run bench -- --profile --only ${row.name}\` draws it.`,
    '',
    ...chooseThreads(measured).map(toThread),
  ].join('\n');
}

export function toProfilesPage(machine: string, seen: readonly RowSeen[]): string {
  return [
    '# Profiles',
    '',
    'Written by `npm run bench -- --profile`: of each row, the threads that were busy, and in what. The sampler goes by the',
    'clock, so that a thread which waits for a core is seen as busy; starts of programs and warm-ups are in it. It tells shares, not',
    'costs: those are in [RESULTS.md](RESULTS.md), and what follows from both in',
    '[PERFORMANCE.md](../docs/PERFORMANCE.md). The flame graphs of the same run lie in `profiles/` here afterwards.',
    '',
    `Machine: ${machine}.`,
    '',
    ...seen.map(toRow),
  ].join('\n');
}
