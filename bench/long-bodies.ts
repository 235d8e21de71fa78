/** A gateway that takes bodies of ten megabytes and more: its limits, and its policies but the one that bounds a prompt. */
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program, Start } from './process.ts';
import type { Scene } from './scene.ts';

const mebibyte = 1024 * 1024;
/** It refuses a prompt of that length, so it is left out. */
const sizePolicy = 'size.yaml';

export async function startForLongBodies(
  scene: Scene,
  bodyMegabytesMax: number,
  others: Pick<Start, 'preload'> = {},
): Promise<Program> {
  const folder = await scene.createFolder();
  const config = join(folder, 'gateway.yaml');
  await writeFile(config, `limits:\n  bodyBytesMax: ${bodyMegabytesMax * mebibyte}\n`);
  const policies = join(folder, 'policies');
  await cp('config/policies', policies, { recursive: true });
  await rm(join(policies, sizePolicy));
  const settings = { GATEWAY_CONFIG: config, GATEWAY_POLICIES: policies };
  return scene.startGatewayIn(join(folder, 'data'), settings, others);
}
