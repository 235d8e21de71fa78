/** `npm run faults [-- --part sweep|endings] [--sample N] [--from FAULT] [--until FAULT] [--only TEXT] [--exchanges N] [--seed N] [--json]`: breaks the disk and the wire. */
import { readScriptFlags } from '../../tools/flags.ts';
import { writeSync } from 'node:fs';
import { hasStrace } from '../support/strace.ts';
import { runEndings } from './endings.ts';
import { choosePiece, exchangesFor, nameOf } from './fault-list.ts';
import { openScene } from './scene.ts';
import { type Case, type Outcome, Sweep } from './sweep.ts';
import { actOnMood } from './upstream-moods.ts';

type Part = 'sweep' | 'endings';

const parts: readonly Part[] = ['sweep', 'endings'];
const exchangesPerRestart = 500;

const values = readScriptFlags('npm run faults --', {
  part: { type: 'string' },
  sample: { type: 'string' },
  // A sweep that was stopped goes on with this fault, which its last line names.
  from: { type: 'string' },
  until: { type: 'string' },
  only: { type: 'string' },
  exchanges: { type: 'string' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
});
const seed = Number(values.seed);
const { from, until, only } = values;
const sample = values.sample === undefined ? undefined : Number(values.sample);
const piece = { from, until, only, sample };

function tell(line: string): void {
  if (!values.json) process.stdout.write(`${line}\n`);
}

/** On a terminal the line is written over, elsewhere one of so many stands for the rest. */
function tellProgress(done: number, total: number, every: number, what: string): void {
  const line = `${done}/${total} ${what}`;
  if (process.stderr.isTTY) writeSync(2, `\r${line.padEnd(78)}${done === total ? '\n' : ''}`);
  else if (done % every === 0) writeSync(2, `${line}\n`);
}

type Counts = { faults: number; happened: number; incomplete: number; broken: number };

/** For each call, so that one that was hardly tried shows. */
function countPerCall(outcomes: readonly (Outcome & Case)[]): Record<string, Counts> {
  const counts: Record<string, Counts> = {};
  for (const { call, fired, verify, broken } of outcomes) {
    const count = (counts[call] ??= { faults: 0, happened: 0, incomplete: 0, broken: 0 });
    count.faults += 1;
    if (fired) count.happened += 1;
    if (verify === 2) count.incomplete += 1;
    if (broken.length > 0) count.broken += 1;
  }
  return counts;
}

async function sweep(): Promise<{ readonly bad: number; readonly said: object }> {
  // Whoever asks for it by name is not told that all is well where nothing was tried.
  if (!hasStrace()) return { bad: 1, said: { skipped: 'strace is missing' } };
  const scene = await openScene();
  const outcomes: (Outcome & Case)[] = [];
  try {
    const run = new Sweep(scene);
    await run.prepare();
    const all = await run.listCases();
    const { chosen, next } = choosePiece(all, { seed, ...piece });
    tell(`sweep: ${chosen.length} of ${all.length} faults, seed ${seed}`);
    for (const [index, one] of chosen.entries()) {
      const outcome = await run.run(one);
      outcomes.push({ ...one, ...outcome });
      for (const fault of outcome.broken) tell(`BROKEN: ${nameOf(one)}: ${fault}`);
      if (!outcome.fired) tell(`did not come about: ${nameOf(one)}`);
      if (outcome.verify === 2) tell(`incomplete, and says so: ${nameOf(one)}`);
      const following = chosen[index + 1];
      const goesOn = following === undefined ? next : nameOf(following);
      tellProgress(
        index + 1,
        chosen.length,
        10,
        `faults; goes on with --from ${goesOn ?? '(none)'}`,
      );
    }
    if (next !== undefined) tell(`sweep: what follows begins with --from ${next}`);
  } finally {
    await scene.close();
  }
  const count = (holds: (outcome: Outcome) => boolean): number => outcomes.filter(holds).length;
  const said = {
    faults: outcomes.length,
    happened: count(({ fired }) => fired),
    served: count(({ gateway }) => gateway === 'served'),
    refused: count(({ gateway }) => gateway === 'refused'),
    killed: count(({ gateway }) => gateway === 'killed'),
    intact: count(({ verify }) => verify === 0),
    incomplete: count(({ verify }) => verify === 2),
    perCall: countPerCall(outcomes),
    broken: outcomes.filter(({ broken }) => broken.length > 0),
  };
  const { broken, perCall, ...counts } = said;
  for (const [call, each] of Object.entries(perCall)) tell(`${call}: ${JSON.stringify(each)}`);
  tell(`sweep: ${JSON.stringify({ ...counts, broken: broken.length })}`);
  return { bad: broken.length, said };
}

async function endings(): Promise<{ readonly bad: number; readonly said: object }> {
  const exchanges = Number(values.exchanges ?? exchangesFor(piece));
  const restarts = Math.ceil(exchanges / exchangesPerRestart);
  tell(`endings: ${exchanges} exchanges, ${restarts} restarts, seed ${seed}`);
  const scene = await openScene(actOnMood);
  try {
    const every = Math.ceil(exchanges / 10);
    const onProgress = (done: number): void => tellProgress(done, exchanges, every, 'exchanges');
    const said = await runEndings(scene, { exchanges, restarts, seed, onProgress });
    for (const fault of said.broken) tell(`BROKEN: ${fault}`);
    tell(`endings: ${JSON.stringify({ ...said, broken: said.broken.length })}`);
    return { bad: said.broken.length, said };
  } finally {
    await scene.close();
  }
}

const chosen = parts.filter((part) => values.part === undefined || values.part === part);
if (chosen.length === 0) {
  process.stderr.write(
    `there is no part \`${values.part ?? ''}\`; there are ${parts.join(', ')}\n`,
  );
  process.exit(2);
}
const told: Record<string, object> = {};
let bad = 0;
for (const part of chosen) {
  const result = await (part === 'sweep' ? sweep() : endings());
  told[part] = result.said;
  bad += result.bad;
}
if (values.json) process.stdout.write(`${JSON.stringify({ seed, ...told }, null, 2)}\n`);
process.exitCode = bad === 0 ? 0 : 1;
