/** Verifying a trail from its files: entries a second, what one core does of it, and the memory it takes. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { toSampler } from './process.ts';
import type { Effort, Measured, Row } from './row.ts';
import { type SeededTrail, withSeededTrail } from './seeded-trail.ts';
import { median, toSpread } from './statistics.ts';

const accountSchema = z.object({
  verdict: z.literal('intact'),
  entries: z.int(),
  wallMs: z.number(),
  cpuMs: z.number(),
  peakBytes: z.number(),
});
type Account = z.output<typeof accountSchema>;

const mebibyte = 1024 * 1024;
const run = promisify(execFile);

async function verifyOnce(directory: string): Promise<Account> {
  const program = join(import.meta.dirname, 'verify-once.ts');
  const profiles = process.env['BENCH_PROFILES'];
  const folder = profiles && join(profiles, 'verify');
  const { stdout } = await run(process.execPath, [...toSampler(folder), program, directory]);
  return accountSchema.parse(JSON.parse(stdout));
}

async function measureTrail(trail: SeededTrail, rounds: number): Promise<readonly Account[]> {
  return await withSeededTrail(trail, async (directory) => {
    const accounts: Account[] = [];
    // The first round brings the files into memory.
    for (let round = -1; round < rounds; round += 1) {
      const account = await verifyOnce(directory);
      if (round >= 0) accounts.push(account);
    }
    return accounts;
  });
}

function toLine(label: string, accounts: readonly Account[]): readonly string[] {
  const rate = (take: (account: Account) => number): string =>
    toSpread(
      accounts.map((account) => account.entries / (take(account) / 1000)),
      0,
    );
  return [
    label,
    String(accounts[0]?.entries ?? 0),
    rate(({ wallMs }) => wallMs),
    rate(({ cpuMs }) => cpuMs),
    toSpread(
      accounts.map(({ peakBytes }) => peakBytes / mebibyte),
      0,
    ),
  ];
}

async function measure({ rounds, entries }: Effort): Promise<Measured> {
  const plain = { content: false, index: false };
  const trails = [
    ['a tenth of it', { ...plain, entries: entries / 10 }],
    ['entries alone', { ...plain, entries }],
    ['with kept texts', { ...plain, entries: entries / 4, content: true }],
  ] as const;
  const lines: (readonly string[])[] = [];
  const figures: Record<string, number> = {};
  for (const [label, trail] of trails) {
    const accounts = await measureTrail(trail, rounds);
    lines.push(toLine(label, accounts));
    figures[`${label}: entries/s`] = median(
      accounts.map((account) => account.entries / (account.wallMs / 1000)),
    );
    figures[`${label}: peak MB`] = median(accounts.map(({ peakBytes }) => peakBytes / mebibyte));
  }
  figures['peak MB, ten times the entries'] =
    (figures['entries alone: peak MB'] ?? Number.NaN) /
    (figures['a tenth of it: peak MB'] ?? Number.NaN);
  const columns = ['trail', 'entries', 'entries/s', 'entries per CPU second', 'peak memory MB'];
  return { columns, lines, figures };
}

export const auditVerify: Row = {
  name: 'audit-verify',
  claim: 'Verifying the audit trail',
  bounds: [
    {
      work: 'verifying',
      figure: 'entries alone: entries/s',
      unit: 'entries/s',
      digits: 0,
      least: 200_000,
    },
    {
      work: 'verifying ten times the entries, peak memory',
      figure: 'peak MB, ten times the entries',
      unit: 'x',
      digits: 2,
      most: 1.5,
    },
  ],
  setting:
    'a seeded trail, files in the page cache, `audit verify` as a process of its own without the master key; entries are read on one thread and the tree is built on a second one, so the rate of one core is the one per CPU second. With kept texts, the digest of each text is checked too',
  lane: 'second',
  measure,
};
