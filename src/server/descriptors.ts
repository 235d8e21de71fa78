/** How many client connections fit into the files that this process may open. */
import { readFileSync } from 'node:fs';

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
