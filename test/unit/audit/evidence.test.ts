/** An evidence bundle that cannot be made, or that nobody waits for any longer, leaves nothing behind and nobody out. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Evidence } from '../../../src/audit/export/evidence.ts';
import type { ExportParts } from '../../../src/audit/export/export-entries.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'evidence-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const filter = { terms: [], fromUs: 0, toUs: 1 };

function partsThat(fail: () => Promise<never>): ExportParts {
  return {
    actor: systemActor,
    query: () => Promise.resolve(''),
    record: () => Promise.resolve({ id: 'an-entry', seq: 1 }),
    list: fail,
  };
}

describe('evidence', () => {
  test('of a full disk is refused as such, and may be asked for again', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const evidence = new Evidence(directory, () => Promise.reject(full));
    const parts = partsThat(() => Promise.reject(full));
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(evidence.export(filter, parts).next()).rejects.toMatchObject({
        code: 'audit_unavailable',
        message: 'the evidence cannot be written to the disk at the moment',
      });
      expect(readdirSync(directory)).toEqual([]);
    }
  });

  test('that meets a bug says that it is one', async () => {
    const evidence = new Evidence(directory, () => Promise.reject(new Error('a bug')));
    const parts = partsThat(() => Promise.reject(new Error('a bug')));
    await expect(evidence.export(filter, parts).next()).rejects.toThrow('a bug');
  });
});
