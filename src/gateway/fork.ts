/** Starts the process of a worker, with the configuration that is in force. */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConfigSource } from '../config/config.ts';
import type { WorkerProcess } from '../workers/seat.ts';
import { handSource } from './handed-source.ts';

const userTicksAt = 11;
const systemTicksAt = 12;

export class Fork {
  /** What those that start from now on are configured by, one that takes the place of another included. */
  source: ConfigSource;
  readonly #pinned: Readonly<Record<string, string>>;

  constructor(source: ConfigSource, data: string, workers: number) {
    this.source = source;
    // The logs lie where they lie, and each has its worker.
    this.#pinned = { GATEWAY_DATA: data, GATEWAY_WORKERS: String(workers) };
    const name = import.meta.url.endsWith('.ts') ? '../gateway.ts' : '../gateway.js';
    const exec = fileURLToPath(new URL(name, import.meta.url));
    // Workers take connections off the one socket themselves: one that this process had taken and handed to a worker
    // that dies would be open for good and answered by nobody.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec, args: process.argv.slice(2), serialization: 'advanced' });
  }

  start(): WorkerProcess {
    const worker = cluster.fork(this.#pinned);
    return {
      send: handSource(worker, this.source),
      kill: (signal) => worker.process.kill(signal),
      onMessage: (hear) => worker.on('message', hear),
      // One of the two is there; which one, the declarations do not say.
      onExit: (end) =>
        worker.once('exit', (code: number | null, signal: string | null) =>
          end(signal ?? code ?? 'unknown'),
        ),
      readWork: () => readWork(worker.process.pid),
    };
  }
}

/** What a process and the system for it have computed so far, in ticks of the system's; undefined where it does not say. */
function readWork(pid: number | undefined): number | undefined {
  try {
    const said = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name of the program, in which anything may stand.
    const fields = said.slice(said.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[userTicksAt]) + Number(fields[systemTicksAt]);
    return Number.isFinite(ticks) ? ticks : undefined;
  } catch {
    return undefined;
  }
}
