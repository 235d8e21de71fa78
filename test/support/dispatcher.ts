/** Jest gives each test file a global of its own, without the dispatcher that Node keeps on its own and some SDKs look for. */
import { runInThisContext } from 'node:vm';

export function shareDispatcher(): void {
  const dispatcher = runInThisContext(
    "new Headers(), globalThis[Symbol.for('undici.globalDispatcher.1')]",
  ) as unknown;
  Object.assign(globalThis, { [Symbol.for('undici.globalDispatcher.1')]: dispatcher });
}
