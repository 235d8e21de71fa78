/** How long a long text, or policies that change, keep everybody else waiting: the longest that the thread which serves goes without a look at what came in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { writeOrdinaryText } from '../src/cli/policy-bench-scene.ts';
import { hostileKinds } from '../src/cli/policy-bench-texts.ts';
import { startForLongBodies } from './long-bodies.ts';
import { watchLoads } from './policy-loads.ts';
import type { Program } from './process.ts';
import type { Effort, Measured, Row } from './row.ts';
import { key, withScene } from './scene.ts';

const kilobyte = 1024;
const sizes = [64 * kilobyte, 256 * kilobyte, 1024 * kilobyte];
const bodyMegabytesMax = 64;
/** Ten million Chinese characters, in a body that the settings as they come refuse: told, and under no goal. */
const beyondBytes = 30_000_000;
const mostMs = 20;
/** What a call leaves behind is done by then, and a program that has just started is at rest. */
const restMs = { call: 60, start: 1_500 };

const longestSchema = z.object({ wallMs: z.number(), cpuMs: z.number() });
type Longest = z.output<typeof longestSchema>;
type Write = (characters: number) => string;

function repeat(write: (index: number) => string): Write {
  return (characters) => {
    const pieces: string[] = [];
    for (let index = 0, length = 0; length < characters; index += 1) {
      const piece = write(index);
      pieces.push(piece);
      length += piece.length;
    }
    return pieces.join('').slice(0, characters);
  };
}

const chinese = repeat((index) => `今天的会议讨论了第${index}季度的报告，大家都同意下周再看一次。`);

const kinds: Readonly<Record<string, Write>> = {
  ordinary: writeOrdinaryText,
  chinese,
  code: repeat((index) => `if (count === ${index}) {\n  return "line\\n";\n}\n`),
  cards: repeat((index) => `card 4111 1111 1111 1111, number ${index}. `),
  national_ids: repeat((index) => `SSN: 219-09-${String(1000 + (index % 9000))} of ${index}. `),
  ...Object.fromEntries(
    [
      'emoji',
      'base64',
      'json_in_strings',
      'long_word',
      'emails',
      'settings',
      'combining_flood',
    ].map((name): [string, Write] => [name, hostileKinds[name] ?? writeOrdinaryText]),
  ),
};

/** As long as that in UTF-8, in which bodies are bounded, and no shorter: a Chinese character has three bytes. */
function writeBytes(write: Write, bytes: number): string {
  let text = write(kilobyte);
  while (Buffer.byteLength(text) < bytes)
    text = write(Math.ceil((text.length * bytes) / Buffer.byteLength(text)));
  return text;
}

let sent = 0;

/** The least of some tries: whatever else the machine does only makes it longer. */
async function findLongest(program: Program, write: Write, bytes: number, tries: number) {
  const longest: Longest = { wallMs: Infinity, cpuMs: Infinity };
  for (let turn = 0; turn < tries; turn += 1) {
    const { wallMs, cpuMs } = await watchCall(program, write, bytes);
    longest.wallMs = Math.min(longest.wallMs, wallMs);
    longest.cpuMs = Math.min(longest.cpuMs, cpuMs);
  }
  return longest;
}

