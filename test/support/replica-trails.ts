/** What tests of replicas that share a database do with the trail of each: say something, look for it, and verify it twice. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readListQuery } from '../../src/audit/search/query.ts';
import type { Trail } from '../../src/audit/trail.ts';
import { verifyTrail } from '../../src/audit/verify.ts';
import { GatewayError } from '../../src/errors.ts';
import type { Content, Recorded } from '../../src/governance/event.ts';
import { decisionEvent, sampleActor } from './audit-samples.ts';
import { hasPython, python } from './python.ts';
import { root } from './repository.ts';

export function say(trail: Trail, subject: string, text: string): Promise<Recorded> {
  const raw = Buffer.from(text);
  const received: Content = { raw, redacted: () => raw };
  return trail.record(
    decisionEvent({ actor: { ...sampleActor, subject }, contents: { received } }),
  );
}

export async function countFound(trail: Trail, words: string): Promise<number> {
  const query = readListQuery(new URLSearchParams({ q: words, type: 'decision' }), Date.now());
  return (await trail.listEntries(query)).answer.entries.length;
}

export async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GatewayError ? `${error.code}: ${error.message}` : String(error);
}

export function verifyTwice(directory: string): readonly unknown[] {
  const { verdict, faults } = verifyTrail({ directory });
  const second = hasPython()
    ? spawnSync(python, [join(root, 'tools/verify.py'), directory], { encoding: 'utf8' }).status
    : 0;
  return [verdict, faults, second];
}
