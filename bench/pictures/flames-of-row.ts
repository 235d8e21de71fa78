/** Turns what the sampler left of a row's programs into one flame graph for each thread that was busy. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFlames } from './flame.ts';
import { type Frame, type Stretch, isResting, readProfile } from './profile.ts';

export type ThreadSeen = {
  readonly program: string;
  /** The main thread is number 0. */
  readonly thread: number;
  readonly picture: string;
  readonly busyUs: number;
  readonly root: Frame;
};

/** Threads that did next to nothing need no picture. */
const busyMinUs = 5_000;

function busyUs(frame: Frame): number {
  if (isResting(frame)) return 0;
  return frame.children.reduce((sum, child) => sum + busyUs(child), frame.selfUs);
}

async function readThread(file: string, stretch: Stretch): Promise<Frame | undefined> {
  // A thread that was ended while it wrote leaves half a file.
  return readProfile(file, stretch).catch(() => undefined);
}

/** The pictures lie beside the folder, instead of what was sampled. */
export async function drawRow(
  folder: string,
  row: string,
  stretch: Stretch,
): Promise<readonly ThreadSeen[]> {
  const seen: ThreadSeen[] = [];
  const programs = await readdir(folder).catch(() => []);
  for (const program of programs.sort()) {
    for (const file of (await readdir(join(folder, program))).sort()) {
      const root = await readThread(join(folder, program, file), stretch);
      if (root === undefined || busyUs(root) < busyMinUs) continue;
      // CPU.date.time.process.thread.number.cpuprofile
      const thread = Number(file.split('.').at(-3));
      const title = thread === 0 ? program : `${program}-thread-${thread}`;
      const picture = `${row}-${title}.svg`;
      await writeFile(join(folder, '..', picture), drawFlames(root, `${row}: ${title}`));
      seen.push({ program, thread, picture, busyUs: busyUs(root), root });
    }
  }
  await rm(folder, { recursive: true, force: true });
  return seen;
}
