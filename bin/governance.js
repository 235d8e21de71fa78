#!/usr/bin/env node
/** The command line's front door: finds a Node that can run the sources, or says plainly what is needed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { URL, fileURLToPath } from 'node:url';

const majorMin = 24;
const below = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** A checkout is run as it is; a package holds only what was built. */
const entry = existsSync(below('src/cli/main.ts')) ? '../src/cli/main.ts' : '../dist/cli/main.js';

/** The Node that the project pins; `npm ci` installs it here. */
function findPinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return [below(`node_modules/node/bin/${name}`), below(`node_modules/.bin/${name}`)].find(
    existsSync,
  );
}

/** The same command on another Node; signals reach it, and its end is ours. */
function runOn(node) {
  const script = fileURLToPath(import.meta.url);
  // Before it is started: a signal that comes in between would end only us.
  let child;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'])
    process.on(signal, () => child?.kill(signal));
  child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

if (Number(process.versions.node.split('.')[0]) >= majorMin) {
  // Taking the types out of the sources is a third of a start; it is done once and kept inside the checkout.
  if (existsSync(below('node_modules'))) {
    const cache = below('node_modules/.cache/governance');
    module.enableCompileCache(cache);
    // Threads look there by themselves, and only by the variable: each costs a third of what it would.
    process.env.NODE_COMPILE_CACHE ??= cache;
    if (entry.endsWith('.ts')) await import('./resolve-at-once.js');
  }
  const { runProcess } = await import(entry);
  await runProcess();
} else {
  const pinned = findPinnedNode();
  if (pinned === undefined) {
    process.stderr.write(
      `governance needs Node ${majorMin} or newer, and this is ${process.versions.node}; ` +
        '`npm ci` in the checkout installs the one that it pins\n',
    );
    process.exit(78);
  }
  runOn(pinned);
}
