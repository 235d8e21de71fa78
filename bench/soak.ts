/** Minutes of work at half the load that fits: what the process holds must not grow with what it has done. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCompletions } from './completions.ts';
import type { Account, Program } from './process.ts';
import type { Effort, Measured, Row } from './row.ts';
import { withScene } from './scene.ts';

const mebibyte = 1024 * 1024;
const millisecondsPerSecond = 1_000;
const percent = 100;
const bytes = 2_000;
const connections = 32;
/** Of the load that fits. */
const share = 0.5;
const samples = 60;
/** Calls under way hold sockets and timers, too, now more and now fewer; what stays is held at each look. */
const looks = 20;
const lookEveryMs = 100;
/** What is left out at the beginning: caches fill and code is compiled. */
const settling = 1 / 3;
const shown = 6;

type Sample = Account & { readonly atMs: number };

async function watch(program: Program, forMs: number): Promise<readonly Sample[]> {
  const taken: Sample[] = [];
  const beganMs = performance.now();
  for (let index = 1; index <= samples; index += 1) {
    await sleep(Math.max(0, beganMs + (forMs * index) / samples - performance.now()));
    const atMs = performance.now() - beganMs;
    taken.push({ ...(await readAccount(program)), atMs });
  }
  return taken;
}

/** The account, with the fewest handles and timers of a few looks. */
async function readAccount(program: Program): Promise<Account> {
  const account = await program.account();
  let { resources } = account;
  for (let look = 1; look < looks; look += 1) {
    await sleep(lookEveryMs);
    resources = Math.min(resources, (await program.account()).resources);
  }
  return { ...account, resources };
}

/** How much the straight line through the values rises from its beginning to its end, in percent of where it begins. */
function rise(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [above, below] = [0, 0];
  values.forEach((value, at) => {
    above += (at - middle) * (value - mean);
    below += (at - middle) ** 2;
  });
  const slope = above / below;
  const begin = mean - slope * middle;
  return (slope * (values.length - 1) * percent) / begin;
}

async function verify(data: string): Promise<string> {
  const words = ['bin/governance.js', 'audit', 'verify', '--dir', join(data, 'audit')];
  const child = spawn(process.execPath, words, { stdio: 'ignore' });
  const [status] = (await once(child, 'exit')) as [number];
  return status === 0 ? 'intact' : `\`audit verify\` ended with ${status}`;
}

function tabulate(taken: readonly Sample[], sent: number, verdict: string): Measured {
  const settled = taken.slice(Math.floor(taken.length * settling));
  const minute = 60 * millisecondsPerSecond;
  const every = Math.floor(taken.length / shown);
  return {
    columns: ['after minutes', 'resident MB', 'handles and timers'],
    lines: [
      ...taken
        .filter((_, at) => (at + 1) % every === 0)
        .map(({ atMs, residentBytes, resources }) => [
          (atMs / minute).toFixed(1),
          (residentBytes / mebibyte).toFixed(0),
          String(resources),
        ]),
      [`${sent} completions; the trail: ${verdict}`, '', ''],
    ],
    figures: {
      'resident rise %': rise(settled.map(({ residentBytes }) => residentBytes)),
      'resources rise %': rise(settled.map(({ resources }) => resources)),
      intact: verdict === 'intact' ? 1 : 0,
    },
  };
}

async function measure({ requests, soakMs }: Effort): Promise<Measured> {
  return withScene(async (scene) => {
    const data = join(await scene.createFolder(), 'data');
    const program = await scene.startGatewayIn(data);
    const { url } = program;
    await runCompletions({ url, bytes, connections, requests });
    const beganMs = performance.now();
    await runCompletions({ url, bytes, connections, requests });
    const fits = (requests * millisecondsPerSecond) / (performance.now() - beganMs);
    const paceMs = millisecondsPerSecond / (fits * share);
    const sent = Math.ceil(soakMs / paceMs);
    const [taken] = await Promise.all([
      watch(program, soakMs),
      runCompletions({ url, bytes, connections, requests: sent, paceMs }),
    ]);
    await program.stop();
    return tabulate(taken, sent, await verify(data));
  });
}

export const soak: Row = {
  name: 'soak',
  claim: 'Ten minutes at half load',
  bounds: [
    {
      work: 'resident memory over the last two thirds of a soak',
      figure: 'resident rise %',
      unit: '% more',
      digits: 1,
      most: 5,
    },
    {
      work: 'handles and timers over the last two thirds of a soak',
      figure: 'resources rise %',
      unit: '% more',
      digits: 1,
      most: 5,
    },
    { work: 'trails intact after a soak', figure: 'intact', unit: 'of 1', digits: 0, least: 1 },
  ],
  setting: `${bytes / 1000} KB request, 1 KB answer, ${connections} connections, half as many completions a second as fit; the rise is that of a straight line through the samples; policies and durable audit on; \`audit verify\` at the end`,
  lane: 'first',
  measure,
};
