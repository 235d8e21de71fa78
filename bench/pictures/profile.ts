/** Reads what the engine's sampler wrote: which functions a thread was in, and for how long. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
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

/** The root frame of the thread; idle time is part of it, as a frame `(idle)`. */
export async function readProfile(file: string): Promise<Frame> {
  const { nodes, samples, timeDeltas } = profileSchema.parse(
    JSON.parse(await readFile(file, 'utf8')),
  );
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const selfUs = new Map<number, number>();
  samples.forEach((id, at) => selfUs.set(id, (selfUs.get(id) ?? 0) + (timeDeltas[at] ?? 0)));
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

export function totalUs(frame: Frame): number {
  return frame.children.reduce((sum, child) => sum + totalUs(child), frame.selfUs);
}
