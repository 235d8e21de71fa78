/** Checks that each key that signs was told in the trail itself, so that nobody puts one beside it. */
import { keyFile } from '../proof/sealed-files.ts';
import type { Findings } from './report.ts';

export function checkKeys(
  verifierKeys: readonly string[],
  announced: ReadonlySet<string>,
  findings: Findings,
): void {
  for (const verifierKey of verifierKeys) {
    if (announced.has(verifierKey)) continue;
    const detail = `no entry tells of the key ${verifierKey}`;
    findings.add({ verdict: 'altered', place: keyFile, detail });
  }
}
