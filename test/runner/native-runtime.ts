/**
 * Loads test files as node itself loads a program, in place of jest's own loader: what is tested is then what is run,
 * and node's experimental modules for virtual machines, which end the process now and then, have no part in it.
 */
import { createRequire, enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import '../../bin/resolve-at-once.js';
import { type TestGlobals, lendGlobals } from './lent-globals.ts';

const globalsName = '@jest/globals';
const globalsUrl = new URL('./globals.ts', import.meta.url).href;
const require = createRequire(import.meta.url);
/** How many files this process was given; more than one only where jest runs them all in its own. */
let files = 0;

registerHooks({
  resolve: (name, context, next) =>
    // Loaded anew for each file, since it hands out what belongs to that file's run.
    name === globalsName
      ? { url: `${globalsUrl}?file=${files}`, shortCircuit: true }
      : next(name, context),
});

/** The names are jest's, which calls these. */
class NativeRuntime {
  constructor() {
    // For a process that jest did not start anew: it keeps what it compiled as well.
    enableCompileCache();
    files += 1;
  }

  /** Anew for each file, because it holds the tests of the file it was loaded for. */
  requireInternalModule(path: string): unknown {
    Reflect.deleteProperty(require.cache, require.resolve(path));
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  setGlobalsForRuntime(globals: TestGlobals): void {
    lendGlobals(globals);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<void> {
    await import(pathToFileURL(path).href);
  }

  /** Asked for around each test and hook, for a loader that must know whose code runs. */
  enterTestCode(): void {}

  leaveTestCode(): void {}

  getSourceMaps(): ReadonlyMap<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {}

  /** The process is ended by SIGTERM next, and given another file at once: whoever heeds the signal would begin with it. */
  teardown(): void {
    // A signal leaves no time for it, and every file would compile everything anew.
    flushCompileCache();
    if (process.connected) process.removeAllListeners('SIGTERM');
  }
}

export { NativeRuntime as default };
