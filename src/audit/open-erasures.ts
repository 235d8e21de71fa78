/** Opens the database that replicas tell each other of erasures in; what speaks to it is loaded only where there is one. */
import type { Erasures } from './erasures.ts';
import type { TrailOptions } from './trail-options.ts';
import type { Writer } from './writer.ts';

export async function openErasures(
  { erasuresIn, others, origin, onAlarm = () => undefined }: TrailOptions,
  { vault, masterKey }: Writer,
): Promise<Erasures | undefined> {
  // Where another log of this place knows who is held, erasures are asked of that one.
  if (erasuresIn === undefined || others?.holds !== undefined) return undefined;
  const { SharedErasures } = await import('./shared/shared-erasures.ts');
  return new SharedErasures({ databaseUrl: erasuresIn, masterKey, log: origin, vault, onAlarm });
}
