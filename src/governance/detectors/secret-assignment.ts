/** Finds values that are given to something called a key, a token or a password. */
import type { Ints } from '../text/ints.ts';
import { Needles } from '../text/needles.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import { assigned } from './credentials/assigned.ts';
import { namesBefore, namesReach } from './credentials/naming.ts';
import { entropyOf, isPlaceholder, isSequence, isWordy } from './credentials/placeholder.ts';
import type { Detector, Sighting } from './detector.ts';

const secretName =
  /(?:^|[^a-z])(?:(?:api|app|auth|access|secret|private|encryption|signing|master|account|client|consumer|service|storage|admin|session|webhook|license|bearer|refresh|db|sa|ssh|jwt|hmac|aes)[_.\- ]?){0,3}(?:key|token|secret|passwd|password|passphrase|pwd|credential|credentials|auth|apikey|signature)s?(?:$|[^a-z])/i;
const sureName =
  /api[_.\- ]?key|apikey|secret|token|passw|pwd|credential|private[_.\- ]?key|access[_.\- ]?key|auth|encryption[_.\- ]?key|signing[_.\- ]?key|master[_.\- ]?key|license[_.\- ]?key|account[_.\- ]?key|jwt|bearer/i;
/** Names of what is public, or only points at a secret. */
const otherName =
  /public|publish|hash|sha\d|md5|checksum|digest|integrity|commit|etag|fingerprint|[_.-]id$|keyid|key_id|key_name|primary_?key|foreign|sort_?key|cache_?key|partition|keyword|keyboard|monkey|token_?(?:type|count|s?_?max|limit|ize)|max_?token|tokenizer|uuid|guid|version|url|uri|path|file|image|color|author(?!i)|csrf/i;

