/** Finds values that are given to something called a key, a token or a password. */
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import { assigned } from './credentials/assigned.ts';
import { entropyOf, isPlaceholder, isSequence, isWordy } from './credentials/placeholder.ts';
import type { Detector, Sighting } from './detector.ts';

/** From a name to its value: `=`, `:`, `:=`, `=>`, `", "`, `>`; with quotes, brackets and a type between. */
const bridge =
  /([A-Za-z][\w.\-\][]{0,63})["'`\]]{0,3}\s{0,4}(?:(?::{1,3}=|=>|={1,3}|\|\||\?=|\+=|\.=|:|>|,|\(|\bis\b|\bstring\b)[\s"'`(\\]{0,6}(?:(?:[A-Za-z]{1,10}\s)?(?:=|=>)?\s{0,2})["'`(\\@]{0,3})$/;
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
  sifre losenord parole heslo salasana jelszo пароль пароля motdepasse`,
  ),
);
const password =
  /["'`]?\s{0,3}(?:(?::=|=>|==?|:)\s{0,3}|\s(?:is|was|ist|es|est|e|jest|är|er)\s?:?\s{1,2})["'`“]?([^\s"'`,;<>“”()]{6,64})/y;
const passwordStandIns =
  /^(?:\$|%|\{|<|\[|process\.|os\.|env|getenv|config|self\.|this\.|settings|null|none|true|false|undefined|string|str|password|passwd|secret|required|optional|hidden|not|the|your|incorrect|wrong|invalid|expired|correct|reset|changed|protected|too|very|weak|strong|empty|missing|\*+$|\.+$|x+$)/i;

const valueMax = 200;

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
    for (let run = 0; run < scan.runs.length; run += 2) {
      const sighting = readRun(scan, scan.runs.at(run), scan.runs.at(run + 1));
      if (sighting !== undefined) found.push(sighting);
    }
    for (const at of scan.seen(passwordWords)) {
      const sighting = readPassword(scan, scan.words.at(at + 2));
      if (sighting !== undefined) found.push(sighting);
    }
    return found;
  },
};

/** A run may hold name and value both: `TOKEN=abc123`. */
function readRun(scan: Scan, runStart: number, runEnd: number): Sighting | undefined {
  const run = scan.text.slice(runStart, Math.min(runEnd, runStart + 400));
  const sign = /^[\w.-]*[A-Za-z][\w.-]*={1,2}(?=[^=])/.exec(run);
  const start = runStart + (sign?.[0].length ?? 0);
  const end = runEnd - (/[.~]+$/.exec(run)?.[0].length ?? 0);
  const size = end - start;
  if (size < 10 || size > valueMax) return undefined;
  const value = scan.text.slice(start, end);
  if ((!/\d/.test(value) && !isScrambled(value)) || isPlaceholder(value)) return undefined;
  if (!isAssigned(scan.text, start)) return undefined;
  const name = bridge.exec(scan.text.slice(Math.max(0, start - 96), start));
  if (name?.[1] === undefined) return undefined;
  return judge(name[1], value, start, end);
}

/** The sign before the value, past quotes and space, is one that gives; in most texts it is not. */
function isAssigned(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && start - at < 12 && /[\s"'`(\\@]/.test(text.charAt(at))) at--;
  if (/[=:>,|]/.test(text.charAt(at))) return true;
  return (
    text.charAt(start - 1) === '(' ||
    /\b(?:is|string)$/.test(text.slice(Math.max(0, at - 7), at + 1))
  );
}

function judge(name: string, value: string, start: number, end: number): Sighting | undefined {
  const provider = providerOf(name, value);
  if (otherName.test(name) && provider === undefined) return undefined;
  if (provider !== undefined && !isSequence(value) && entropyOf(value) > 2.5) {
    return toSighting(`secret/${provider}`, sureName.test(name) ? 0.9 : 0.8, start, end);
  }
  if (!secretName.test(name) || !isRandom(value)) return undefined;
  return toSighting('secret/generic', sureName.test(name) ? 0.8 : 0.6, start, end);
}

function providerOf(name: string, value: string): string | undefined {
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
  const value = (match[1] ?? '').replace(/[.!?:\\]+$/, '');
  if (value.length < 6 || passwordStandIns.test(value) || isPlaceholder(value)) return undefined;
  // A word may be somebody's password, but a sentence goes on with one far more often.
  const mixed = /\d/.test(value) || /[^\w.'-]/.test(value);
  if (!mixed || /^[\w.]+\(|^\w+\.\w+[.[(]/.test(value)) return undefined;
  if (isWordy(value) && !/["'`“]/.test(match[0])) return undefined;
  const end = password.lastIndex - ((match[1] ?? '').length - value.length);
  const start = end - value.length;
  return toSighting('secret/password', /\sis|\swas/.test(match[0]) ? 0.75 : 0.8, start, end);
}

function toSighting(category: string, confidence: number, start: number, end: number): Sighting {
  return { category, severity: 'high', confidence, start, end };
}
