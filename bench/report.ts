/** Writes what was measured as a table: for the terminal and for RESULTS.md. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import type { Bound, Measured, Row } from './row.ts';

export type Machine = {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly commit: string;
};

export type Result = { readonly row: Row; readonly measured: Measured };

function readCommit(): string {
  try {
    const git = (...words: string[]): string =>
      execFileSync('git', words, { encoding: 'utf8' }).trim();
    const dirty = git('status', '--porcelain', '--', 'src', 'config', 'package-lock.json') !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${dirty ? ' with changes' : ''}`;
  } catch {
    return 'not under git';
  }
}

export function readMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    node: process.version,
    commit: readCommit(),
  };
}

export function toMachineLine(machine: Machine): string {
  return `${machine.cores} cores of ${machine.processor}, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}, commit ${machine.commit}`;
}

export function toTable({ columns, lines }: Measured): string {
  const rows = [columns, ...lines];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const write = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [write(columns), rule, ...lines.map(write)].join('\n');
}

export function toSection({ row, measured }: Result, machine?: Machine): string {
  return [
    `## ${row.claim}`,
    '',
    ...(row.bounds.length > 0 ? [`Goal: ${toGoals(row)}.`, ''] : []),
    `Setting: ${row.setting}.`,
    '',
    ...(machine === undefined ? [] : [`Measured on ${toMachineLine(machine)}.`, '']),
    toTable(measured),
    '',
    `Again: \`npm run bench -- --only ${row.name}\``,
    '',
  ].join('\n');
}

export function toGoals({ bounds }: Row): string {
  return bounds.map(toGoal).join('; ');
}

function toGoal({ work, unit, most, least }: Bound): string {
  return `${work}: ${most === undefined ? `>= ${least ?? 0}` : `<= ${most}`} ${unit}`;
}

/** What could not be measured, for want of a peer say, is never called met. */
function toVerdict(
  { most = Infinity, least = -Infinity }: Bound,
  figure: number | undefined,
): string {
  if (figure === undefined) return 'not measured';
  return figure <= most && figure >= least ? 'met' : 'missed';
}

/** Every goal with what was measured beside it, the missed ones included. */
export function toGoalsTable(results: readonly Result[]): Measured {
  const lines = results.flatMap(({ row, measured }) =>
    row.bounds.map((bound) => {
      const figure = measured.figures[bound.figure];
      const { most, least, unit, digits } = bound;
      const goal = most === undefined ? `>= ${least ?? 0}` : `<= ${most}`;
      return [
        bound.work,
        `${goal} ${unit}`,
        figure === undefined ? '' : figure.toFixed(digits),
        toVerdict(bound, figure),
        `\`${row.name}\``,
      ];
    }),
  );
  return { columns: ['work', 'goal', 'measured', '', 'row'], lines, figures: {} };
}

export function toResultsPage(
  machine: Machine,
  effort: string,
  results: readonly Result[],
): string {
  return [
    '# Results',
    '',
    'Written by `npm run bench`. Each figure is the median of the rounds with the least and the greatest beside it;',
    'what is compared was measured in turns within one run. On another machine the ratios travel, the microseconds do not.',
    '',
    'Rows that were measured again by themselves stand here beside older ones: each says where it was measured.',
    '',
    effort,
    '',
    toTable(toGoalsTable(results)),
    '',
    ...results.map((result) => toSection(result, machine)),
  ].join('\n');
}
