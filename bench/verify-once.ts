/** Verifies the trail in the directory it is given, and prints what that took: run as a process of its own. */
import { verifyTrail } from '../src/audit/verify.ts';

const [directory = ''] = process.argv.slice(2);
const startedMs = performance.now();
const before = process.cpuUsage();
const { verdict, entries } = verifyTrail({ directory });
const { user, system } = process.cpuUsage(before);
const account = {
  verdict,
  entries,
  wallMs: performance.now() - startedMs,
  cpuMs: (user + system) / 1000,
  peakBytes: process.resourceUsage().maxRSS * 1024,
};
process.stdout.write(`${JSON.stringify(account)}\n`);
