/** Tampers with a trail of 10,000 entries, one edit at a time, and counts those that a verifier misses: `npm run tampering -- [--edits N] [--from N] [--entries N] [--seed N] [--no-python]`. */
import { readCount, readScriptFlags } from './flags.ts';
import { createLot } from './seed/lot.ts';
import { editKinds } from './tampering/edits.ts';
import { createScene, withFiles } from './tampering/scene.ts';
import { findMisses, verifyBoth } from './tampering/verdicts.ts';

const values = readScriptFlags('npm run tampering --', {
  edits: { type: 'string', default: '1000' },
  entries: { type: 'string', default: '10000' },
  // A run that was stopped goes on here: the edits before it are drawn but not made.
  from: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  python: { type: 'boolean', default: true },
});
const edits = readCount('edits', values.edits, 1);
const from = readCount('from', values.from, 0, edits - 1);
const seed = readCount('seed', values.seed);
const python = values.python ? 'python3' : undefined;
const tell = (line: string): boolean => process.stdout.write(`${line}\n`);
const tellEvery = 50;

const scene = await createScene(readCount('entries', values.entries, 1), seed);
const found = new Map<string, number>();
let misses = 0;
try {
  const whole = await verifyBoth(scene, python);
  if (whole.report.verdict !== 'intact' || (whole.python?.status ?? 0) !== 0) {
    tell(`the untouched trail does not pass: ${JSON.stringify(whole)}`);
    misses += 1;
  }
  const lot = createLot(seed);
  const kinds = Object.entries(editKinds);
  for (let count = 0; count < edits && misses === 0; count += 1) {
    const [name, make] = kinds[count % kinds.length] ?? lot.pick(kinds);
    const edit = make(scene.directory, lot);
    if (count < from) continue;
    const verdicts = await withFiles(edit.paths, edit.act, () => verifyBoth(scene, python));
    for (const miss of findMisses(edit, verdicts)) {
      tell(`MISSED, edit ${count} with seed ${seed}: ${edit.what}: ${miss}`);
      misses += 1;
    }
    found.set(name, (found.get(name) ?? 0) + 1);
    if ((count + 1) % tellEvery === 0) tell(`${count + 1} of ${edits} edits found`);
  }
} finally {
  scene.remove();
}
for (const [name, count] of found) tell(`${String(count).padStart(5)}  ${name}`);
const verifiers = python === undefined ? 'the verifier' : 'both verifiers';
const made = `edits ${from} to ${edits - 1} with seed ${seed}`;
tell(misses === 0 ? `all ${edits - from} were found by ${verifiers}: ${made}` : `${misses} faults`);
process.exitCode = misses === 0 ? 0 : 1;
