/** A pattern as it reads in the canonical form of a text: there its letters have no marks, and look-alikes are one letter. */
import { RE2JS } from 're2js';
import { foldCharacter } from '../../text/fold.ts';
import { canonicalOf } from '../../text/canonical.ts';
import { endOfAtom } from './head.ts';

/** Wider ranges hold scripts whose characters stand for nothing but themselves. */
const rangeMax = 4096;
/** A class stands for as many several-letter forms; more would make an automaton of a few signs large. */
const severalMax = 64;

/** Undefined where it reads there as it is written. */
export function foldSource(source: string): string | undefined {
  let folded = '';
  for (let at = 0; at < source.length;) {
    const end = endOfPiece(source, at);
    folded += foldPiece(source.slice(at, end), /^[*+?{]/.test(source.slice(end, end + 1)));
    at = end;
  }
  return folded === source ? undefined : folded;
}

/** Of a group only its sign: what stands in it is read like all else. */
function endOfPiece(source: string, at: number): number {
  if (source.startsWith('\\Q', at)) {
    const end = source.indexOf('\\E', at + 2);
    return end < 0 ? source.length : end + 2;
  }
  if (source[at] === '(') return at + 1;
  const width = (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return Math.max(at + width, endOfAtom(source, at) ?? source.length);
}

function foldPiece(piece: string, repeated: boolean): string {
  if (piece.startsWith('\\Q')) {
    const body = piece.slice(2).replace(/\\E$/, '');
    const parts = Array.from(body, (one) => foldOne(one.codePointAt(0) ?? 0, false));
    if (parts.every((part) => part === undefined)) return piece;
    return Array.from(body, (one, index) => parts[index] ?? quote(one)).join('');
  }
  if (piece.startsWith('[')) return foldClass(piece);
  const code = codeOf(piece);
  return (code === undefined ? undefined : foldOne(code, repeated)) ?? piece;
}

/** The character that a piece of a pattern stands for; undefined where it stands for others, or for none. */
function codeOf(piece: string): number | undefined {
  const written = /^\\x(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))$/.exec(piece);
  if (written !== null) return Number.parseInt(written[1] ?? written[2] ?? '', 16);
  const own = piece.startsWith('\\') ? piece.slice(1) : piece;
  return /^[^\0-\x7f]$/u.test(own) ? own.codePointAt(0) : undefined;
}

/** Nothing where the character stands for itself. A dash is folded in a word and stays as it is beside one. */
function foldOne(code: number, repeated: boolean): string | undefined {
  const forms = formsOf(code);
  if (forms === undefined) return undefined;
  const quoted = forms.map((form) => Array.from(form, quote).join(''));
  const single = quoted.length === 1 ? quoted[0] : undefined;
  if (single !== undefined && !repeated) return single;
  return `(?:${quoted.join('|')})`;
}

/** What stands for a character in a canonical text; undefined where it does so itself. */
function formsOf(code: number): readonly string[] | undefined {
  if (code < 0x80 || code > 0x10ffff) return undefined;
  const character = String.fromCodePoint(code);
  const alone = canonicalOf(character).text;
  const forms = [...new Set([alone, foldCharacter(character)])];
  return forms.length === 1 && forms[0] === character ? undefined : forms;
}

/** A class holds the folded forms of its members beside them. What a class leaves out is left out as it is written. */
function foldClass(piece: string): string {
  if (piece.startsWith('[^')) return piece;
  const singles = new Set<number>();
  const several = new Set<string>();
  for (const code of membersOf(piece))
    for (const form of formsOf(code) ?? []) {
      const [first, ...others] = form;
      if (first === undefined) continue;
      if (others.length === 0) singles.add(first.codePointAt(0) ?? 0);
      else if (several.size < severalMax) several.add(Array.from(form, quote).join(''));
    }
  const known = RE2JS.compile(piece);
  for (const code of [...singles])
    if (known.matches(String.fromCodePoint(code))) singles.delete(code);
  if (singles.size === 0 && several.size === 0) return piece;
  const added = Array.from(singles, (code) => `\\x{${code.toString(16)}}`).join('');
  const widened = `${piece.slice(0, -1)}${added}]`;
  return several.size === 0 ? widened : `(?:${widened}|${[...several].join('|')})`;
}

/** Characters beyond ASCII that a class names, one by one or as a range. */
function* membersOf(piece: string): Generator<number> {
  const token =
    /\[:[^\]]*:\]|\\[pP](?:\{[^}]*\}|.)|(\\x(?:\{[0-9A-Fa-f]{1,6}\}|[0-9A-Fa-f]{2})|\\?.)(?:-(\\x(?:\{[0-9A-Fa-f]{1,6}\}|[0-9A-Fa-f]{2})|\\?[^\]]))?/gsu;
  for (const [, first, last] of piece.slice(1, -1).matchAll(token)) {
    if (first === undefined) continue;
    const from = memberOf(first);
    const to = last === undefined ? from : memberOf(last);
    if (to < 0x80 || to - from > rangeMax) continue;
    for (let code = Math.max(0x80, from); code <= to; code++) yield code;
  }
}

function memberOf(written: string): number {
  const own = written.length > 1 && written.startsWith('\\') ? written.slice(1) : written;
  return codeOf(written) ?? own.codePointAt(0) ?? 0;
}

function quote(character: string): string {
  return /^[\w\s]$/.test(character) || character > '\x7f' ? character : `\\${character}`;
}
