/** Whether a value is the secret that its name says it is: what the name means, and how random the value looks. */
import { Needles } from '../../text/needles.ts';
import type { Sighting } from '../detector.ts';
import { type Assigned, assigned } from './assigned.ts';
import { entropyOf, isSequence, isWordy, unitsOf } from './placeholder.ts';

const secretName =
  /(?:^|[^a-z])(?:(?:api|app|auth|access|secret|private|encryption|signing|master|account|client|consumer|service|storage|admin|session|webhook|license|bearer|refresh|db|sa|ssh|jwt|hmac|aes)[_.\- ]?){0,3}(?:key|token|secret|passwd|password|passphrase|pwd|credential|credentials|creds?|auth|apikey|signature)s?(?:$|[^a-z])/i;
const sureName =
  /api[_.\- ]?key|apikey|secret|token|passw|pwd|credential|(?:^|[^a-z])creds?(?:$|[^a-z])|private[_.\- ]?key|access[_.\- ]?key|auth|encryption[_.\- ]?key|signing[_.\- ]?key|master[_.\- ]?key|license[_.\- ]?key|account[_.\- ]?key|(?:app|crypto|aes|hmac)[_.\- ]?key|jwt|bearer/i;
/** Names of what is public, or only points at a secret. */
const otherName =
  /public|publish|hash|sha\d|md5|checksum|digest|integrity|(?<!do_not_)commit|etag|fingerprint|[_.-]id$|keyid|key_id|key_name|primary[_-]?key|foreign|sort[_-]?key|cache[_-]?key|site[_-]?key|partition|keyword|keyboard|monkey|idempoten|dedup|web_?socket|page_?token|cursor|continu|sync_?token|nonce|token_?(?:type|count|s?_?max|limit|ize)|max_?token|tokenizer|uuid|guid|version|url|uri|path|file|image|color|author(?!i)|csrf|key_?(?:down|up|press|code|frame|event|size|length|type|name)|audience|issuer|(?<!re)realm|iterations?/i;

/** What a name says of its value. */
type Meaning = {
  /** The providers that it may be about. */
  readonly providers: readonly Assigned[];
  readonly other: boolean;
  readonly secret: boolean;
  readonly sure: boolean;
};

/** The names of one text: many values have the same. */
export type Meanings = Map<string, Meaning>;

const none: readonly Assigned[] = [];
const providers = new Needles(assigned.flatMap(({ words }) => words));

/** A word before a name that has none of these in it adds nothing to what the name means. */
const telling = new Needles([
  ...`api app auth access secret private encryption signing master account client consumer service storage admin session
  webhook license bearer refresh db sa ssh jwt hmac aes crypto key token passw pwd credential signature public publish hash sha md
  site checksum digest integrity commit etag fingerprint id primary foreign sort cache partition monkey type count max limit ize
  uuid guid version url uri path file image color csrf`.split(/\s+/),
  ...assigned.flatMap(({ words }) => words.flatMap((word) => word.split(/\W|_/))).filter(Boolean),
]);

/** The name itself, with the mark that something stands before it; what stands there is often the end of another value. */
function withoutNoise(written: string): string {
  const at = written.indexOf('_');
  if (at < 1 || at !== written.lastIndexOf('_')) return written;
  const word = written.slice(0, at);
  return /^[A-Za-z]+$/.test(word) && !telling.standsIn(word) ? written.slice(at) : written;
}

const meaningless: Meaning = { providers: none, other: false, secret: false, sure: false };

function meaningOf(written: string): Meaning {
  // `acmeApiKey` is three words.
  const name = written.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_');
  const secret = secretName.test(name);
  const mayProvide = providers.standsIn(name);
  // What is named by chance means nothing, and of that no more is asked.
  if (!secret && !mayProvide) return meaningless;
  const lower = name.toLowerCase();
  return {
    providers: mayProvide
      ? assigned.filter(({ words }) => words.some((word) => lower.includes(word)))
      : none,
    other: otherName.test(name),
    secret,
    sure: sureName.test(name),
  };
}

