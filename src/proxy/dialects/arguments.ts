/** Arguments of a tool call: judged as they stand, and decoded where escapes would hide what they say. */
import type { Step } from '../../governance/interaction.ts';
import { readString, walkLiterals } from '../json-paths.ts';
import { readJsonText } from '../json.ts';
import { free, unmapped } from './shape.ts';
import type { Sink } from './sink.ts';

/** The string was bounded with the body around it, so only what parsers could read differently counts. */
const limits = { jsonDepthMax: 100, jsonKeysMax: 100_000 };

export function readArguments(name: string, value: unknown, sink: Sink): void {
  const before = sink.tool;
  if (typeof value === 'string') {
    const args = parseArguments(value);
    sink.tool = { name, args };
    sink.text('tool_call', value);
    if (args !== undefined) readHidden(value, sink);
  } else if (typeof value === 'object' && value !== null) {
    sink.tool = { name, args: value };
    free('tool_call')(value, sink);
  } else unmapped(value, sink);
  sink.tool = before;
}

/** What the arguments say, or undefined where two parsers could differ about it. */
export function parseArguments(text: string): unknown {
  try {
    return readJsonText(text, limits, 'the arguments').value;
  } catch {
    return undefined;
  }
}

/** What escapes hide in the arguments of a call: strings with the path that leads to them, and names. */
export type Hidden = {
  readonly texts: readonly { readonly path: readonly Step[]; readonly text: string }[];
  readonly names: readonly string[];
};

/** `source` is JSON that was read before. */
export function findHidden(source: string): Hidden {
  const texts: { path: readonly Step[]; text: string }[] = [];
  const names: string[] = [];
  if (source.includes('\\'))
    walkLiterals(source, {
      string: ({ path, start, end }, escaped) => {
        if (escaped)
          texts.push({ path: path.slice(), text: readString(source, start, end, escaped) });
      },
      name: (name, escaped) => {
        if (escaped) names.push(name);
      },
    });
  return { texts, names };
}

/** Their paths lead on into the arguments; a redaction there is written back through the escapes. */
function readHidden(source: string, sink: Sink): void {
  const { texts, names } = findHidden(source);
  for (const { path, text } of texts) {
    for (const step of path) sink.enter(step);
    sink.text('tool_call', text);
    for (let left = path.length; left > 0; left -= 1) sink.leave();
  }
  if (names.length > 0) sink.text('tool_call', names.join('\n'), { fixed: true });
}
