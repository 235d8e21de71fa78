/** How many files this process may open, how many client connections fit into them, and what is left. */
import { readFileSync, readdirSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';

/** A client whose call is under way has a connection to an upstream behind it. */
const perConnection = 2;
/** For the trail, its threads, the stores and what watches over the gateway. */
const ownDescriptors = 96;
const connectionsMin = 8;

/** Undefined where the system does not say. */
export function readDescriptorsMax(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, max] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return max === undefined ? undefined : Number(max);
  } catch {
    return undefined;
  }
}

export function fitConnections(connectionsMax: number, descriptorsMax?: number): number {
  if (descriptorsMax === undefined) return connectionsMax;
  const fitting = Math.floor((descriptorsMax - ownDescriptors) / perConnection);
  return Math.min(connectionsMax, Math.max(connectionsMin, fitting));
}

/** Undefined where the system does not say. Looking takes a file too: where none is left, all are used. */
function readUsedRatio(): number | undefined {
  try {
    const open = readdirSync('/proc/self/fd').length - 1;
    const max = readDescriptorsMax();
    return max === undefined ? undefined : open / max;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EMFILE' || code === 'ENFILE' ? 1 : undefined;
  }
}

/** Of several processes the one that is worst off: a sum would hide it behind those that have room. */
export function createFilesGauge(registers: Registry[]): Gauge {
  return new Gauge({
    name: 'governance_files_used_ratio',
    help: 'The share of the files that the process may open which it has open; 0 where the system does not say.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(readUsedRatio() ?? 0);
    },
  });
}
