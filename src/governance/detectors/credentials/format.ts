/** Credential formats as lines of a table: name, prefix, then what follows it. */

export type Format = {
  /** Behind `secret/`. */
  readonly name: string;
  readonly prefix: string;
  /** The whole credential, from its prefix on. */
  readonly shape: RegExp;
  /** Looks like other things too: believed only beside a word for what it is. */
  readonly weak: boolean;
  /** What follows the prefix goes on to the end of its stretch, which is at most so long; undefined where it need not. */
  readonly bound: Bound | undefined;
};

/** `signs`: whether `_` and `-` belong to a stretch, or only letters and digits. */
export type Bound = { readonly signs: boolean; readonly most: number };

/** One letter stands for an alphabet. */
const alphabets: Readonly<Record<string, string>> = {
  w: 'A-Za-z0-9',
  u: 'A-Za-z0-9_-',
  t: 'A-Za-z0-9_.-',
  b: 'A-Za-z0-9+/',
  e: 'A-Za-z0-9+/=_-',
  p: 'A-Za-z0-9%',
  h: '0-9a-f',
  H: '0-9A-F',
  x: '0-9a-fA-F',
  a: 'a-z0-9',
  A: 'A-Z0-9',
  B: 'A-Z2-7',
  l: 'a-z',
  L: 'A-Za-z',
  n: '0-9',
};

const part = /^([a-zA-Z])(\d+)(?:-(\d*))?$/;
/** Where no length is given, a credential has at most so many characters behind its prefix. */
const openMax = 400;

/**
 * Lines of `name prefix parts`, a part being a letter for the alphabet and a length (`w36`, `u20-`, `h32-64`), or
 * itself. A name that ends in `?` is weak. `uuid` stands for a UUID.
 */
export function formatsFrom(table: string): readonly Format[] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(toFormat);
}

function toFormat(line: string): Format {
  const [name = '', prefix = '', ...parts] = line.split(/\s+/);
  const body = parts.map(toPattern).join('');
  const last = /([a-zA-Z])\d+(?:-\d*)?$/.exec(parts.at(-1) ?? '')?.[1] ?? 'w';
  const signs = new Set(['u', 't', 'e']).has(last);
  // Signs that nothing follows close what encloses it.
  const after = signs ? '(?![A-Za-z0-9]|_{1,3}[A-Za-z0-9-]|-[A-Za-z0-9_])' : '(?![A-Za-z0-9])';
  return {
    name: name.replace('?', ''),
    prefix,
    shape: new RegExp(`${escape(prefix)}${body}${after}`, 'y'),
    weak: name.endsWith('?'),
    bound: toBound(parts, signs),
  };
}

/** Of one part, in which nothing stands that may also follow it. */
function toBound(parts: readonly string[], signs: boolean): Bound | undefined {
  const [, letter = '', least = '', most] = part.exec(parts[0] ?? '') ?? [];
  if (parts.length !== 1 || !'wuhHxaABlLn'.includes(letter) || least === '') return undefined;
  return { signs, most: most === '' ? openMax : Number(most ?? least) };
}

function toPattern(text: string): string {
  if (text === 'uuid') return '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
  const match = part.exec(text);
  const alphabet = alphabets[match?.[1] ?? ''];
  if (match === null || alphabet === undefined) return escape(text);
  const [, , least = '1', most] = match;
  const range = most === undefined ? least : `${least},${most === '' ? openMax : most}`;
  return `[${alphabet}]{${range}}`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
