/** Turns what the sampler left of a row's programs into one flame graph for each thread that was busy. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFlames } from './flame.ts';
import { readProfile } from './profile.ts';

/** Names of the pictures, which lie in the folder instead of what was sampled. */
export async function drawRow(folder: string, row: string): Promise<readonly string[]> {
  const pictures: string[] = [];
  const programs = await readdir(folder).catch(() => []);
  for (const program of programs.sort()) {
    const files = (await readdir(join(folder, program))).filter((file) =>
      file.endsWith('.cpuprofile'),
    );
    for (const [thread, file] of files.sort().entries()) {
      const name = `${row}-${program}${thread === 0 ? '' : `-thread-${thread}`}.svg`;
      const picture = drawFlames(
        await readProfile(join(folder, program, file)),
        `${row}: ${program}`,
      );
      await writeFile(join(folder, '..', name), picture);
      pictures.push(name);
    }
  }
  await rm(folder, { recursive: true, force: true });
  return pictures;
}
