/** The program: reads its configuration, and serves alone, as one of several workers, or as the one that leads them. */
import cluster from 'node:cluster';
import { endOnBugs, readConfiguration } from './gateway/configuration.ts';
import { coresOfEach, countWorkers } from './gateway/cores.ts';
import { keepEngineBack } from './gateway/engine-threads.ts';
import { keepMemorySmall, makeRoomForCalls } from './gateway/memory.ts';
import { createLog } from './server/log.ts';

keepMemorySmall();
const config = readConfiguration();
const workers = countWorkers(config);
keepEngineBack(coresOfEach(config));
const log = createLog(config.log.level);
let started = false;
const end = endOnBugs(log, () => started);

// Whoever imports this may catch what is thrown, and would then wait for ever for what was already open.
const isCrowded = await serve().catch(end);
started = true;
makeRoomForCalls(isCrowded);

/** Each role is loaded where it is played: nobody's start waits for another's. */
async function serve(): Promise<() => boolean> {
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('./gateway/member.ts');
    return serveAsWorker(config, log, workers);
  }
  if (workers > 1) {
    const { leadWorkers } = await import('./gateway/lead.ts');
    await leadWorkers(config, log, workers);
    return () => false;
  }
  const { serveAlone } = await import('./gateway/alone.ts');
  return serveAlone(config, log);
}
