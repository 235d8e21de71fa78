/** The short form of `npm run chaos`: each kind of trouble at least once, and all that has to hold does. */
import { describe, expect, test } from '@jest/globals';
import { runChaos } from '../chaos/run.ts';
import { hasPython } from '../support/python.ts';
import { redisMissing } from '../support/redis.ts';

const seconds = 60;
const patienceMs = 300_000;
const missing = redisMissing ?? (hasPython() ? undefined : 'skipped for want of python3');
if (missing !== undefined) process.stdout.write(`${missing}\n`);

(missing === undefined ? describe : describe.skip)('three replicas', () => {
  test(
    'of two workers each, killed as a whole and one by one while Redis, PostgreSQL, policies and an upstream break answer nothing wrong and lose nothing',
    async () => {
      const said: string[] = [];
      const { invariants, counts } = await runChaos({
        seconds,
        seed: 11,
        workers: 2,
        tell: (line) => said.push(line),
      });
      expect(invariants.filter(({ broken }) => broken.length > 0)).toEqual([]);
      expect(counts['kills']).toBeGreaterThanOrEqual(3);
      expect(counts['whole']).toBeGreaterThan(100);
      const happened = said.join('\n');
      for (const trouble of [
        'is killed',
        'was killed',
        'Redis is back',
        'PostgreSQL is back',
        'broken',
        'resets',
      ])
        expect(happened).toContain(trouble);
    },
    patienceMs,
  );
});
