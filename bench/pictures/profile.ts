/** Reads what the engine's sampler wrote: which functions a thread was in, and for how long. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const nanosecondsPerMicrosecond = 1_000;

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  startTime: z.number(),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});

export type Frame = {
  readonly name: string;
  /** Below the project's folder where it lies there. */
  readonly file: string;
  readonly line: number;
  readonly children: readonly Frame[];
  /** Time in this function itself, without what it called. */
  readonly selfUs: number;
};

const root = new URL('../..', import.meta.url).href;

/** A stretch of time, by the clock of `process.hrtime`, which is the sampler's as well. */
export type Stretch = { readonly fromUs: number; readonly untilUs: number };

/** Now, by that clock. */
export function nowUs(): number {
  return Number(process.hrtime.bigint()) / nanosecondsPerMicrosecond;
}

const always: Stretch = { fromUs: -Infinity, untilUs: Infinity };

/** The root frame of the thread; idle time is part of it, as a frame `(idle)`. */
export async function readProfile(
  file: string,
  { fromUs, untilUs }: Stretch = always,
): Promise<Frame> {
  const { nodes, startTime, samples, timeDeltas } = profileSchema.parse(
    JSON.parse(await readFile(file, 'utf8')),
  );
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const selfUs = new Map<number, number>();
  let atUs = startTime;
  samples.forEach((id, at) => {
    const us = timeDeltas[at] ?? 0;
    atUs += us;
    if (atUs >= fromUs && atUs <= untilUs) selfUs.set(id, (selfUs.get(id) ?? 0) + us);
  });
  const toFrame = (id: number): Frame => {
    const node = byId.get(id);
    if (node === undefined) throw new Error(`${file} names a function that it does not hold`);
    const { functionName, url, lineNumber } = node.callFrame;
    return {
      name: functionName === '' ? '(anonymous)' : functionName,
      file: url.startsWith(root) ? url.slice(root.length) : url,
      line: lineNumber + 1,
      children: (node.children ?? []).map(toFrame),
      selfUs: selfUs.get(id) ?? 0,
    };
  };
  const [first] = nodes;
  if (first === undefined) throw new Error(`${file} holds nothing`);
  return toFrame(first.id);
}

/** A thread that waits at the desk stands still, which the sampler cannot tell from work. */
export function isResting({ name, file }: Frame): boolean {
  return name === '(idle)' || (name === 'wait' && file === 'src/audit/press-desk.ts');
}

export function totalUs(frame: Frame): number {
  return frame.children.reduce((sum, child) => sum + totalUs(child), frame.selfUs);
}
