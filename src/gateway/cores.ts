/** How many cores there are for each process that serves. */
import { availableParallelism } from 'node:os';
import type { Config } from '../config/config.ts';

export function countWorkers({ workers }: Pick<Config, 'workers'>): number {
  return workers === 'auto' ? availableParallelism() : workers;
}

export function coresOfEach(config: Pick<Config, 'workers'>): number {
  return availableParallelism() / countWorkers(config);
}
