/** The beginning of a pattern, up to its first long counted repeat: short enough to be one of hundreds in an automaton. */

/** A counted repeat up to this long is left to the automaton: the wider its class, the shorter. */
const repeatMax = 16;
const wideRepeatMax = 4;
const groupRepeatMax = 2;

/** The text before the repeat, and the flags that stand in it, under which the rest stands. */
export type Split = { readonly head: string; readonly flags: string };

function repeatMaxOf(atom: string): number {
  if (atom.startsWith('(')) return groupRepeatMax;
  return /^(?:\.|\[\^|\\[SDWw])/.test(atom) ? wideRepeatMax : repeatMax;
}

/** They hold for all that stands behind them. */
const flagsAlone = /^\(\?[imsU-]+\)$/;

/** Undefined where there is nothing to cut. */
export function splitAtRepeat(source: string): Split | undefined {
  if (source.includes('\\Q')) return undefined;
  const begin = /^\(\?[imsU]+\)/.exec(source)?.[0].length ?? 0;
  let flags = source.slice(0, begin);
  let cut: number | undefined;
  for (let at = begin; at < source.length;) {
    if (source[at] === '|') return undefined;
    const end = endOfAtom(source, at);
    if (end === undefined) return undefined;
    const repeat = /^(?:\{(\d+)(?:,(\d*))?\}|[+*?])\??/.exec(source.slice(end, end + 24));
    const most = repeat?.[1] === undefined ? 0 : Number(repeat[2] || repeat[1]);
    const atom = source.slice(at, end);
    if (most > repeatMaxOf(atom)) cut ??= at;
    if (cut === undefined && flagsAlone.test(atom)) flags += atom;
    at = end + (repeat?.[0].length ?? 0);
  }
  if (cut === undefined || cut === begin) return undefined;
  return { head: source.slice(0, cut), flags };
}

export function endOfAtom(source: string, at: number): number | undefined {
  if (source[at] === '\\') return endOfEscape(source, at);
  if (source[at] === '[') return endOfClass(source, at);
  return source[at] === '(' ? endOfGroup(source, at) : endOfSign(source, at);
}

export function endOfEscape(source: string, at: number): number {
  const long = /^\\(?:[pPx]\{[^}]*\}|[pP][A-Z]|x[0-9A-Fa-f]{2}|[0-7]{3})/.exec(
    source.slice(at, at + 40),
  );
  return long === null ? endOfSign(source, at + 1) : at + long[0].length;
}

/** A sign of two code units is repeated as one. */
function endOfSign(source: string, at: number): number {
  return at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function endOfClass(source: string, at: number): number | undefined {
  let index = at + 1;
  if (source[index] === '^') index += 1;
  if (source[index] === ']') index += 1;
  while (index < source.length) {
    if (source[index] === ']') return index + 1;
    if (source.startsWith('[:', index)) {
      const end = source.indexOf(':]', index + 2);
      index = end < 0 ? index + 1 : end + 2;
    } else index = source[index] === '\\' ? endOfEscape(source, index) : index + 1;
  }
  return undefined;
}

function endOfGroup(source: string, at: number): number | undefined {
  let index = at + 1;
  while (index < source.length) {
    if (source[index] === ')') return index + 1;
    const end = endOfAtom(source, index);
    if (end === undefined) return undefined;
    index = end;
  }
  return undefined;
}