async function watchCall(program: Program, write: Write, bytes: number): Promise<Longest> {
  sent += 1;
  const content = `Ticket ${sent}. ${writeBytes(write, bytes)}`.toWellFormed();
  const body = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content }] });
  await program.ask('watch');
  const answer = await fetch(new URL('/v1/chat/completions', program.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  await answer.arrayBuffer();
  // A text that hides too much or too many values is refused, which is judging all the same.
  if (answer.status !== 200 && answer.status !== 400)
    throw new Error(`a long text was answered with ${answer.status}`);
  await sleep(restMs.call);
  return longestSchema.parse(await program.ask('longest'));
}

const preload = ['bench/stall-probe.js'];

/** The first call of a process, of a little over 64 KB in either alphabet. */
async function measureFirst(write: Write, bytes: number, tries: number): Promise<Longest> {
  const longest: Longest = { wallMs: Infinity, cpuMs: Infinity };
  for (let turn = 0; turn < tries; turn += 1) {
    const { wallMs, cpuMs } = await withScene(async (scene) => {
      const program = await startForLongBodies(scene, bodyMegabytesMax, { preload });
      await sleep(restMs.start);
      return watchCall(program, write, bytes);
    });
    longest.wallMs = Math.min(longest.wallMs, wallMs);
    longest.cpuMs = Math.min(longest.cpuMs, cpuMs);
  }
  return longest;
}

/** The least of some changes, in all of which the same is done. */
async function measureLoads(tries: number): Promise<readonly Told[]> {
  const loads = await withScene((scene) => watchLoads(scene, tries));
  const least = new Map<string, Told>();
  for (const { kind, size, longest } of loads) {
    const { wallMs, cpuMs } = longestSchema.parse(longest);
    const before = least.get(kind);
    least.set(kind, {
      ...{ kind, size },
      wallMs: Math.min(wallMs, before?.wallMs ?? Infinity),
      cpuMs: Math.min(cpuMs, before?.cpuMs ?? Infinity),
    });
  }
  return [...least.values()];
}

type Told = Longest & { readonly kind: string; readonly size: number };

async function measure(effort: Effort): Promise<Measured> {
  const tries = effort.sides === 'all' ? 3 : 2;
  const names = effort.sides === 'all' ? Object.keys(kinds) : ['chinese', 'cards'];
  const told: Told[] = [];
  await withScene(async (scene) => {
    const program = await startForLongBodies(scene, bodyMegabytesMax, { preload });
    for (const size of [...sizes, effort.largeBodyBytes])
      for (const kind of names) {
        const write = kinds[kind] ?? writeOrdinaryText;
        told.push({ kind, size, ...(await findLongest(program, write, size, tries)) });
      }
    if (effort.sides === 'all')
      told.push({
        kind: 'chinese, beyond what a body may be',
        size: beyondBytes,
        ...(await findLongest(program, chinese, beyondBytes, tries)),
      });
  });
  const first = [
    { kind: 'ordinary, first of a process', write: writeOrdinaryText, size: 66_000 },
    { kind: 'chinese, first of a process', write: chinese, size: 66_000 },
  ];
  const firsts: Told[] = [];
  for (const { kind, write, size } of first)
    firsts.push({ kind, size, ...(await measureFirst(write, size, tries)) });
  const loads = await measureLoads(tries);
  return tabulate({ told, firsts, loads }, effort.largeBodyBytes);
}

type AllTold = Readonly<Record<'told' | 'firsts' | 'loads', readonly Told[]>>;

function tabulate({ told, firsts, loads }: AllTold, largest: number): Measured {
  const worst = (some: readonly Told[]): number => Math.max(...some.map(({ wallMs }) => wallMs));
  return {
    columns: ['text, or policies', 'bytes', 'longest wait ms', 'of it CPU ms'],
    lines: [...told, ...firsts, ...loads].map(({ kind, size, wallMs, cpuMs }) => [
      kind,
      String(size),
      wallMs.toFixed(1),
      cpuMs.toFixed(1),
    ]),
    figures: {
      'to 1 MB ms': worst(told.filter(({ size }) => size < largest)),
      'largest ms': worst(told.filter(({ size }) => size === largest)),
      'first ms': worst(firsts),
      'loads ms': worst(loads),
    },
  };
}

export const stalls: Row = {
  name: 'stalls',
  claim: 'How long a long text, or policies that change, keep others waiting',
  bounds: [
    {
      work: 'a text of 64 KB to 1 MB, longest that others wait',
      figure: 'to 1 MB ms',
      unit: 'ms',
      digits: 1,
      most: mostMs,
    },
    {
      work: 'a text of 10 MB, longest that others wait',
      figure: 'largest ms',
      unit: 'ms',
      digits: 1,
      most: mostMs,
    },
    {
      work: 'the first text of 64 KB after a start, longest that others wait',
      figure: 'first ms',
      unit: 'ms',
      digits: 1,
      most: mostMs,
    },
    {
      work: 'policies that change, longest that others wait',
      figure: 'loads ms',
      unit: 'ms',
      digits: 1,
      most: mostMs,
    },
  ],
  setting:
    'sizes in bytes of UTF-8, as bodies are bounded; one chat completion at a time, judged, recorded with its content, sent on and answered; the shipped policies but the one that bounds a prompt, durable audit on; between two looks at a timer that is always due within the process; policies changed while nothing is asked but which are in force; the least of three tries of each kind, since whatever else the machine does makes it longer; CPU time is told to 4 ms',
  measure,
};
