/** Whether what stands behind the word for a password is one: passwords are short, and sentences go on with words. */
import { wordless } from './named.ts';
import { isPlaceholder, isWordy } from './placeholder.ts';

const passwordStandIns =
  /^(?:!?vault:?|https?:|@@|.?_?[A-Z]+(?:_[A-Z]+)*%$|enc[[(]|file:|op:|ref\+|secretref|sops|arn:|keyvault|@microsoft|projects\/|[!&*]?\$|%|\{|<|\[|process\.|os\.|env|getenv|config|self\.|this\.|settings|password|passwd|secret|your|(?:null|none|true|false|undefined|string|str|required|optional|hidden|not|the|incorrect|wrong|invalid|expired|correct|reset|changed|protected|too|very|weak|strong|empty|missing)(?![A-Za-z\d])|base(?:16|32|58|64)(?:url)?$|utf-?(?:8|16)$|sha-?\d+$|md5$|--[a-z]+(?:-[a-z]+)*(?:=|$)|\*+$|\.+$|x+$)/i;

/** The password in what stands behind the word for one, or nothing where it is none; `written` is what led to it. */
export function passwordIn(written: string, whole: string): string | undefined {
  const value = withoutRest(whole);
  // `<user>:<password>@host`: the host of an address, whose password is left open.
  if (gives.test(value) || fallback.test(value)) return undefined;
  if (value.startsWith('@') && written.includes('>@')) return undefined;
  if (value.length < 6 || passwordStandIns.test(value) || isPlaceholder(value)) return undefined;
  // A word may be somebody's password, but a sentence goes on with one far more often.
  const mixed =
    /\d/.test(value) ||
    /[^\p{L}\p{M}\d_.'-]/u.test(value) ||
    isScattered(value) ||
    (/["'`]/.test(written) && isUnsayable(value));
  // A row of emoji is no password either, nor a sentence with a word of Latin letters in it.
  if (!/(?:[A-Za-z0-9][^A-Za-z0-9]*){3}/.test(value) || isSentence(value)) return undefined;
  if (!mixed || isCode(value, /["'“]/.test(written))) return undefined;
  if (!/["'`“]/.test(written) && isWordy(value) && !(/[A-Z]/.test(value) && /\d\d/.test(value)))
    return undefined;
  return value;
}

/** `pass "--keyring=…"`, and the name of the next variable: what stands there is given something itself. */
const gives = /^(?:--?[a-z][\w-]*|[A-Z][A-Z_]+)=$/;

/** `${DB_PASSWORD:-postgres}@…`: what a shell puts where nothing is set. */
const fallback = /^[-?+=][^\s{}]*\}/;

/** `read(name`, `a.b.c`, the folder that a shell is in; not in quotes `auth[2]`, `Pass::doFinalization`, `check_0d=True`. */
function isCode(value: string, quoted: boolean): boolean {
  if (/^[\w.]+\(|^\w+\.\w+[.[(]|^(?:\/[\w.-]+){2,}\/?$/.test(value)) return true;
  if (quoted) return false;
  // `CPAN::HTTP::Credentials`, and what a manual says that a line of fields holds: `user:password:base_dn:flags`.
  if (/^[A-Za-z]\w*(?:::[A-Za-z]\w*)+$|^[a-z_]+(?::[a-z_]+)+$/.test(value)) return true;
  return /^\w+\[\w*\]?$|^:[A-Za-z]\w*$|^\w+=(?:True|False|None|true|false|null|\d+)$/.test(value);
}

/** Of every kind of character that rules for passwords ask for, and no name of something in a program. */
export function isComplex(whole: string): boolean {
  const value = withoutRest(whole);
  return (
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    /\d/.test(value) &&
    !/[/\\]|^[\w.-]+[:=]|:\/\//.test(value) &&
    (/[^\w.:-]/.test(value) ||
      (value.length >= 10 && !isWordy(value) && wordless(value) > value.length * 0.6))
  );
}

/** Letters of one case that no word has in a row: in quotes nobody leaves anything else so. */
function isUnsayable(value: string): boolean {
  if (!/^[A-Z]?[a-z]{6,20}$/.test(value)) return false;
  const word = value.toLowerCase();
  const rows = word.match(/[bcdfghjklmnpqrstvwxz]{4,}|[aeiou]{4,}/g) ?? [];
  const odd = word.match(unsaid) ?? [];
  return (
    rows.filter((row) => !said.test(row)).length + odd.length >= 2 ||
    rows.some((row) => row.length > 5)
  );
}

/** Rows of consonants that words have. */
const said =
  /^(?:.?n?[cgt][hs]t?[sr]|.?rst[rh]|.?ght[slnf]|n[gd]str|.?(?:ck|ght|rth|ngt|nts|lds|rds|tch|sch)[a-z]{0,3})/;
const unsaid =
  /q(?!u)|[bcdfgjkpqvwxz]j|j[bcdfghjklmnpqrstvwxz]|[bcdfghjkmpqvwxz]q|v[bcdfghjkmnpqtwxz]|x[bdfgjkmnqrsvwxz]|z[bcdfgjkmnpqrstvwx]|[fhjkqvwxz]x|[cfgjkmpqvx]z|w[gjpqvxz]|g[jkqvxz]|k[gjqvxz]|[bdfghjkmpqtvz]v(?!i)|h[bcfghjkvxz]|m[jkqvxz]|p[bgjkqvxz]|b[gkqwxz]|d[kqxz]|f[bdgjkmnpqvwxz]|c[bfgjmpvwxz]/g;

/** Most of it in a script that is written without spaces, where a whole sentence is one word. */
function isSentence(value: string): boolean {
  const wide = value.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/gu)?.length ?? 0;
  return wide > value.length / 2;
}

/** Small letters and capitals in no order that a word or a name has. */
function isScattered(value: string): boolean {
  return (
    value.length >= 10 &&
    /^[A-Za-z]+$/.test(value) &&
    /[a-z].*[a-z]/.test(value) &&
    wordless(value) >= value.length * 0.4
  );
}

const stops = '.!?:\\。！';
/** Rules for passwords ask for a sign: where there is no other, the last one ends no sentence. */
const closing = /^[A-Za-z\d]{5,63}!$/;

/** The next member of a query is none of it, nor is the end of the sentence; most values have neither. */
function withoutRest(whole: string): string {
  if (closing.test(whole) && /\d/.test(whole) && /[A-Z]/.test(whole)) return whole;
  if (!whole.includes('&') && !stops.includes(whole.slice(-1))) return whole;
  return whole.replace(/&\w+=.*$|(?<![.!?:\\。！])[.!?:\\。！]+$/, '');
}
