/** A text of a stream, joined from its pieces, and the calls of tools that such texts are. */
import { pointerOf, type Excerpt, type Part, type Step } from '../governance/interaction.ts';
import { findHidden, parseArguments } from './dialects/arguments.ts';

/** Where a stretch of a text stands: [start, end) of the text is the string at `within` of a frame. */
export type Place = {
  readonly frame: number;
  readonly within: readonly Step[];
  readonly start: number;
  readonly end: number;
};

export type StreamText = {
  part: Part;
  readonly pieces: string[];
  length: number;
  readonly places: Place[];
  /** Where the pieces begin of which each may be read by itself. */
  starts?: number[];
  /** True: it says as a whole something else than its place said in pieces. */
  differs?: boolean;
  /** Of which stretches of other texts it is put together, one behind the other. */
  order?: { readonly of: StreamText; readonly from: number; readonly length: number }[];
};

export function finishPart(text: StreamText): Part {
  const whole = text.pieces.join('');
  const pieces = text.starts && { pieces: text.starts };
  const { tool, fixed } = text.part;
  if (tool === undefined || fixed) return { ...text.part, ...pieces, text: whole };
  return {
    ...text.part,
    ...pieces,
    text: whole,
    tool: { ...tool, args: finishArguments(tool.args, whole) },
  };
}

/** The parts of these texts; where one is put together of others, it says of which. */
export function toParts(texts: readonly StreamText[]): readonly Part[] {
  const numbers = new Map(texts.map((text, number) => [text, number]));
  return settleCalls(texts.map(finishPart)).map((part, at) => {
    const { order, differs } = texts[at] ?? {};
    // Clients read the one or the other, so it stands beside others of its like.
    if (differs === true) return { ...part, channel: ~part.channel };
    if (order === undefined) return part;
    let end = 0;
    const excerpts = order.map(({ of, from, length }): Excerpt => {
      const start = end;
      end += length;
      return { part: numberOf(numbers, of), from, start, end };
    });
    return { ...part, order: excerpts };
  });
}

/** Of a text that others are put together of, which is judged with them. */
export function numberOf<Text>(numbers: ReadonlyMap<Text, number>, text: Text): number {
  const number = numbers.get(text);
  if (number === undefined) throw new Error('a text is judged without what it puts together');
  return number;
}

/** Unknown until they are whole, unless the frame had them as a whole; `''` stands for text that is no JSON. */
function finishArguments(args: unknown, whole: string): unknown {
  if (args === undefined) return parseArguments(whole);
  return args === '' ? whole : args;
}

/** A call that came in pieces is carried by one part: its arguments, or its name where it has none. */
export function settleCalls(parts: readonly Part[]): readonly Part[] {
  const callOf = (part: Part): string => `${part.channel} ${pointerOf(part.at.slice(0, -1))}`;
  const isName = (part: Part): boolean => part.at.at(-1) === 'name';
  const called = parts.filter((part) => part.tool !== undefined);
  const names = new Map(called.filter(isName).map((part) => [callOf(part), part.text]));
  const withArguments = new Set(called.filter((part) => !isName(part)).map(callOf));
  return parts.map((part) => {
    const { tool, ...rest } = part;
    // The arguments of a call may begin before its name is said.
    if (tool?.name === '' && !isName(part))
      return { ...part, tool: { ...tool, name: names.get(callOf(part)) ?? '' } };
    if (tool?.args !== undefined || tool === undefined || !isName(part)) return part;
    return withArguments.has(callOf(part)) ? rest : { ...rest, tool: { ...tool, args: {} } };
  });
}

/** What escapes hide in the arguments of a call. Spread over frames, it can be judged but not rewritten. */
export function hiddenIn(text: StreamText): StreamText[] {
  const part = finishPart(text);
  // Only arguments in pieces are JSON inside a string; others were read as what they say.
  if (text.part.tool?.args !== undefined || part.tool?.args === undefined) return [];
  const { texts, names } = findHidden(part.text);
  return [...texts.map((hidden) => hidden.text), names.join('\n')]
    .filter((hidden) => hidden !== '')
    .map((hidden) => ({
      part: { ...withoutPieces(part), text: hidden, fixed: true },
      pieces: [hidden],
      length: hidden.length,
      places: [],
    }));
}

function withoutPieces({ pieces: _, ...part }: Part): Part {
  return part;
}
