/** Parses a JSON text whose strings may be megabytes: those are left out, and decoded a stretch at a time. */
import type { Step } from '../governance/interaction.ts';
import type { Steps } from './steps.ts';

/** A string that is a value: [start, end) between its quotes, and the way to it. */
export type LongString = {
  readonly at: readonly Step[];
  readonly start: number;
  readonly end: number;
  /** Whether half of a pair may stand in it, escaped. */
  readonly doubtful: boolean;
};

/** A shorter one is decoded with the rest. */
export const longStringMin = 262_144;
/** So many characters are decoded in a step; an escape that stands across the end belongs to the next one. */
const stretchCharacters = 262_144;

/** As JSON.parse has it; throws where that would, and what `refuse` makes of the place of half a pair. */
export function* parseInSteps(
  source: string,
  long: readonly LongString[],
  refuse: (at: readonly Step[]) => Error,
): Steps<unknown> {
  let parsed: unknown = JSON.parse(withoutLong(source, long));
  for (const { at, start, end, doubtful } of long) {
    yield;
    const text = yield* decodeInSteps(source, start, end);
    if (doubtful && !text.isWellFormed()) throw refuse(at);
    if (at.length === 0) parsed = text;
    else put(parsed, at, text);
  }
  return parsed;
}

/** Each of them as an empty string. */
function withoutLong(source: string, long: readonly LongString[]): string {
  if (long.length === 0) return source;
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of long) {
    pieces.push(source.slice(from, start));
    from = end;
  }
  pieces.push(source.slice(from));
  return pieces.join('');
}

function* decodeInSteps(source: string, start: number, end: number): Steps<string> {
  const pieces: string[] = [];
  for (let from = start; from < end;) {
    const to = endOfStretch(source, from, Math.min(end, from + stretchCharacters), end);
    pieces.push(String(JSON.parse(`"${source.slice(from, to)}"`)));
    from = to;
    yield;
  }
  return pieces.join('');
}

const escapeMax = 6;

/** `to`, or where the escape begins that goes on beyond it. */
function endOfStretch(source: string, from: number, to: number, end: number): number {
  if (to === end) return end;
  const last = source.lastIndexOf('\\', to - 1);
  if (last <= from || to - last >= escapeMax) return to;
  let first = last;
  while (first > from && source.charAt(first - 1) === '\\') first -= 1;
  // The last of an even number is what the one before it stands for.
  if ((last - first) % 2 === 1) return to;
  const length = source.charAt(last + 1) === 'u' ? escapeMax : 2;
  return last + length > to ? last : to;
}

function put(parsed: unknown, at: readonly Step[], text: string): void {
  let holder = parsed as Record<Step, unknown>;
  for (const step of at.slice(0, -1)) holder = holder[step] as Record<Step, unknown>;
  holder[at.at(-1) ?? ''] = text;
}
