/** A checkpoint (C2SP tlog-checkpoint): how many entries there are, the root over them, and how durable they were. */
import { hashBytes } from './tree.ts';

export type Checkpoint = {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly at: string;
  readonly durability: string;
};

/** Origin, size and root, then this log's own lines. */
export function writeCheckpoint(checkpoint: Checkpoint): string {
  const { origin, size, root, at, durability } = checkpoint;
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\nat ${at}\ndurability ${durability}\n`;
}

export function readCheckpoint(text: string): Checkpoint | undefined {
  const found =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\nat (\S+)\ndurability (fsync|os)\n$/.exec(
      text,
    );
  if (found === null) return undefined;
  const [, origin = '', size = '', encoded = '', at = '', durability = ''] = found;
  const root = Buffer.from(encoded, 'base64');
  return root.length === hashBytes
    ? { origin, size: Number(size), root, at, durability }
    : undefined;
}

/** The name that a log signs under: no spaces and no plus, as key names must be. */
export function logName(origin: string): string {
  return `governance-gateway/audit/${origin.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`;
}
