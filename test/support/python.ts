/** Finds Python 3 for the tests of the second verifier; without it they say how to get it, and in CI they fail. */
import { spawnSync } from 'node:child_process';

export const python = 'python3';

/** True where Python runs. Elsewhere a line says what is missing, except with CI set, where nothing may be skipped. */
export function hasPython(): boolean {
  const found = spawnSync(python, ['--version']).status === 0;
  if (found || process.env['CI'] !== undefined) return true;
  process.stderr.write('python3 is missing, its verifier is not tested: apt-get install python3\n');
  return false;
}
