/** Builds the console after an install, so that a fresh checkout serves it; says so where there is nothing to build it with. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const vite = join(root, 'node_modules/vite/bin/vite.js');

if (existsSync(vite) && existsSync(join(root, 'console'))) {
  const built = spawnSync(process.execPath, [vite, 'build', 'console', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = built.status ?? 1;
} else {
  process.stdout.write('the console is not built here: its sources or vite are not installed\n');
}