const passwordWords = new Watch(
  new WordSet(
    `password passwords passwd passphrase pwd pw passcode kennwort passwort contrasena clave wachtwoord senha haslo parola
  sifre losenord parole heslo salasana jelszo пароль пароля motdepasse pass passe pgpassword dbpassword dbpass
  userpassword rootpassword adminpassword smtppassword securestring requirepass`,
  ),
);
const password =
  /(?:["'`]\s{1,3}value)?["'`\])]{0,3}\s{0,3}(?:(?::=|=>|==?|:|>)\s{0,3}|[,( ]\s{0,3}(?=["'`])|\s(?:is|was|ist|es|est|e|jest|är|er)\s?:?\s{1,2})["'`“]?([^\s"'`,;<>“”()]{6,64})/y;
/** In scripts without spaces between words. */
const widePassword =
  /(?:密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|รหัสผ่าน)(?:\s{0,2}(?:[:：=]|是|は|는|은))?\s{0,2}([\x21-\x7e]{6,64})/g;
const passwordStandIns =
  /^(?:\$|%|\{|<|\[|process\.|os\.|env|getenv|config|self\.|this\.|settings|null|none|true|false|undefined|string|str|password|passwd|secret|required|optional|hidden|not|the|your|incorrect|wrong|invalid|expired|correct|reset|changed|protected|too|very|weak|strong|empty|missing|\*+$|\.+$|x+$)/i;

const valueMax = 200;
/** Every name of a secret has one of these in it: away from them, nothing is asked. */
const needles = new Needles([
  ...'key token secret passwd password passphrase pwd credential auth signature'.split(' '),
  // A name of two words may be written apart.
  ...assigned.flatMap(({ words }) => words.map((word) => word.slice(word.lastIndexOf('_') + 1))),
]);

const providers = new Needles(assigned.flatMap(({ words }) => words));

/** A text on its way through: where the words of names end, and the first of them that may still matter. */
type Walk = { readonly scan: Scan; ends: Ints | undefined; next: number };

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
    const walk: Walk = { scan, ends: undefined, next: 0 };
    for (let run = 0; run < scan.runs.length; run += 2) {
      const sighting = readRun(walk, scan.runs.at(run), scan.runs.at(run + 1));
      if (sighting !== undefined) found.push(sighting);
    }
    for (const at of scan.seen(passwordWords)) {
      const sighting = readPassword(scan, scan.words.at(at + 2));
      if (sighting !== undefined) found.push(sighting);
    }
    if (scan.wide) {
      for (const match of scan.text.matchAll(widePassword)) {
        const sighting = judgePassword(match[0], match[1] ?? '', match.index + match[0].length);
        if (sighting !== undefined) found.push(sighting);
      }
    }
    return found;
  },
};

/** A run may hold name and value both: `TOKEN=abc123`. */
function readRun(walk: Walk, runStart: number, runEnd: number): Sighting | undefined {
  const { text } = walk.scan;
  const start = startOfValue(text, runStart, runEnd);
  let end = endOfQuoted(text, start, runEnd);
  while (end > start && isStop(text.charCodeAt(end - 1))) end--;
  const size = end - start;
  if (size < 10 || size > valueMax || !isNamed(walk, start)) return undefined;
  const value = text.slice(start, end);
  if ((!/\d/.test(value) && !isScrambled(value)) || !isAssigned(text, start)) return undefined;
  // What is called is a function.
  if (isPlaceholder(value) || text.charAt(end) === '(') return undefined;
  let best: Sighting | undefined;
  for (const name of namesBefore(text, start)) {
    const sighting = judge(name, value, start, end);
    if (sighting !== undefined && sighting.confidence > (best?.confidence ?? 0)) best = sighting;
  }
  return best;
}

/** In quotes a value may hold signs that end a run: it goes on to its quote. */
function endOfQuoted(text: string, start: number, runEnd: number): number {
  const quote = text.charAt(start - 1);
  if (!/["'`]/.test(quote) || text.charAt(runEnd) === quote) return runEnd;
  const rest = text.slice(runEnd, start + valueMax).indexOf(quote);
  if (rest === -1) return runEnd;
  const end = runEnd + rest;
  return /\s/.test(text.slice(runEnd, end)) ? runEnd : end;
}

/** Behind a name and its sign, where the run begins with them. */
function startOfValue(text: string, start: number, end: number): number {
  const last = Math.min(end, start + 400);
  let sign = start;
  while (sign < last && text.charCodeAt(sign) !== 61) sign++;
  if (sign === last) return start;
  const run = text.slice(start, last);
  return start + (/^(?:[\w.-]*[A-Za-z][\w.-]*={1,2}){1,3}(?=[^=])/.exec(run)?.[0].length ?? 0);
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

/** What stands before the value, past quotes and space, is a sign or a word that gives; in most texts it is not. */
function isAssigned(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && start - at < 12 && isPassed(text.charAt(at))) at--;
  if (at >= 0 && '=:>,|–—-'.includes(text.charAt(at))) return true;
  if (at < start - 1 || text.charAt(start - 1) === '(') {
    return given.test(text.slice(Math.max(0, at - 70), at + 1));
  }
  return false;
}

function isPassed(sign: string): boolean {
  return ' "\'`(\\@['.includes(sign) || /\s/.test(sign);
}

/** The last word or two before a value that no sign gives: a flag, an instruction, a name that is sure. */
const given =
  /(?:\b(?:is|string|[bBrRuUfFL])|--?[\w-]{2,63}|(?:ENV|ARG|#define|setx?|setenv|export)\s{1,3}\w{2,63}|(?:key|token|secret|password|apikey)|\()$/i;

function judge(written: string, value: string, start: number, end: number): Sighting | undefined {
  // `acmeApiKey` is three words.
  const name = written.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_');
  const provider = providerOf(name, value);
  if (otherName.test(name) && provider === undefined) return undefined;
  if (provider !== undefined && !isSequence(value) && entropyOf(value) > 2.5) {
    return toSighting(`secret/${provider}`, sureName.test(name) ? 0.9 : 0.8, start, end);
  }
  if (!secretName.test(name) || !isRandom(value)) return undefined;
  return toSighting('secret/generic', sureName.test(name) ? 0.8 : 0.6, start, end);
}

function providerOf(name: string, value: string): string | undefined {
  if (!providers.standsIn(name)) return undefined;
  const lower = name.toLowerCase();
  return assigned.find(
    ({ words, shape }) => words.some((word) => lower.includes(word)) && shape.test(value),
  )?.name;
}

/** Capitals in places where no word or camel has them. */
function isScrambled(value: string): boolean {
  const changes = value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return value.length >= 16 && changes > value.length * 0.35;
}

/** Letters and digits without a plan; not a date, a path, a version or a name in several words. */
function isRandom(value: string): boolean {
  if (value.length < 16 || isSequence(value)) return false;
  if ((value.match(/[/.]/g)?.length ?? 0) > 3 || /^[a-z]+(?:[-_.][a-z]+)+\d*$/i.test(value))
    return false;
  if (/^[\d.-]+$/.test(value) || !/[A-Za-z]/.test(value)) return false;
  const hexadecimal = /^[0-9a-fA-F-]+$/.test(value);
  return entropyOf(value) >= (hexadecimal ? 2.8 : 3.3);
}

function readPassword(scan: Scan, after: number): Sighting | undefined {
  password.lastIndex = after;
  const match = password.exec(scan.text);
  if (match === null) return undefined;
  return judgePassword(match[0], match[1] ?? '', password.lastIndex);
}

function judgePassword(written: string, whole: string, wholeEnd: number): Sighting | undefined {
  // The next member of a query is none of it.
  const value = whole.replace(/&\w+=.*$|[.!?:\\。！]+$/, '');
  if (value.length < 6 || passwordStandIns.test(value) || isPlaceholder(value)) return undefined;
  // A word may be somebody's password, but a sentence goes on with one far more often.
  const mixed = /\d/.test(value) || /[^\w.'-]/.test(value);
  // A row of emoji is no password either.
  if (!/(?:[A-Za-z0-9][^A-Za-z0-9]*){3}/.test(value)) return undefined;
  if (!mixed || /^[\w.]+\(|^\w+\.\w+[.[(]/.test(value)) return undefined;
  if (isWordy(value) && !/["'`“]/.test(written) && !/[A-Z].*\d\d/.test(value)) return undefined;
  const end = wholeEnd - (whole.length - value.length);
  const start = end - value.length;
  return toSighting('secret/password', /\sis|\swas/.test(written) ? 0.75 : 0.8, start, end);
}

function toSighting(category: string, confidence: number, start: number, end: number): Sighting {
  return { category, severity: 'high', confidence, start, end };
}
