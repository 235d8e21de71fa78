/** A state directory that was cloned and goes on twice: two truths under one name, which whoever has both checkpoints sees. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { startGateway } from '../support/gateway.ts';
import { hasPython, python } from '../support/python.ts';
import { quickPolicy } from '../support/quick-policy.ts';

const root = join(import.meta.dirname, '..', '..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-split-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** One life of a gateway on this state, in which so many calls are judged. */
async function live(data: string, witness: string, calls: number): Promise<void> {
  const file = `${data}.yaml`;
  await writeFile(file, JSON.stringify({ audit: { witnesses: [witness] } }));
  const gateway = await startGateway({
    data,
    environment: { ...quickPolicy, GATEWAY_CONFIG: file },
  });
  for (let i = 0; i < calls; i += 1) {
    const body = { prompt: `Good morning, number ${i}.` };
    expect((await call(`${gateway.url}/v1/validate`, { key: gateway.key, body })).status).toBe(200);
  }
  expect(await gateway.stop()).toBe(0);
}

function verify(data: string, witness: string): { status: number | null; said: string } {
  const command = [join(root, 'bin', 'governance.js'), 'audit', 'verify'];
  const flags = ['--dir', join(data, 'audit'), '--witness', witness];
  const { status, stdout } = spawnSync(process.execPath, [...command, ...flags], {
    encoding: 'utf8',
  });
  return { status, said: stdout };
}

describe('a state directory that was cloned', () => {
  test('and goes on in two places is found by the checkpoints that a witness has of both', async () => {
    const [original, clone] = [join(folder, 'original'), join(folder, 'clone')];
    const witnesses = [join(folder, 'witness-1'), join(folder, 'witness-2')] as const;
    await live(original, witnesses[0], 3);
    cpSync(original, clone, { recursive: true });
    await live(original, witnesses[0], 2);
    await live(clone, witnesses[1], 5);

    // Each by itself is whole, and nothing in it tells of the other.
    expect(verify(original, witnesses[0])).toMatchObject({ status: 0 });
    expect(verify(clone, witnesses[1])).toMatchObject({ status: 0 });

    for (const [data, other] of [
      [original, witnesses[1]],
      [clone, witnesses[0]],
    ] as const) {
      const { status, said } = verify(data, other);
      expect(status).toBe(1);
      expect(said).toMatch(/ALTERED[^]*witness/);
      if (!hasPython()) continue;
      const second = [join(root, 'tools', 'verify.py'), join(data, 'audit'), '--witness', other];
      expect(spawnSync(python, second).status).toBe(1);
    }

    // One witness that both gave their checkpoints to says so as well.
    const both = join(folder, 'both');
    for (const witness of witnesses) appendFileSync(both, readFileSync(witness));
    expect(verify(original, both)).toMatchObject({ status: 1 });
  });
});
