/** What to write in the place of what other dialects of regular expressions know and RE2 does not. */

/** What stands at the fault, and what is to be done about it. */
export type Cure = readonly [
  begins: RegExp,
  cure: string | ((...found: readonly (string | undefined)[]) => string),
];

const flagless = 'there are the flags `i`, `m`, `s` and `U` only';
export const recursion =
  'recursion is not available, because patterns always run in linear time; write it out as deep as it may go';

const unclosed = 'close it with `)`, or write `\\(` for the sign itself';

const cures: readonly Cure[] = [
  [/^\\Z/, 'write `\\z` for the end of the text'],
  [/^\\h/, 'write `[\\t ]` for a blank; inside `[…]` write `\\t` and a space'],
  [/^\\H/, 'write `[^\\t ]`'],
  [/^\\R/, 'write `\\r?\\n` for the end of a line; inside `[…]` write `\\r\\n`'],
  [/^\\V/, 'write `[^\\r\\n]`'],
  [/^\\N\{/, 'write the character itself, or its number as in `\\x{2014}`'],
  [/^\\N/, 'write `[^\\n]`'],
  [/^\\K/, 'leave it out: what stands before it is a part of the match'],
  [/^\\G/, 'leave it out: a pattern is looked for everywhere in a text'],
  [/^\\[XC]/, 'write `.` for a character'],
  [
    /^\\u(D[89AB][0-9A-F]{2})\\u(D[C-F][0-9A-F]{2})/i,
    (high, low) => `write \`\\x{${joinHalves(high, low)}}\``,
  ],
  [
    /^\\u(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{4}))/,
    (braced, plain) => `write \`\\x{${bare(braced ?? plain)}}\``,
  ],
  [/^\\U([0-9A-Fa-f]{8})/, (number) => `write \`\\x{${bare(number)}}\``],
  [/^\\[uU]/, 'write the number of a character as in `\\x{41}`'],
  [
    /^\\c([A-Za-z[\\\]^_@?])/,
    (letter = '') => `write \`${writeCode(String(letter.toUpperCase().charCodeAt(0) ^ 64), 10)}\``,
  ],
  [/^\\o\{([0-7]{1,7})\}/, (octal) => `write \`${writeCode(octal, 8)}\``],
  [/^\\([1-7])/, (octal) => `write \`${writeCode(octal, 8)}\``],
  [/^\\[89]/, 'leave out the backslash if the digit is meant'],
  [/^\\[co]/, 'write the number of the character as in `\\x1b`'],
  [/^\\x\{([0-9A-Fa-f]{5,})/, 'the last character has the number `\\x{10ffff}`'],
  [/^\\x\{([0-9A-Fa-f]{1,6})(?!\})/, (number) => `write \`\\x{${number}}\``],
  [/^\\x([0-9A-Fa-f])/, (digit) => `write \`\\x0${digit}\`, with two digits`],
  [/^\\x/, 'write the number of the character as in `\\x41` or `\\x{1f600}`'],
  [/^\\e/, 'write `\\x1b`'],
  [/^\\b/, 'close the `[` before it where the edge of a word is meant; a backspace is `\\x08`'],
  [/^\\[ABz]/, 'it has a meaning outside `[…]` only'],
  [/^\\[mM]/, 'write `\\b` for the edge of a word; leave out the backslash if the letter is meant'],
  [
    /^\\[dDsSwW]/,
    'a range ends in one character; put the `-` first in `[…]` where the sign itself is meant',
  ],
  [/^\\Q/, 'inside `[…]` write a backslash before each sign that needs one'],
  [/^\\E/, 'leave it out: no `\\Q` stands before it'],
  [/^\\g</, recursion],
  [/^\(\?#/, 'write the note as a comment of YAML beside the pattern'],
  [/^\(\?(?:R|\d|&|P>|[+-]\d)/, recursion],
  [/^\(\?(?:C\d*\)|\??\{)/, 'leave it out: a pattern runs no code'],
  [/^\(\?\|/, 'write `(?:…|…)`'],
  [/^\(\?'(\w+)'/, (name) => `write \`(?<${name}>…)\``],
  [/^\(\?P?<|^\(\?P/, 'write `(?<name>…)`, the name of letters, digits and `_`, and each once'],
  [/^\(\?[a-zA-Z^-]*x/, `${flagless}; write it in one line, without blanks and notes`],
  [
    /^\(\?[uaL]/,
    `${flagless}; leave this one out, \`\\w\`, \`\\d\` and \`\\b\` always know ASCII alone`,
  ],
  [/^\(\?[a-zA-Z^]/, flagless],
  [
    /^\\([pP])\{\^?(?:Script|sc|Script_Extensions|scx|Is|General_Category|gc)=?([A-Z]\w*)\}/,
    (letter, name) => `write \`\\${letter}{${name}}\``,
  ],
  [/^\\([pP])\{L&\}/, (letter) => `write \`\\${letter}{LC}\``],
  [
    /^\\[pP]\{(Lower|Upper|Alpha|Digit|Alnum|Punct|Graph|Print|Blank|Cntrl|XDigit|Space|ASCII)\}/i,
    (name = '') => `write \`[[:${name.toLowerCase()}:]]\``,
  ],
  [
    /^\\[pP]\{/,
    'name a script as in `\\p{Greek}`, or a category by its short name as in `\\p{Lu}`',
  ],
  [/^\\([pP])/, (letter) => `write the name in braces, as in \`\\${letter}{Greek}\``],
  [/^\[:[<>]:\]/, 'write `\\b` for the edge of a word, outside `[…]`'],
  [
    /^\[:/,
    'there are `[:alnum:]`, `[:alpha:]`, `[:digit:]`, `[:punct:]`, `[:space:]`, `[:upper:]`, `[:lower:]`, `[:word:]` and `[:xdigit:]`',
  ],
  [
    /^\{/,
    'a repeat counts to 1,000 at most, with those inside it together, and the lower number comes first',
  ],
  [
    /^(?:[*+?]|\{\d+(?:,\d*)?\})\??[*+?{]/,
    'leave one of the repeats, or put the first one in `(?:…)`',
  ],
  [
    /^[*+?]/,
    'nothing stands before it that could be repeated; write a backslash before the sign itself',
  ],
  [/^\(\?./, 'there are the groups `(…)`, `(?:…)`, `(?i:…)` and `(?<name>…)` only'],
  [/^\(/, unclosed],
  [/^\)/, 'nothing is open here; write `\\)` for the sign itself'],
  [/^\[/, 'close it with `]`, or write `\\[` for the sign itself'],
  [/^\\$/, 'write `\\\\` for the sign itself'],
  [/^\\[^A-Za-z0-9]/, 'leave out the backslash'],
  [/^\\[A-Za-z]/, 'leave out the backslash if the letter is meant'],
  [/^[^\\]-[^\]]/, 'write the lower character first'],
];

/** Orders to the engine itself, which some dialects have. */
const verb = /^\(\*[A-Z]/;

/** Undefined where nothing better can be said than what is wrong. */
export function findCure(cause: string, source: string, offset: number): string | undefined {
  if (cause.startsWith('missing closing )')) return unclosed;
  if (offset > 0 && verb.test(source.slice(offset - 1))) return 'leave out what stands in `(*…)`';
  const rest = source.slice(offset, offset + restMax);
  return findIn(cures, rest);
}

/** What the first entry says whose form stands at the beginning. */
export function findIn(table: readonly Cure[], rest: string): string | undefined {
  for (const [begins, cure] of table) {
    const found = begins.exec(rest);
    if (found !== null) return typeof cure === 'string' ? cure : cure(...found.slice(1));
  }
  return undefined;
}

/** A number in digits of this base, as an escape for the character that has it. */
export function writeCode(digits = '', base: number): string {
  const code = Number.parseInt(digits, base).toString(16);
  return code.length > 2 ? `\\x{${code}}` : `\\x${code.padStart(2, '0')}`;
}

export function joinHalves(high = '', low = ''): string {
  const units = [high, low].map((half) => Number.parseInt(half, 16));
  return (String.fromCharCode(...units).codePointAt(0) ?? 0).toString(16);
}

const restMax = 64;

function bare(number = ''): string {
  return number.replace(/^0+(?=.)/, '');
}
