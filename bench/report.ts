/** Writes what was measured as a table: for the terminal and for RESULTS.md. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import type { Measured, Row } from './row.ts';

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

function toTable({ columns, lines }: Measured): string {
  const rows = [columns, ...lines];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const write = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [write(columns), rule, ...lines.map(write)].join('\n');
}

export function toSection({ row, measured }: Result): string {
  return [
    `## ${row.claim}`,
    '',
    `Goal: ${row.goal}.`,
    '',
    `Setting: ${row.setting}.`,
    '',
    toTable(measured),
    '',
    `Again: \`npm run bench -- --only ${row.name}\``,
    '',
  ].join('\n');
}

export function toResultsPage(
  machine: Machine,
  effort: string,
  sections: readonly string[],
): string {
  return [
    '# Results',
    '',
    'Written by `npm run bench`. Each figure is the median of the rounds with the least and the greatest beside it;',
    'what is compared was measured in turns within one run. On another machine the ratios travel, the microseconds do not.',
    '',
    `Machine: ${toMachineLine(machine)}. ${effort}`,
    '',
    ...sections,
  ].join('\n');
}
