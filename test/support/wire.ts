/** Bodies and streams as the proxy reads them from the wire. */
import type { Asked, Dialect, FrameReading } from '../../src/proxy/dialects/dialect.ts';
import { readJsonText, type Json } from '../../src/proxy/json.ts';
import type { Seen } from './paths.ts';

const limits = { jsonDepthMax: 100, jsonKeysMax: 100_000 };

export function toJson(value: unknown): Json {
  return readJsonText(JSON.stringify(value), limits, 'the body');
}

/** What a new reader of the dialect's streams sees in frames, the first of them first. */
export function readFrames(
  dialect: Dialect,
  asked: Asked,
  frames: readonly unknown[],
): FrameReading[] {
  if (dialect.stream === undefined) throw new Error(`${dialect.name} has no streams`);
  const reader = dialect.stream.createReader(asked);
  return frames.map((frame) => reader.read(toJson(frame), ''));
}

export function toSeen(dialect: Dialect, asked: Asked, ...frames: readonly unknown[]): Seen {
  const readings = readFrames(dialect, asked, frames);
  return {
    parts: readings.flatMap(({ fragments }) => fragments.map(({ part }) => part)),
    unjudged: readings.flatMap(({ unjudged }) => unjudged),
  };
}
