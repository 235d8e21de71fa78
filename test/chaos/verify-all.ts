/** Asks both verifiers, the command and the one in Python, about the trails that a run left. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hasPython, python } from '../support/python.ts';

const root = join(import.meta.dirname, '..', '..');

/** One sentence for each trail that a verifier does not find whole; empty where all are. */
export function verifyAll(trails: readonly string[]): readonly string[] {
  const flags = trails.flatMap((directory) => ['--dir', directory]);
  const command = [join(root, 'bin', 'governance.js'), 'audit', 'verify', ...flags];
  const faults = toFaults('governance audit verify', process.execPath, command);
  if (!hasPython()) return faults;
  const verifier = join(root, 'tools', 'verify.py');
  // Both read the logs of workers with the trail that they belong to.
  return [
    ...faults,
    ...trails.flatMap((directory) => toFaults('verify.py', python, [verifier, directory])),
  ];
}

function toFaults(name: string, program: string, command: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(program, command, { encoding: 'utf8' });
  return status === 0 ? [] : [`${name} ended with ${status ?? 'a signal'}: ${stdout}${stderr}`];
}
