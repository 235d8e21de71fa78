/** `npm run chaos [-- --seconds N] [--seed N] [--workers N] [--json]`: breaks everything under three replicas at work and says what held. */
import { readCount, readScriptFlags } from '../../tools/flags.ts';
import { type Chaos, runChaos } from './run.ts';

const secondsDefault = 600;
const shownMax = 10;

const values = readScriptFlags('npm run chaos --', {
  seconds: { type: 'string', default: String(secondsDefault) },
  seed: { type: 'string', default: '1' },
  workers: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
});
const seconds = readCount('seconds', values.seconds, 1);
const seed = readCount('seed', values.seed);
const workers = readCount('workers', values.workers, 1);
const startedMs = performance.now();

function tell(line: string): void {
  const at = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6);
  const to = values.json ? process.stderr : process.stdout;
  to.write(`${at} s  ${line}\n`);
}

function show({ invariants, counts }: Chaos): void {
  for (const { name, claim, seen, broken } of invariants) {
    tell(`${broken.length === 0 ? 'held  ' : 'BROKEN'}  ${name}: ${claim} (${seen})`);
    for (const fault of broken.slice(0, shownMax)) tell(`        ${fault}`);
    if (broken.length > shownMax) tell(`        and ${broken.length - shownMax} more`);
  }
  tell(JSON.stringify(counts));
}

const chaos = await runChaos({ seconds, seed, workers, tell });
show(chaos);
if (values.json)
  process.stdout.write(`${JSON.stringify({ seconds, seed, workers, ...chaos }, null, 2)}\n`);
process.exitCode = chaos.invariants.every(({ broken }) => broken.length === 0) ? 0 : 1;
