/** Bodies and streams as the proxy reads them from the wire. */
import type { Asked, Dialect, FrameReading } from '../../src/proxy/dialects/dialect.ts';
import type { Part, Step, Unjudged } from '../../src/governance/interaction.ts';
import { readJsonText, type Json } from '../../src/proxy/json.ts';

export type Seen = { readonly parts: readonly Part[]; readonly unjudged: readonly Unjudged[] };

/** How a body is read: what is in it, and where each of its parts stands in the JSON itself. */
export type Reading = Seen & { readonly places: readonly (readonly Step[])[] };

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

/** A request or an answer as the paths of its format are held to it. */
export function toReading({ parts, unjudged }: Seen): Reading {
  return { parts, unjudged, places: parts.map((part) => part.at) };
}

/** The same for one frame of a stream. */
export function toFrameReading(dialect: Dialect, asked: Asked, json: Json): Reading {
  const [reading] = readFrames(dialect, asked, [json.value]);
  const fragments = reading?.fragments ?? [];
  return {
    parts: fragments.map(({ part }) => part),
    unjudged: reading?.unjudged ?? [],
    places: fragments.map(({ within }) => within),
  };
}
