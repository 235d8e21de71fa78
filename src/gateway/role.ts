/** Reads the configuration, and plays one role: alone, as one of several workers, or as the one that leads them. */
import cluster from 'node:cluster';
import { startPressAhead } from '../audit/press.ts';
import { createLog, type Log } from '../server/log.ts';
import { type Configuration, endOnBugs, readConfiguration } from './configuration.ts';
import { coresOfEach, countWorkers } from './cores.ts';
import { keepEngineBack } from './engine-threads.ts';
import { takeSource } from './handed-source.ts';
import { fitHeldBytes } from './held-bytes.ts';
import { makeRoomForCalls } from './memory.ts';

export async function playRole(): Promise<void> {
  const { config, source } = readConfiguration(cluster.isWorker ? await takeSource() : undefined);
  keepEngineBack(coresOfEach(config));
  // Whatever role this is, it writes a journal; while policies are read, a second core has nothing else to do.
  startPressAhead();
  const log = createLog(config.log.level);
  let started = false;
  const end = endOnBugs(log, () => started);
  // Whoever imports the program may catch what is thrown, and would then wait for ever for what was already open.
  const isCrowded = await serve({ config, source }, log).catch(end);
  started = true;
  makeRoomForCalls(isCrowded);
}

/** Each role is loaded where it is played: nobody's start waits for another's. */
async function serve(configuration: Configuration, log: Log): Promise<() => boolean> {
  const { config } = configuration;
  const workers = countWorkers(config);
  if (cluster.isWorker) {
    const { serveAsWorker } = await import('./member.ts');
    return serveAsWorker(fitHeldBytes(config, log), log, workers);
  }
  if (workers > 1) {
    const { leadWorkers } = await import('./lead.ts');
    await leadWorkers(configuration, log, workers);
    return () => false;
  }
  const { serveAlone } = await import('./alone.ts');
  return serveAlone(fitHeldBytes(config, log), log);
}
