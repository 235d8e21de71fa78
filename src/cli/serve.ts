/** `governance serve`: the gateway itself, under another name. */
import { fileURLToPath } from 'node:url';
import { type Io, exitStatus } from './io.ts';
import { wantsHelp } from './help.ts';

export async function serveCommand(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    const { serveUsage } = await import('./serve-usage.ts');
    io.out(serveUsage);
    return exitStatus.fine;
  }
  // The program reads its own arguments, whichever way it was started. Nothing else is read before it: it says first how
  // much room the engine may take, and what has been taken by then is not given back.
  const [node = process.execPath] = process.argv;
  process.argv = [node, fileURLToPath(import.meta.resolve('../gateway.ts')), ...args];
  await import('../gateway.ts');
  return exitStatus.fine;
}
