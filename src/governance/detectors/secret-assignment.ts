/** Finds values that are given to something called a key, a token or a password. */
import type { Ints } from '../text/ints.ts';
import { Needles } from '../text/needles.ts';
import type { Scan } from '../text/scan.ts';
import { signBit } from '../text/signs.ts';
import { scanOf } from '../text/text-view.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import { assigned } from './credentials/assigned.ts';
import { bitsOf, isOf } from './credentials/backwards.ts';
import { endOfEnclosed } from './credentials/enclosed.ts';
import { givingBits, isGiven, signBefore } from './credentials/given.ts';
import { letterBits, nameBits } from './credentials/name-at.ts';
import { judgeNamed, type Meanings } from './credentials/named.ts';
import { namesBefore, startOfWritten } from './credentials/naming.ts';
import { isComplex, passwordIn } from './credentials/password.ts';
import { isPlaceholder } from './credentials/placeholder.ts';
import { isOfBadge, isReference } from './credentials/reference.ts';
import { namesReach } from './credentials/ways.ts';
import type { Detector, Sighting } from './detector.ts';

const passwordWords = new Watch(
  new WordSet(
    `password passwords passwd passphrase pwd pw passcode kennwort passwort contrasena clave wachtwoord senha haslo parola
  sifre sifresi sifrem losenord losenordet parole heslo hesla salasana jelszo пароль пароля пароли паролем lozinka geslo adgangskode
  passord kunci sandi khẩu पासवर्ड المرور السر סיסמה הסיסמה κωδικός motdepasse pass passe pgpassword dbpassword dbpass
  userpassword rootpassword adminpassword smtppassword securestring requirepass storepassword keypassword keystorepassword
  truststorepassword psk`,
  ),
);
const password =
  /(?:["'`]\s{1,3}value|(?<=<[\w:.-]{0,30})\s[\w:-]{1,24}="[^"\n]{0,40}"\s?(?=>))?["'`\])]{0,3}\s{0,3}(?:(?::=|=>|==?|:\s?&?(?:str|String|string)\s=|:|>)\s{0,3}|[,( ]\s{0,3}(?=["'`])|\s(?:is|was|ist|lautet|war|es|est|e|jest|[äa]r|er|je|(?<=salasana(?:ni|si|nsa)?\s)on|(?<=has[lł]o\s)to|[эe][тt][оo])\s?:?\s{1,2})(?:[NnBbRrUu@](?=["'`]))?["'`“]?([^\s"'`,;<>“”()]{6,64})/y;
/** Between the word and the sign stands what it opens: `password for the wifi is …`, `Password (prod): …` */
const saidPassword =
  /(?:\s\([\w .-]{1,24}\)\s{0,2}[:=]|\s(?:for|of|to|on|für|fürs|zum|zur|von|pour|de|du|para|del|per|voor|van)\s[^\n.!?:;"'`=]{1,40}?(?:\s{0,2}[:=]|\s(?:is|was|ist|war|lautet|est|es|è|é)))\s{1,3}["'`“]?([^\s"'`,;<>“”()]{8,64})/iy;
/** No sign and no word gives it: the value alone has to tell. A space without width parts nothing. */
const plainPassword = /[^\S\ufeff]{1,2}(?![({[<$])([^\s"'`,;<>“”()]{8,64})(?![\w(])/y;
/** Four times four letters, as providers of mail give them to programs: in quotes, or as a line with four that nobody can say. */
const appPassword =
  /["'`]?\s{0,3}[=:]\s{0,3}(?:["'`](?=[a-z ]{19}["'`])|(?=[a-z ]{19}(?:\r?\n|$))(?=(?:[a-z]{4} ){0,3}[b-df-hj-np-tv-xz]{4}(?!\w)))([a-z]{4}(?: [a-z]{4}){3})/y;
/** In scripts without spaces between words. */
const widePassword =
  /(?:密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|รหัสผ่าน)(\s{0,2}(?:[:：=]|是|は|는|은))?\s{0,2}([\x21-\x7e]{6,64})/g;
const equalsBit = signBit('=');
const quoteBits = bitsOf('quote');
const valueMax = 200;
/** Every name of a secret has one of these in it: away from them, nothing is asked. */
const needles = new Needles([
  ...'key token secret passwd password passphrase pwd credential cred creds auth signature'.split(
    ' ',
  ),
  // A name of two words may be written apart.
  ...assigned.flatMap(({ words }) => words.map((word) => word.slice(word.lastIndexOf('_') + 1))),
]);

/** A text on its way through: where the words of names end, and the first of them that may still matter. */
type Walk = {
  readonly scan: Scan;
  readonly meanings: Meanings;
  ends: Ints | undefined;
  next: number;
};

export const secretAssignment: Detector = {
  name: 'secret-assignment',
  categories: [
    'secret/generic',
    'secret/password',
    ...new Set(assigned.map(({ name }) => `secret/${name}`)),
  ],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    const walk: Walk = { scan, meanings: new Map(), ends: undefined, next: 0 };
    for (let run = 0; run < scan.runs.length; run += 2) {
      const sighting = readRun(walk, scan.runs.at(run), scan.runs.at(run + 1));
      if (sighting !== undefined) found.push(sighting);
    }
    for (const at of scan.seen(passwordWords)) {
      // Behind a closing tag stands what it does not name.
      if (scan.text.startsWith('</', scan.words.at(at + 1) - 2)) continue;
      const sighting = readPassword(scan, scan.words.at(at + 2));
      if (sighting !== undefined) found.push(sighting);
    }
    if (scan.wide) {
      for (const match of scan.text.matchAll(widePassword)) {
        const [, sign, value = ''] = match;
        // `请输入密码 Office365`: what no sign gives has to look like one.
        if (sign === undefined && !isComplex(value)) continue;
        const sighting = judgePassword(scan.text, match[0], value, match.index + match[0].length);
        if (sighting !== undefined) found.push(sighting);
      }
    }
    return found;
  },
};

/** A run may hold name and value both: `TOKEN=abc123`. */
function readRun(walk: Walk, runStart: number, runEnd: number): Sighting | undefined {
  const { text } = walk.scan;
  const start =
    (walk.scan.signs & equalsBit) === 0 ? runStart : startOfValue(text, runStart, runEnd);
  let end = endOfQuoted(text, start, runEnd);
  while (end > start && isStop(text.charCodeAt(end - 1))) end--;
  const size = end - start;
  if (size < 10 || size > valueMax) return undefined;
  if (!hasDigit(text, start, end) && !isScrambled(text.slice(start, end))) return undefined;
  // What takes a walk over the text is asked of what a sign or a word may give, and what a word gives last.
  const sign = signBefore(text, start);
  if (sign < 0 || !isNamed(walk, start)) return undefined;
  if (!isGiven(text, start, sign) && startOfWritten(text, start) === start) return undefined;
  // Behind the line that opens a block of armour stands what it holds, which is not named by it.
  if (text.startsWith('-----', sign - 5)) return undefined;
  end = endOfEnclosed(text, start, end);
  const value = text.slice(start, end);
  // What is called is a function.
  if (isPlaceholder(value) || text.charAt(end) === '(') return undefined;
  // Where no sign gives it, a name that is sure has to, or the looks of the value.
  const plain = sign > 0 && !isOf(text, sign - 1, givingBits);
  const sureMin = plain && !isMixed(value) ? sureConfidence : 0;
  let best: Sighting | undefined;
  for (const name of namesBefore(text, start)) {
    const judged = judgeNamed(name, value, walk.meanings);
    if (judged === undefined || judged.confidence < sureMin) continue;
    if (plain && judged.category === 'secret/password' && !isComplex(value)) continue;
    if (judged.category === 'secret/generic' && isReference(text, start, value)) continue;
    if (judged.category === 'secret/generic' && isOfBadge(text, start)) continue;
    if (judged.confidence > (best?.confidence ?? 0))
      best = toSighting(judged.category, judged.confidence, start, end);
  }
  return best;
}

const sureConfidence = 0.8;
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** In quotes a value may hold signs that end a run: it goes on to its quote. */
function endOfQuoted(text: string, start: number, runEnd: number): number {
  if (start === 0 || !isOf(text, start - 1, quoteBits)) return runEnd;
  const quote = text.charAt(start - 1);
  // Inside another string the quote has a backslash before it.
  if (text.charAt(runEnd) === quote || text.startsWith(`\\${quote}`, runEnd)) return runEnd;
  const rest = text.slice(runEnd, start + valueMax).indexOf(quote);
  if (rest === -1) return runEnd;
  const end = runEnd + rest;
  return /\s/.test(text.slice(runEnd, end)) ? runEnd : end;
}

/** Behind a name and its sign, where the run begins with them; up to three in a row, `A=b=c`. */
function startOfValue(text: string, start: number, end: number): number {
  const last = Math.min(end, start + 400);
  let value = start;
  for (let count = 0; count < 3; count++) {
    let at = value;
    let letters = false;
    for (; at < last && isOf(text, at, nameBits); at++) letters ||= isOf(text, at, letterBits);
    if (!letters || at === last || text.charCodeAt(at) !== 61) break;
    at += text.charCodeAt(at + 1) === 61 ? 2 : 1;
    if (at >= last || text.charCodeAt(at) === 61) break;
    value = at;
  }
  return value;
}

function isStop(unit: number): boolean {
  return unit === 46 || unit === 126;
}

/** Values come in order, so that each word of a name is passed once. */
function isNamed(walk: Walk, start: number): boolean {
  walk.ends ??= needles.endsIn(walk.scan.text);
  const { ends } = walk;
  while (walk.next < ends.length && ends.at(walk.next) <= start - namesReach) walk.next++;
  return walk.next < ends.length && ends.at(walk.next) <= start;
}

/** `SetAdmGroupImmunityLevel`: every capital begins a word of three letters or more. */
const camel = /^[a-z]*(?:[A-Z][a-z]{2,})+$/;

/** Capitals in places where no word or camel has them. */
function isScrambled(value: string): boolean {
  if (value.length < 16 || camel.test(value)) return false;
  let changes = 0;
  for (let at = 1; at < value.length; at++) {
    const one = value.charCodeAt(at - 1);
    const other = value.charCodeAt(at);
    if (isOf(value, at, letterBits) && isOf(value, at - 1, letterBits))
      changes += ((one ^ other) >> 5) & 1;
  }
  return changes > value.length * 0.35;
}

function hasDigit(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) return true;
  }
  return false;
}

function readPassword(scan: Scan, after: number): Sighting | undefined {
  const { text } = scan;
  appPassword.lastIndex = after;
  const four = appPassword.exec(text)?.[1];
  if (four !== undefined) {
    const end = appPassword.lastIndex;
    return toSighting('secret/password', 0.8, end - four.length, end);
  }
  password.lastIndex = after;
  const match = password.exec(text);
  if (match !== null) return judgePassword(text, match[0], match[1] ?? '', password.lastIndex);
  const looser = readWith(saidPassword, text, after) ?? readWith(plainPassword, text, after);
  if (looser === undefined) return undefined;
  const { start, end } = looser;
  const value = text.slice(start, endOfEnclosed(text, start, end));
  return isComplex(value) ? judgePassword(text, '', value, start + value.length) : undefined;
}

/** Where the value stands. */
function readWith(
  shape: RegExp,
  text: string,
  after: number,
): { readonly start: number; readonly end: number } | undefined {
  shape.lastIndex = after;
  const value = shape.exec(text)?.[1];
  if (value === undefined) return undefined;
  return { start: shape.lastIndex - value.length, end: shape.lastIndex };
}

function judgePassword(
  text: string,
  written: string,
  whole: string,
  wholeEnd: number,
): Sighting | undefined {
  const start = wholeEnd - whole.length;
  const value = passwordIn(written, text.slice(start, endOfEnclosed(text, start, wholeEnd)));
  if (value === undefined) return undefined;
  const confidence = /\sis|\swas/.test(written) ? 0.75 : 0.8;
  return toSighting('secret/password', confidence, start, start + value.length);
}

function toSighting(category: string, confidence: number, start: number, end: number): Sighting {
  return { category, severity: 'high', confidence, start, end };
}
