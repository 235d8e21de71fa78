/** A judging thread: compiles the bundles it is shown and rules on one interaction after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { handInShippedWeights } from '../../config/weights.ts';
import { govern } from '../../governance/govern.ts';
import { compileBundle } from '../../governance/policy/bundle.ts';
import type { Bundle } from '../../governance/policy/policy.ts';
import { createPlaceholders } from '../../governance/placeholders.ts';
import { createRedactionHash } from '../redaction-hash.ts';
import {
  bundlesKept,
  type Ahead,
  type BundleCopy,
  type Done,
  type Job,
  type ThreadData,
} from './message.ts';
import { packPlaced, packRuling, unpackPlaced } from './packed.ts';

const { redactionKey, outside } = workerData as ThreadData;
const hash = createRedactionHash(redactionKey);
const bundles = new Map<string, Bundle>();

handInShippedWeights();
parentPort?.on('message', (message: Job | Ahead) => {
  if ('interaction' in message) parentPort?.postMessage(judge(message));
  else keep(message.bundle);
});

function judge(job: Job): Done {
  const bundle = job.bundle === undefined ? bundles.get(job.version) : keep(job.bundle);
  if (bundle === undefined) return { failed: 'the policies could not be handed to a thread' };
  const before = [...unpackPlaced(job.placeholders)].flat();
  const placeholders = createPlaceholders(before);
  const { interaction, system, evidence, inside } = job;
  const ruling = govern(inside === true ? (bundle.inside ?? bundle) : bundle, interaction, {
    hash,
    placeholders,
    ...(system === undefined ? {} : { system }),
    ...(evidence === undefined ? {} : { evidence }),
  });
  const given = placeholders.known().slice(before.length);
  return { ruling: packRuling(ruling), placeholders: packPlaced(given) };
}

/** They were compiled and tested before they came into force, so nothing of them can be refused here. */
function keep({ version, policies }: BundleCopy): Bundle | undefined {
  const here = { line: 1, column: 1 };
  const sources = policies.map(({ file, document }) => ({
    file,
    value: document,
    locate: () => here,
    locateInside: () => here,
  }));
  const compiled = compileBundle({ version, sources }, { checked: true, outside });
  if (!('bundle' in compiled)) return undefined;
  bundles.delete(version);
  bundles.set(version, compiled.bundle);
  for (const old of bundles.keys()) if (bundles.size > bundlesKept) bundles.delete(old);
  return compiled.bundle;
}
