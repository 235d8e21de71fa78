/** The ways in which programs, files and people give names to values, each read backwards from the value. */
import { type Before, isOf, kinds, lookBack, overSome, overWords, those } from './backwards.ts';
import { indexedBits, type Name, nameAt, nameBits, runAt, spaceBits } from './name-at.ts';

/** Characters looked back over. */
export const namesReach = 96;

/** What stands before a value, in sets of characters that the ways have in common. */
export type Signs = Before & {
  readonly space: number;
  readonly quote: number;
  readonly equals: number;
  /** What names are made of, and those of them that do not end one. */
  readonly name: number;
  readonly goesOn: number;
  /** Where the value may begin with what is written against it. */
  readonly opened: number;
};

export type Way = (signs: Signs) => Name | undefined;

export function readSigns(text: string, start: number): Signs {
  const before = lookBack(text, start, Math.max(0, start - namesReach));
  const goesOn = those(before, kinds.word) | those(before, kinds.dot);
  // One by one: a copy of all that was seen, made with three dots, costs as much as the looking.
  return {
    text: before.text,
    start: before.start,
    from: before.from,
    of: before.of,
    space: those(before, kinds.space),
    quote: those(before, kinds.quote),
    equals: those(before, kinds.equals),
    name: goesOn | those(before, kinds.hyphen),
    goesOn,
    opened: opening(before),
  };
}

const cdata = ['<![CDATA['];

/** What may stand against the value: quotes, brackets, the letter of a kind of string. */
function opening(before: Before): number {
  const bracket = those(before, kinds.openBracket);
  const brackets = bracket | those(before, kinds.openParenthesis);
  const outside = those(before, kinds.backslash) | those(before, kinds.at);
  let all = 1;
  for (let count = 0; count < 3; count++) {
    const quoted = (all & those(before, kinds.quote)) << 1;
    let next = (all & brackets) << 1;
    if (quoted !== 0) {
      const letter = (quoted & those(before, kinds.prefix)) << 1;
      const letters = letter | ((letter & those(before, kinds.prefix)) << 1);
      next |= quoted | ((quoted & outside) << 1) | (letters & ~those(before, kinds.word));
    }
    if ((all & bracket) !== 0) next |= overWords(before, all & bracket, cdata);
    if ((next & ~all) === 0) break;
    all |= next;
  }
  return all;
}

const givingWords = ['is', 'was', 'ist', 'est', 'es', 'string', 'As', 'AS'];

/** Signs and words that give a value, read backwards. */
function overSign(signs: Signs, places: number): number {
  const colon = those(signs, kinds.colon);
  const bar = those(signs, kinds.bar);
  const greater = (places & those(signs, kinds.greater)) << 1;
  const equals = (places & signs.equals) << 1;
  const plain = colon | those(signs, kinds.comma) | those(signs, kinds.openParenthesis);
  let found = ((places & plain) << 1) | greater | ((greater & signs.equals) << 1);
  found |= overSome(equals, signs.equals, 2) | ((((places & bar) << 1) & bar) << 1);
  found |= overSome((equals & colon) << 1, colon, 2);
  found |= overSome(equals, those(signs, kinds.beforeEquals), 2);
  // `name <- …`
  found |= (((places & those(signs, kinds.hyphen)) << 1) & those(signs, kinds.less)) << 1;
  const word = those(signs, kinds.word);
  const words = places & word & ~(word << 1);
  return words === 0 ? found : found | (overWords(signs, words, givingWords) & ~word);
}

/** `name = "…"`, `name: …`, `name := …`, `"name" => "…"`, `name ?= …`, `name <- …`, `name(…`, `<name>…`, `name is …` */
const bySign: Way = (signs) => {
  const { space, quote, equals } = signs;
  const between = quote | those(signs, kinds.openParenthesis) | those(signs, kinds.backslash);
  let places = overSome(overSome(1, between | those(signs, kinds.at), 3), space, 2);
  places |= ((places | ((places & those(signs, kinds.greater)) << 1)) & equals) << 1;
  const letter = those(signs, kinds.letter);
  const typed = overSome((((places & space) << 1) & letter) << 1, letter, 9);
  // `name: String = …`, `name: &str = …`
  places |= typed | ((typed & those(signs, kinds.ampersand)) << 1);
  places = overSign(signs, overSome(places, space | between, 6));
  if (places === 0) return undefined;
  const close = those(signs, kinds.closeBracket);
  const brackets = close | those(signs, kinds.openBracket);
  places = overSome(overSome(places, space, 4), quote | close, 3);
  const goesOn = (signs.goesOn & ~those(signs, kinds.dot)) | those(signs, kinds.hyphen) | brackets;
  return nameAt(signs, places & (signs.name | brackets) & ~(goesOn << 1), indexedBits);
};

/** The same with a letter before the quote: `name = b"…"` */
const byPlainSign: Way = (signs) => {
  const { opened, space, equals, quote } = signs;
  const gives =
    equals |
    those(signs, kinds.colon) |
    those(signs, kinds.comma) |
    those(signs, kinds.openParenthesis);
  let places = (overSome(opened, space, 4) & gives) << 1;
  if (places === 0) return undefined;
  const closing = quote | those(signs, kinds.closeBracket) | those(signs, kinds.closeParenthesis);
  places = overSome(overSome(places, space, 4), closing, 4);
  return nameAt(signs, endsOfNames(signs, places), nameBits);
};

