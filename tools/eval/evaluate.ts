/** The evaluation from its arguments to its tables: reads, judges, counts, compares, draws. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exitStatus, type Io } from '../../src/cli/io.ts';
import { createProgress } from '../../src/cli/progress.ts';
import { readPolicyDirectory } from '../../src/config/yaml-source.ts';
import { handInWeights } from '../../src/governance/detectors/model-source.ts';
import { compileBundle } from '../../src/governance/policy/bundle.ts';
import type { Bundle } from '../../src/governance/policy/policy.ts';
import { writeChanges } from './against.ts';
import { type Judged, judgeText } from './judged.ts';
import { BadInput, type LabelledFile, readLabelled } from './labelled-text.ts';
import { meanings } from './labels.ts';
import { readOrdinary } from './ordinary-files.ts';
import { drawCurves, drawReliability } from './pictures.ts';
import { type JudgedFile, readResults, scoredByTopic, toResults } from './results.ts';
import { root } from './root.ts';
import { writeResults } from './tables.ts';
import {
  readFolds,
  readTrainedOn,
  readWeightsFile,
  shippedWeights,
  type Weights,
} from './weights.ts';

const usage = `usage: npm run eval -- DIR [--ordinary] [--json] [--against FILE] [--languages] [--pictures DIR]
                        [--label NAME=MEANING ...] [--policies DIR] [--weights FILE | --folds DIR]
  DIR holds JSONL files of labelled texts; docs/DETECTION.md describes them. MEANING is one of
  ${meanings.join(', ')}. With --ordinary DIR holds any files, all of them harmless: code, notes, mails.
`;

const options = {
  ordinary: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  against: { type: 'string' },
  languages: { type: 'boolean', default: false },
  pictures: { type: 'string' },
  label: { type: 'string', multiple: true },
  policies: { type: 'string', default: join(root, 'config', 'policies') },
  weights: { type: 'string', default: shippedWeights },
  folds: { type: 'string' },
} as const;

class WrongUsage extends Error {}

function readArguments(args: readonly string[], cwd: string) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
    });
    const [directory] = positionals;
    if (directory === undefined || positionals.length > 1) throw new WrongUsage('name one DIR');
    return { ...values, directory: resolve(cwd, directory) };
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : '');
  }
}

function readLabels(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((pair): [string, string] => {
      const [, name = '', meaning = ''] = /^(.+)=([a-z]+)$/.exec(pair) ?? [];
      if (!meanings.includes(meaning))
        throw new WrongUsage(`--label ${pair}: expected NAME=MEANING`);
      return [name, meaning];
    }),
  );
}

async function openBundle(directory: string): Promise<Bundle> {
  const read = await readPolicyDirectory(directory);
  // Their own tests are `policy test`'s business; weights of a fold need not pass them.
  const compiled = read.ok
    ? compileBundle(read.bundle, { now: Date.now(), untested: true })
    : { faults: read.faults };
  if ('faults' in compiled) {
    const [first] = compiled.faults;
    throw new BadInput(
      `the policies of \`${directory}\` do not compile: ${first?.file ?? ''}:${first?.line ?? 0}: ${first?.message ?? ''}`,
    );
  }
  return compiled.bundle;
}

/** Texts are judged weights by weights, and stand in the order of their files again in the end. */
function judgeAll(
  bundle: Bundle,
  files: readonly LabelledFile[],
  weights: readonly Weights[],
  onText: (done: number) => void,
): readonly JudgedFile[] {
  const made = files.map(({ texts }) => texts.map((): Judged | undefined => undefined));
  let done = 0;
  weights.forEach(({ bytes, isUnseen }) => {
    handInWeights(bytes);
    const claims = isUnseen ?? ((given) => !weights.some((one) => one.isUnseen?.(given)));
    files.forEach(({ texts }, file) => {
      texts.forEach((given, at) => {
        const row = made[file];
        if (row === undefined || !claims(given)) return;
        row[at] = judgeText(bundle, given);
        onText(++done);
      });
    });
  });
  return files.map((file, at) => ({ file, judged: (made[at] ?? []).flatMap((one) => one ?? []) }));
}

async function run(args: readonly string[], io: Io): Promise<void> {
  const given = readArguments(args, io.cwd);
  const labels = readLabels(given.label ?? []);
  const files = given.ordinary
    ? readOrdinary(given.directory)
    : readLabelled(given.directory, labels);
  const before = given.against === undefined ? undefined : readResults(given.against);
  const base = readWeightsFile(given.weights);
  const folds = given.folds === undefined ? [] : readFolds(given.folds);
  handInWeights(base.bytes);
  const bundle = await openBundle(given.policies);
  const total = files.reduce((sum, { texts }) => sum + texts.length, 0);
  const progress = createProgress(io, 'of the texts judged', total);
  const judged = judgeAll(bundle, files, [base, ...folds], progress.step);
  progress.end();
  const trainedOn = folds.length > 0 ? () => false : readTrainedOn();
  const results = toResults(judged, bundle.version, base.shown, trainedOn);
  if (given.pictures !== undefined) {
    const scored = scoredByTopic(judged);
    mkdirSync(given.pictures, { recursive: true });
    writeFileSync(join(given.pictures, 'roc.svg'), drawCurves(scored));
    writeFileSync(join(given.pictures, 'calibration.svg'), drawReliability(scored));
  }
  if (given.json) io.out(`${JSON.stringify(results)}\n`);
  else io.out(writeResults(results, given.languages, noteOn(files, folds)));
  if (before !== undefined) {
    const changes = writeChanges(before, results);
    if (given.json) io.error(changes);
    else io.out(`\nSince ${given.against ?? ''}:\n${changes}`);
  }
}

function noteOn(files: readonly LabelledFile[], folds: readonly Weights[]): string {
  if (folds.length === 0) return '';
  const texts = files.flatMap((file) => file.texts);
  const known = texts.filter((given) => !folds.some(({ isUnseen }) => isUnseen?.(given)));
  const seen = [...new Set(known.map(({ family }) => family))];
  const all =
    'Each text was judged by a classifier that was trained without its family (toxic families: without its half)';
  return seen.length === 0 ? `${all}.` : `${all}, but for ${seen.join(', ')}.`;
}

/** Returns the exit status. */
export async function evaluate(args: readonly string[], io: Io): Promise<number> {
  try {
    await run(args, io);
    return exitStatus.fine;
  } catch (error) {
    if (error instanceof WrongUsage) {
      io.error(`${error.message}\n${usage}`);
      return exitStatus.wrongUsage;
    }
    if (!(error instanceof BadInput)) throw error;
    io.error(`${error.message}\n`);
    return exitStatus.bad;
  }
}
