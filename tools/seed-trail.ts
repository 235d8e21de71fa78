/** Fills a data directory with a realistic trail: `npm run seed -- --data DIR [--entries N] [--seed N] [--no-content] [--no-index]`. */
import { readCount, readScriptFlags } from './flags.ts';
import { join } from 'node:path';
import { seedTrail } from './seed/seed.ts';

const values = readScriptFlags('npm run seed --', {
  data: { type: 'string' },
  entries: { type: 'string', default: '50000' },
  seed: { type: 'string', default: '1' },
  content: { type: 'boolean', default: true },
  index: { type: 'boolean', default: true },
});
const entries = readCount('entries', values.entries, 1);
if (values.data === undefined) {
  process.stderr.write(
    'usage: npm run seed -- --data DIR [--entries N] [--seed N] [--no-content] [--no-index]\n',
  );
  process.exit(2);
}
const began = performance.now();
const { data, content, index } = values;
const directory = join(data, 'audit');
await seedTrail({
  directory,
  entries,
  seed: readCount('seed', values.seed),
  untilMs: Date.now() - 60_000,
  content,
  index,
});
const seconds = ((performance.now() - began) / 1000).toFixed(1);
process.stdout.write(
  `about ${entries} entries in ${directory} after ${seconds} s; see them with \`governance serve --data ${data}\`\n`,
);
