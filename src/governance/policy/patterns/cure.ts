/** What to write in the place of what other dialects of regular expressions know and RE2 does not. */

/** What stands at the fault, and what is to be done about it. */
type Cure = readonly [
  begins: RegExp,
  cure: string | ((...found: readonly (string | undefined)[]) => string),
];

const flagless = 'there are the flags `i`, `m`, `s` and `U` only';
const recursion = 'recursion is not available, because patterns always run in linear time';

const cures: readonly Cure[] = [
  [/^\\Z/, 'write `\\z` for the end of the text'],
  [/^\\h/, 'write `[\\t ]` for a blank; inside `[…]` write `\\t` and a space'],
  [/^\\H/, 'write `[^\\t ]`'],
  [/^\\R/, 'write `\\r?\\n` for the end of a line'],
  [/^\\V/, 'write `[^\\r\\n]`'],
  [/^\\N\{/, 'write the character itself, or its number as in `\\x{2014}`'],
  [/^\\N/, 'write `[^\\n]`'],
  [/^\\K/, 'leave it out: what stands before it is a part of the match'],
  [/^\\G/, 'leave it out: a pattern is looked for everywhere in a text'],
  [/^\\X/, 'write `.` for a character'],
  [
    /^\\u(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{4}))/,
    (braced, plain) => `write \`\\x{${bare(braced ?? plain)}}\``,
  ],
  [/^\\U([0-9A-Fa-f]{8})/, (number) => `write \`\\x{${bare(number)}}\``],
  [/^\\[uU]/, 'write the number of a character as in `\\x{41}`'],
  [/^\\[co]/, 'write the number of the character as in `\\x1b`'],
  [/^\\e/, 'write `\\x1b`'],
  [/^\\b/, 'close the `[` before it where the edge of a word is meant; a backspace is `\\x08`'],
  [/^\\B/, 'it has a meaning outside `[…]` only'],
  [/^\(\?#/, 'write the note as a comment of YAML beside the pattern'],
  [/^\(\?(?:R|\d|&|P>|[+-]\d)/, recursion],
  [/^\(\?\(/, 'conditions are not available; write a choice, or two patterns'],
  [/^\(\?\|/, 'write `(?:…|…)`'],
  [/^\(\?'(\w+)'/, (name) => `write \`(?<${name}>…)\``],
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
    /^\\[pP]\{/,
    'name a script as in `\\p{Greek}`, or a category by its short name as in `\\p{Lu}`',
  ],
  [/^\\([pP])/, (letter) => `write the name in braces, as in \`\\${letter}{Greek}\``],
  [
    /^\[:/,
    'there are `[:alnum:]`, `[:alpha:]`, `[:digit:]`, `[:punct:]`, `[:space:]`, `[:upper:]`, `[:lower:]`, `[:word:]` and `[:xdigit:]`',
  ],
  [/^\{/, 'a repeat counts to 1,000 at most, the lower number first'],
  [
    /^(?:[*+?]|\{\d+(?:,\d*)?\})\??[*+?{]/,
    'leave one of the repeats, or put the first one in `(?:…)`',
  ],
  [
    /^[*+?]/,
    'nothing stands before it that could be repeated; write a backslash before the sign itself',
  ],
  [/^\(\?P?</, 'write `(?<name>…)`, the name of letters, digits and `_`, and each once'],
  [/^\(/, 'close it with `)`, or write `\\(` for the sign itself'],
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
export function findCure(source: string, offset: number): string | undefined {
  if (offset > 0 && verb.test(source.slice(offset - 1))) return 'leave out what stands in `(*…)`';
  const rest = source.slice(offset, offset + restMax);
  for (const [begins, cure] of cures) {
    const found = begins.exec(rest);
    if (found !== null) return typeof cure === 'string' ? cure : cure(...found.slice(1));
  }
  return undefined;
}

const restMax = 64;

function bare(number = ''): string {
  return number.replace(/^0+(?=.)/, '');
}
