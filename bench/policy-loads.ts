/** How long policies that change keep everybody else waiting: the shipped ones, and many patterns, words and rules beside them. */
import { appendFile, cp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Program } from './process.ts';
import { key, type Scene } from './scene.ts';

const expressions = 500;
const words = 500;
const pollMs = 50;
const restMs = { start: 1_500, load: 100 };

const inForceSchema = z.object({ policy_version: z.string() });

async function readVersion(program: Program): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(new URL('/v1/policies', program.url), { headers });
  return inForceSchema.parse(await answer.json()).policy_version;
}

/** YAML holds JSON. */
function writeMany(): string {
  const named = Array.from({ length: expressions }, (_, index) => {
    const code = index.toString(36).padStart(3, 'q');
    const regex = `(?i)\\b${code}_?(?:password|token)\\s*[=:]\\s*\\S{8,64}`;
    return [`p${index}`, { regex }] as const;
  });
  const keywords = Array.from({ length: words }, (_, index) => `project ${index}`);
  const list = { keywords, ignoreCase: true, wholeWord: true };
  const names = [...named.map(([name]) => name), 'words'];
  return JSON.stringify({
    apiVersion: 'governance/v1',
    kind: 'Policy',
    metadata: { id: 'many', title: 'Many', owner: 'bench', severity: 'low', status: 'test' },
    spec: {
      mode: 'enforce',
      onError: 'block',
      patterns: { ...Object.fromEntries(named), words: list },
      rules: names.map((name) => ({ id: `r-${name}`, when: `hit("${name}")`, action: 'flag' })),
    },
  });
}

export type Load = {
  readonly kind: string;
  /** Bytes that were written. */
  readonly size: number;
  readonly longest: unknown;
};

/** Each change of each kind, in a program that has just started. */
export async function watchLoads(scene: Scene, changes: number): Promise<readonly Load[]> {
  const folder = await scene.createFolder();
  const policies = join(folder, 'policies');
  await cp('config/policies', policies, { recursive: true });
  const settings = { GATEWAY_POLICIES: policies };
  const others = { preload: ['bench/stall-probe.js'] };
  const program = await scene.startGatewayIn(join(folder, 'data'), settings, others);
  await sleep(restMs.start);
  const watch = async (write: () => Promise<unknown>): Promise<unknown> => {
    const before = await readVersion(program);
    await program.ask('watch');
    await write();
    while ((await readVersion(program)) === before) await sleep(pollMs);
    await sleep(restMs.load);
    return program.ask('longest');
  };
  const loads: Load[] = [];
  const many = writeMany();
  for (let change = 0; change < changes; change += 1) {
    const note = `# Changed ${change}\n`;
    const longest = await watch(() => appendFile(join(policies, 'size.yaml'), note));
    loads.push({ kind: 'the shipped policies, one changed', size: note.length, longest });
  }
  for (let change = 0; change < changes; change += 1) {
    const text = `# Written ${change}\n${many}\n`;
    const longest = await watch(async () => {
      await writeFile(join(folder, 'many'), text);
      await rename(join(folder, 'many'), join(policies, 'many.yaml'));
    });
    const kind = `beside them ${expressions} patterns, as many words and rules`;
    loads.push({ kind, size: text.length, longest });
  }
  return loads;
}
