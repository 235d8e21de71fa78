/** Reads the configuration, and plays one role: alone, as one of several workers, or as the one that leads them. */
import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import { createLog, type Log } from '../server/log.ts';
import { endOnBugs, readConfiguration } from './configuration.ts';
import { coresOfEach, countWorkers } from './cores.ts';
import { keepEngineBack } from './engine-threads.ts';
import { keepMemorySmall, makeRoomForCalls } from './memory.ts';

export async function playRole(): Promise<void> {
  keepMemorySmall();
  const config = readConfiguration();
  keepEngineBack(coresOfEach(config));
  const log = createLog(config.log.level);
  let started = false;
  const end = endOnBugs(log, () => started);
  // Whoever imports the program may catch what is thrown, and would then wait for ever for what was already open.
  const isCrowded = await serve(config, log).catch(end);
  started = true;
  makeRoomForCalls(isCrowded);
}

/** Each role is loaded where it is played: nobody's start waits for another's. */
async function serve(config: Config, log: Log): Promise<() => boolean> {
  const workers = countWorkers(config);
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('./member.ts');
    return serveAsWorker(config, log, workers);
  }
  if (workers > 1) {
    const { leadWorkers } = await import('./lead.ts');
    await leadWorkers(config, log, workers);
    return () => false;
  }
  const { serveAlone } = await import('./alone.ts');
  return serveAlone(config, log);
}
