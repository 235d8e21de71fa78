/** What `audit verify` is given is looked at before it is read, since a mistake in it says nothing of the trail. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { walkLines } from '../audit/journal-files.ts';
import { logName } from '../audit/proof/checkpoint.ts';
import { readVerifierKey } from '../audit/proof/note.ts';
import { findOdd } from '../audit/verify/plain-files.ts';
import { exitStatus as statusOf } from '../audit/verify/report.ts';
import { Refusal, refuseUsage } from './refusal.ts';

/** What is named and not there says nothing of the trail, so it must not end as if that were altered. */
export function checkGiven(
  bundle: string | undefined,
  keys: readonly string[] = [],
  files: readonly string[] = [],
): void {
  const strange = keys.find((key) => readVerifierKey(key) === undefined);
  if (strange !== undefined)
    throw refuseUsage(`--key: expected a line of a \`checkpoint.pub\`, got \`${strange}\``);
  for (const [name, path] of [['bundle', bundle], ...files.map((file) => ['witness', file])])
    if (path !== undefined && !existsSync(path))
      throw new Refusal(statusOf('unreadable'), `--${name}: there is no \`${path}\``);
  for (const path of files) refuseNoWitness(path);
  if (bundle !== undefined) refuseTrail(bundle);
}

/** A file without a checkpoint bears no witness: neither for the trail, nor against it. */
function refuseNoWitness(path: string): void {
  // What is no plain file is told of by the verification.
  if (!statSync(path).isFile()) return;
  for (const line of walkLines(path)) if (line.includes(logName(''))) return;
  const detail = `\`${path}\` has no checkpoint in it, so it says nothing of the trail`;
  throw new Refusal(statusOf('unreadable'), `--witness: ${detail}`);
}

/** As a bundle it would have no manifest, which says nothing to whoever holds a trail. */
function refuseTrail(bundle: string): void {
  if (existsSync(join(bundle, 'manifest.json'))) return;
  const trail = [bundle, join(bundle, 'audit')].find((each) => existsSync(join(each, 'journal')));
  if (trail === undefined) return;
  const detail = `\`${trail}\` is a trail and no evidence bundle: \`governance audit verify --dir ${trail}\` checks it`;
  throw new Refusal(statusOf('unreadable'), `--bundle: ${detail}`);
}

export function checkDirectory(directory: string): void {
  refuseBundle(directory);
  refuseOdd(directory);
}

/** As a trail it would have lost its entries, which says of the bundle what is not so. */
function refuseBundle(directory: string): void {
  if (!existsSync(join(directory, 'manifest.json')) || existsSync(join(directory, 'journal')))
    return;
  const detail = `\`${directory}\` is an evidence bundle, which \`--bundle\` checks`;
  throw new Refusal(statusOf('unreadable'), `--dir: ${detail}`);
}

/** Before anything is read of it: what is no file could be read without end, and what may not be read seem to be gone. */
function refuseOdd(directory: string): void {
  const odd = findOdd(directory);
  if (odd.length === 0) return;
  const places = odd.map(
    ({ place, detail }) => `unreadable: ${place.replaceAll(/\p{Cc}/gu, '\ufffd')}: ${detail}`,
  );
  throw new Refusal(statusOf('unreadable'), places.join('\n'));
}
