/** Finds Python 3 for the tests of the second verifier; without it they say how to get it, and in CI they fail. */
import { spawnSync } from 'node:child_process';

const found = spawnSync('python3', ['-I', '-S', '-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
});

/** The interpreter itself: what is called by its name may be a script that looks for it anew each time. */
export const python = found.status === 0 ? found.stdout.trim() : 'python3';

/** With these it loads its standard library and no package of others: that is all the verifier may need, and takes a fourth. */
export const aloneFlags = ['-I', '-S'] as const;

/** True where Python runs. Elsewhere a line says what is missing, except with CI set, where nothing may be skipped. */
export function hasPython(): boolean {
  if (found.status === 0 || process.env['CI'] !== undefined) return true;
  process.stderr.write('python3 is missing, its verifier is not tested: apt-get install python3\n');
  return false;
}
