/** What the patterns of a bundle match in one reading of a text, and where it stands in the text itself. */
import type { Asked, Bundle, NamedPattern } from './policy/policy.ts';
import type { Hit } from './policy/patterns/scanner.ts';
import type { View } from './text/view.ts';

type Place = { readonly start: number; readonly end: number };

export type Match = {
  readonly pattern: NamedPattern;
  readonly origin: Place;
  /** The encodings that were undone to see it. */
  readonly decoded: readonly string[];
};

/** Undefined where it could not be told. */
export function matchesIn(
  bundle: Bundle,
  view: View,
  text: string,
  asked: Asked,
): readonly Match[] | undefined {
  const matches: Match[] = [];
  for (const hit of scan(bundle, view, text, asked) ?? [undefined]) {
    if (hit === undefined) return undefined;
    const pattern = bundle.patterns[hit.pattern];
    if (pattern === undefined) continue;
    const own = view.origin(hit.start, hit.end);
    const origin = hit.folded === true ? withMarks(own, text) : own;
    const decoded = view.undone?.(hit.start, hit.end) ?? view.decoded;
    matches.push({ pattern, origin, decoded });
  }
  return matches;
}

function scan(
  { scanner }: Bundle,
  view: View,
  text: string,
  asked: Asked,
): readonly Hit[] | undefined {
  try {
    const wasOtherwise = view.canonical ? differs(view, text) : undefined;
    return scanner.scan(view.text, asked.patterns, wasOtherwise);
  } catch {
    return undefined;
  }
}

/** Tells of a stretch of a canonical form whether a sign beyond ASCII made it, or one that was decoded did. */
function differs(view: View, text: string): (start: number, end: number) => boolean {
  return (start, end) => {
    if (view.folded === true && view.decoded.length > 0) return true;
    const origin = withMarks(view.origin(start, end), text);
    return beyondAscii.test(text.slice(origin.start, origin.end));
  };
}

const beyondAscii = /[^\0-\x7f]/;
/** More marks on one letter than any script puts there. */
const marksMax = 64;
/** Signs that show nothing may stand between. */
const marks = /^(?:\p{Cf}*\p{M})+/u;

/** The marks of its last letter belong to it. */
function withMarks({ start, end }: Place, text: string): Place {
  const own = marks.exec(text.slice(end, end + marksMax))?.[0] ?? '';
  return { start, end: end + own.length };
}