const members = ['value', 'val', 'default', 'content'].flatMap((word) => [
  word,
  word.toUpperCase(),
  word.charAt(0).toUpperCase() + word.slice(1),
]);
const memberEnds = ['e', 'l', 't', 'E', 'L', 'T'];

/** `{"name": "TOKEN", "value": "…"}`, `<add key="TOKEN" value="…">`, `- name: TOKEN` over `value: …` */
const byMember: Way = (signs) => {
  const { opened, space, equals, quote } = signs;
  let places = (overSome(opened, space, 4) & (equals | those(signs, kinds.colon))) << 1;
  places = overSome(overSome(places, space, 2), quote, 1);
  if (overWords(signs, places, memberEnds) === 0) return undefined;
  places = overSome(overWords(signs, places, members), quote, 1);
  const separator = space | those(signs, kinds.comma) | those(signs, kinds.semicolon);
  places = overSome(overSome((places & separator) << 1, separator, 11), quote, 1);
  return nameAt(signs, endsOfNames(signs, places), nameBits);
};

/** `--token …`, `-H 'token: …'` */
const byFlag: Way = (signs) => {
  const { opened, space, equals } = signs;
  const places = (overSome(opened, space, 2) & (equals | those(signs, kinds.blank))) << 1;
  return runAt(signs, endsOfNames(signs, places), (text, from, start) => {
    let name = start;
    while (name - start < 2 && text.charCodeAt(name) === 45) name++;
    return name > start ? { at: Math.max(from, start - 1), start: name } : undefined;
  });
};

/** `name: |` and `name: >-` over a line that holds nothing but the value. */
const byBlock: Way = (signs) => {
  const { text, start, from, space } = signs;
  const lines = overSome((1 & space) << 1, space, 12);
  const marks = those(signs, kinds.bar) | those(signs, kinds.greater);
  const folded = overSome(lines, those(signs, kinds.hyphen), 1);
  let places = (folded & marks) << 1;
  if (places === 0 || !text.slice(from, start).includes('\n')) return undefined;
  places = (overSome(places, those(signs, kinds.blank), 2) & those(signs, kinds.colon)) << 1;
  return nameAt(signs, endsOfNames(signs, overSome(places, signs.quote, 1)), nameBits);
};

const listed = /<key>\s{0,2}([\w. -]{1,64}?)\s{0,2}<\/key>\s{0,9}<(?:string|data)>\s{0,9}$/;

/** `<key>name</key>` over `<string>…</string>` */
const byList: Way = ({ text, start, from }) => {
  const { greater } = kinds;
  if (!isOf(text, start - 1, (1 << greater) | spaceBits)) return undefined;
  const match = listed.exec(text.slice(from, start));
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  const at = from + match.index + match[0].indexOf(name);
  return { at, start: at, end: at + name.length };
};

const commands = ['ENV', 'ARG', '#define', 'set', 'setx', 'setenv', 'export'];

/** `ENV TOKEN …`, `#define TOKEN "…"`, `setx TOKEN "…"` */
const byCommand: Way = (signs) => {
  const places = overSome((signs.opened & signs.space) << 1, signs.space, 7);
  return runAt(signs, endsOfNames(signs, places), (text, from, start) => {
    let end = start;
    while (end > from && start - end < 3 && isOf(text, end - 1, spaceBits)) end--;
    const command = commands.find(
      (word) => end - word.length >= from && text.startsWith(word, end - word.length),
    );
    if (end === start || command === undefined) return undefined;
    const at = end - command.length;
    if (at > from && !isOf(text, at - 1, spaceBits)) return undefined;
    return { at: Math.max(from, at - 1), start };
  });
};

const copula = ['is'];
const said =
  /\b((?:api[ -]?)?(?:key|token|secret|credential)s?)\b[^.!?\n"'=:]{1,24}\bis:?\s{1,2}["'`]?$/i;

/** `the token you need is …` */
const bySaying: Way = (signs) => {
  const { text, start, from, quote, space } = signs;
  const spaced = overSome((overSome(1, quote, 1) & space) << 1, space, 1);
  const places = overSome(spaced, those(signs, kinds.colon), 1);
  if (overWords(signs, places, copula) === 0) return undefined;
  const match = said.exec(text.slice(from, start));
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  const at = from + match.index;
  return { at, start: at, end: at + name.length };
};

/** `api key - …`, `token "…"` */
const byDash: Way = (signs) => {
  const { space, quote } = signs;
  const dash = those(signs, kinds.hyphen) | those(signs, kinds.wideDash);
  const dashed = (overSome((1 & space) << 1, space, 1) & dash) << 1;
  const quoted = (((1 & quote) << 1) & space) << 1;
  return nameAt(signs, endsOfNames(signs, overSome(dashed | quoted, space, 2)), nameBits);
};

/** `secret key …` */
export const bySpace: Way = (signs) => {
  const { space } = signs;
  return nameAt(signs, endsOfNames(signs, overSome((1 & space) << 1, space, 1)), nameBits);
};

export const ways: readonly Way[] = [
  bySign,
  byPlainSign,
  byMember,
  byBlock,
  byList,
  byFlag,
  byCommand,
  bySaying,
  byDash,
];

function endsOfNames({ name, goesOn }: Signs, places: number): number {
  return places & name & ~(goesOn << 1);
}
