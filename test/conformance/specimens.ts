/** What is sent and answered on a surface with one string in one place, and what the dialect says of that place. */
import type { Part, Unjudged } from '../../src/governance/interaction.ts';
import type { Asked, Target } from '../../src/proxy/dialects/dialect.ts';
import { framings } from '../../src/proxy/framing.ts';
import { kindsOf, type WirePath } from '../support/paths.ts';
import { toJson } from '../support/wire.ts';
import type { Laid } from './specimen-upstream.ts';
import type { Body, Surface } from './surfaces.ts';

/** What the dialect makes of a place: the kind of its text, or of what cannot be read there. */
export type Place = {
  readonly path: WirePath;
  /** `user`, `tool_call` …, `off the map`, or `unjudged image` … */
  readonly kind: string;
  /** True: its text is judged and cannot be rewritten. */
  readonly fixed: boolean;
};

const canary = 'the-canary-of-a-place';

export function writeRequest({ least }: Surface, path?: WirePath, text = canary): string {
  return JSON.stringify({ ...least, ...path?.toBody(text) });
}

export function writeAnswer(surface: Surface, path?: WirePath, text = canary): Laid {
  const body = { ...surface.leastAnswer, ...path?.toBody(text) };
  const { stream } = surface.dialect;
  if (surface.kind === 'plain' || stream === undefined)
    return { type: 'application/json', body: JSON.stringify(body) };
  const { type } = framings[stream.framing];
  const frames = isEnd(surface, body) ? [body] : [body, surface.end];
  return { type, body: writeFrames(stream.framing, frames, surface) };
}

function writeFrames(
  framing: keyof typeof framings,
  frames: readonly (Body | string)[],
  { dialect }: Surface,
): string {
  const written = frames.map((frame) =>
    typeof frame === 'string' ? frame : JSON.stringify(frame),
  );
  if (framing === 'json-array') return `[${written.join('\n,')}\n]`;
  if (framing === 'ndjson') return written.map((line) => `${line}\n`).join('');
  // Clients of both formats drop an event that has no name.
  const named = /^(?:anthropic-messages|openai-responses)$/.test(dialect.name);
  return frames
    .map((frame, index) => {
      const type = typeof frame === 'string' ? undefined : frame['type'];
      const head = named && typeof type === 'string' ? `event: ${type}\n` : '';
      return `${head}data: ${written[index] ?? ''}\n\n`;
    })
    .join('');
}

function isEnd(surface: Surface, body: Body): boolean {
  const reader = surface.dialect.stream?.createReader(askOf(surface));
  reader?.read(toJson(body), '');
  return reader?.ended() ?? false;
}

/** Only Gemini names the model in the path. */
function targetOf({ path }: Surface): Target {
  return { route: path, params: path.startsWith('/v1beta/models/m') ? { model: 'm' } : {} };
}

function askOf(surface: Surface): Asked {
  const { dialect, least, method } = surface;
  return dialect.readRequest(method === 'GET' ? undefined : toJson(least), targetOf(surface));
}

export function placeInRequest(surface: Surface, path: WirePath): Place {
  const json = toJson({ ...surface.least, ...path.toBody(canary) });
  return toPlace(path, surface.dialect.readRequest(json, targetOf(surface)));
}

export function placeInAnswer(surface: Surface, path: WirePath): Place {
  const json = toJson({ ...surface.leastAnswer, ...path.toBody(canary) });
  const { dialect, kind } = surface;
  if (kind === 'plain') return toPlace(path, dialect.readAnswer(json, askOf(surface)));
  const reading = dialect.stream?.createReader(askOf(surface)).read(json, '');
  const parts = reading?.fragments.map(({ part }) => part) ?? [];
  return toPlace(path, { parts, unjudged: reading?.unjudged ?? [] });
}

function toPlace(
  path: WirePath,
  { parts, unjudged }: { readonly parts: readonly Part[]; readonly unjudged: readonly Unjudged[] },
): Place {
  const found = parts.filter(({ text }) => text.includes(canary));
  const [part] = found;
  if (part === undefined) {
    const kinds = [...new Set(kindsOf(unjudged))];
    return {
      path,
      kind: kinds.length === 0 ? 'unseen' : `unjudged ${kinds.join(' ')}`,
      fixed: true,
    };
  }
  const kind = part.mapped ? part.kind : 'off the map';
  return { path, kind, fixed: found.some(({ fixed }) => fixed) };
}