export function judgeNamed(
  written: string,
  value: string,
  meanings: Meanings,
): Pick<Sighting, 'category' | 'confidence'> | undefined {
  const name = withoutNoise(written);
  let meaning = meanings.get(name);
  if (meaning === undefined) {
    meaning = meaningOf(name);
    meanings.set(name, meaning);
  }
  const provider =
    meaning.providers.length === 0
      ? undefined
      : meaning.providers.find(({ shape }) => shape.test(value))?.name;
  // What is called an identifier is none of its provider's secrets.
  if (meaning.other && (provider === undefined || isIdentifier(name, provider))) return undefined;
  if (provider !== undefined && !isSequence(value) && entropyOf(value) > 2.5)
    return { category: `secret/${provider}`, confidence: meaning.sure ? 0.9 : 0.8 };
  if (!meaning.secret) return undefined;
  if (passwordName.test(name) && isPassword(value))
    return { category: 'secret/password', confidence: 0.8 };
  if (meaning.sure && isDense(value)) return { category: 'secret/generic', confidence: 0.7 };
  // What is only called a key, and has the form of an identifier, is one.
  if (!isRandom(value) || (!meaning.sure && isUuid.test(value))) return undefined;
  return { category: 'secret/generic', confidence: meaning.sure ? 0.8 : isLong(value) ? 0.7 : 0.6 };
}

function isIdentifier(name: string, provider: string): boolean {
  return /client[_.-]?id$/i.test(name) && !provider.endsWith('_id');
}

/** Too short to be told by how often each character comes: letters of both cases and digits, and hardly a word in it. */
function isDense(value: string): boolean {
  if (value.length < 10 || value.length > 15 || value.startsWith('0x')) return false;
  if (!/\d/.test(value) || !/[A-Z]/.test(value) || !/[a-z]/.test(value)) return false;
  return !isSequence(value) && wordless(value) >= value.length * 0.7;
}

/** Letters of both cases and digits, in a length that no name has. */
function isLong(value: string): boolean {
  return (
    value.length >= 28 &&
    /\d/.test(value) &&
    /[A-Z]/.test(value) &&
    /[a-z]/.test(value) &&
    wordless(value) >= value.length * 0.5
  );
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const passwordName = /passw|pwd|passphrase/i;

/** Shorter than a key may be: all kinds of characters, and no words with numbers behind them. */
function isPassword(value: string): boolean {
  if (value.length > 32 || !/\d/.test(value) || !/[A-Z]/.test(value) || !/[a-z]/.test(value))
    return false;
  return !isSequence(value) && wordless(value) >= value.length * 0.35;
}

/** How many characters are left where what looks like words is taken out. */
export function wordless(value: string): number {
  return value.replaceAll(/[A-Z]?[a-z]{2,}|[A-Z]{6,}/g, '').length;
}

/** What a character of a value is; what is beyond ASCII is none of these. */
const letterBit = 1;
const markBit = 2;
const partBit = 4;
const hexadecimalBit = 8;
const shapes = new Uint8Array(129);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  shapes[unit] =
    (/[A-Za-z]/.test(character) ? letterBit : 0) |
    (/[./]/.test(character) ? markBit : 0) |
    (/[-._/]/.test(character) ? partBit : 0) |
    (/[0-9A-Fa-f-]/.test(character) ? hexadecimalBit : 0);
}

/** `sm02915.int.contoso.com` */
const isHost = /^[a-z\d-]+(?:\.[a-z\d-]+)+\.[a-z]{2,6}$/i;

const inFolder = /^[a-z][\w-]*\/(?:[\w-]+\/)*[\w-]+\.[a-z]{2,8}$/;

/** Letters and digits without a plan; not a date, a path, a version or a name in several words. */
function isRandom(value: string): boolean {
  const { length } = value;
  if (length < 16) return false;
  const units = unitsOf(value);
  let marks = 0;
  let some = 0;
  let all = hexadecimalBit;
  for (let at = 0; at < length; at++) {
    const shape = shapes[Math.min(units[at] ?? 0, 128)] ?? 0;
    marks += shape & markBit;
    some |= shape;
    all &= shape;
  }
  if ((some & letterBit) === 0 || marks > 3 * markBit || isSequence(value, units)) return false;
  if (marks > markBit && isHost.test(value)) return false;
  // `ReadOnly/ReadWrite1`, `terraform/state/9f3a1c7e.tfstate`: words, and the name of a file in its folder.
  if (value.includes('/') && (wordless(value) < length * 0.2 || inFolder.test(value))) return false;
  if ((some & partBit) !== 0 && isWordy(value)) return false;
  return entropyOf(value, units) >= (all === hexadecimalBit ? 2.8 : 3.3);
}
