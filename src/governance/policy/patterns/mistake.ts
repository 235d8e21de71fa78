/** Mistakes in a regular expression that can be told from its text alone. */
import { type Cure, findIn, recursion, writeCode } from './cure.ts';
import { tokensOf } from './tokens.ts';

/** A fault at a character of the expression. */
export type Mistake = { readonly offset: number; readonly message: string };

const linear = 'because patterns always run in linear time';
const lookaround = `lookaround is not available, ${linear}; match the context too, or combine two patterns with \`near()\``;
const backreference = `backreferences are not available, ${linear}; write out what may come again, as in \`(?:aa|bb)\``;
const atomic =
  'atomic groups are not available; patterns always run in linear time without them, so write `(?:…)`';

/** Told before the compiler is asked, which would take some of it for something else. */
const refusals: readonly Cure[] = [
  [/^\((?:\?<?[=!]|\*(?:n?p|n)l[ab]:|\*(?:negative|positive)_look)/, lookaround],
  [/^\((?:\?>|\*atomic:)/, atomic],
  [/^\(\?\(/, 'conditions are not available; write a choice as in `(?:a|b)`, or two patterns'],
  [/^\(\?[+-]\d/, recursion],
  [
    /^\\([1-7][0-7]{2})/,
    (octal) =>
      `\`\\${octal}\` may be a backreference or the number of a character in octal; write \`${writeCode(octal, 8)}\` for the character`,
  ],
  [
    /^\\([1-7][0-7])(?!\d)/,
    (octal) => `${backreference}, or \`${writeCode(octal, 8)}\` for the character of this number`,
  ],
  [/^(?:\\(?:[1-9]|k[<{']|g(?:\{[\w-]|-?\d))|\(\?P=)/, backreference],
  [
    /^([*+?]|\{\d+(?:,\d*)?\})\+/,
    (repeat) =>
      `possessive repeats are not available; patterns always run in linear time without them, so write \`${repeat}\``,
  ],
];

// YAML makes a backspace of "\b", and a pattern with one would never hit.
const controlMessage =
  'a control character stands here: in double quotes a backslash begins an escape, so write the pattern in single quotes';

/** Groups that there are, which one that begins alike may be told from. */
const known = /^\(\?(?:P?<\w+>|[imsU-]*[:)])/;

/** Where a fragment stands that the compiler complains of; an escape it does not know stands in a class. */
export function placeOf(fragment: string, source: string): number {
  const escape = fragment.startsWith('\\');
  const group = fragment.startsWith('(?');
  // Repeats within repeats are too many only at the outer one.
  const outer = fragment.startsWith('{') ? source.indexOf(`)${fragment}`) : -1;
  if (outer >= 0) return outer + 1;
  for (const { offset, inClass } of tokensOf(source)) {
    if (group && (inClass || known.test(source.slice(offset)))) continue;
    if ((group || escape === inClass) && source.startsWith(fragment, offset)) return offset;
  }
  return Math.max(0, source.indexOf(fragment));
}

/** The compiler names the whole expression, or a name alone, where a bracket is missing or a group comes twice. */
export function placeOfGroup(cause: string, source: string): number | undefined {
  if (cause.startsWith('trailing backslash')) return source.length - 1;
  const [, name] = /^duplicate capture group name: `(.*)`$/.exec(cause) ?? [];
  if (name !== undefined) {
    const groups = [...source.matchAll(/\(\?P?<(\w+)>/g)].filter((group) => group[1] === name);
    return groups[1]?.index;
  }
  if (!/^(?:missing closing|unexpected) \)/.test(cause)) return undefined;
  const open: number[] = [];
  for (const { offset, inClass } of tokensOf(source)) {
    if (inClass || !/[()]/.test(source[offset] ?? '')) continue;
    if (source[offset] === '(') open.push(offset);
    else if (open.pop() === undefined) return offset;
  }
  return open.at(-1);
}

export function findMistake(source: string): Mistake | undefined {
  const control = /[\p{Cc}]/u.exec(source)?.index;
  if (control !== undefined) return { offset: control, message: controlMessage };
  let open = -1;
  for (const { offset, inClass } of tokensOf(source)) {
    if (inClass) continue;
    // What follows a `(` is the kind of the group and repeats nothing.
    const rest = source.slice(offset, offset + 24);
    const message =
      offset === open + 1 && rest.startsWith('?') ? undefined : findIn(refusals, rest);
    if (message !== undefined) return { offset, message };
    if (source[offset] === '(') open = offset;
  }
  return undefined;
}
