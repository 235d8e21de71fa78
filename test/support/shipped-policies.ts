/** Policies of a folder of this repository, compiled as a gateway compiles them. */
import { join } from 'node:path';
import { handInShippedWeights } from '../../src/config/weights.ts';
import { readPolicyDirectory } from '../../src/config/yaml-source.ts';
import type { Detector } from '../../src/governance/detectors/detector.ts';
import { catalogue } from '../../src/governance/detectors/index.ts';
import { type Compiled, compileBundle } from '../../src/governance/policy/bundle.ts';
import { root } from './repository.ts';

export async function compileFolder(
  folder = 'config/policies',
  detectors: readonly Detector[] = catalogue,
): Promise<Extract<Compiled, { readonly bundle: unknown }>> {
  handInShippedWeights();
  const read = await readPolicyDirectory(join(root, folder));
  if (!read.ok) throw new Error(`the policies of ${folder} cannot be read`);
  const compiled = compileBundle(read.bundle, { catalogue: detectors });
  if ('faults' in compiled) throw new Error(compiled.faults.map(({ message }) => message).join());
  return compiled;
}
