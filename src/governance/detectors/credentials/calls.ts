/** Passwords that programs hand to a function whose name says what they are. */
import { WordSet } from '../../text/word-set.ts';
import type { Form } from './form.ts';
import { entropyOf, isPlaceholder, isWordy } from './placeholder.ts';

const text = String.raw`["'\x60]([^"'\x60\s$<{%]{6,128})(?=["'\x60])`;
const any = String.raw`["'\x60]?[^"'\x60\n,()]{0,64}(?:\(\))?["'\x60]?`;

export const calls: readonly Form[] = [
  {
    category: 'secret/password',
    words: new WordSet('getconnection connect mysqli pdo'),
    // Where to, who, and the password.
    shape: new RegExp(
      String.raw`(?:getConnection|connect|mysqli|PDO)\s{0,2}\(\s{0,2}["'\x60]?[^"'\x60\n,()]{0,160}["'\x60]?\s{0,2},\s{0,2}${any}\s{0,2},\s{0,2}${text}`,
      'y',
    ),
    check: isPassword,
  },
  {
    category: 'secret/password',
    words: new WordSet(
      'auth httpbasicauth networkcredential usernamepasswordcredentials passwordauthentication basicawscredentials setbasicauth basicauth oci',
    ),
    // Who, and the password.
    shape: new RegExp(
      String.raw`(?:auth\s{0,2}=\s{0,2}(?:HTTPBasicAuth)?|HTTPBasicAuth|NetworkCredential|UsernamePasswordCredentials|PasswordAuthentication|BasicAWSCredentials|(?:set)?BasicAuth|oci_connect)\s{0,2}[([]\s{0,2}${any}\s{0,2},\s{0,2}${text}`,
      'iy',
    ),
    check: isPassword,
  },
  {
    category: 'secret/password',
    words: new WordSet('login basic'),
    // `smtp.login("…", "…")`, `request.basic_auth '…', '…'`
    shape: new RegExp(
      String.raw`(?:(?<=[\w)]\.)login\s{0,2}\(|basic_auth[( ])\s{0,2}["'\x60][^"'\x60\n]{0,128}["'\x60]\s{0,2},\s{0,2}(?:Some\s?\(\s{0,2})?${text}`,
      'y',
    ),
    check: isPassword,
  },
  {
    category: 'secret/password',
    words: new WordSet('jwt'),
    shape: new RegExp(
      String.raw`jwt\.(?:sign|verify|encode|decode)\s{0,2}\([^()"'\n]{0,120}?,\s{0,2}${text}`,
      'iy',
    ),
    check: isPassword,
  },
  {
    category: 'secret/encryption_key',
    words: new WordSet('hmac createhmac aes fernet createcipheriv createdecipheriv secretkeyspec'),
    // The algorithm, where it stands first, and the key.
    shape: new RegExp(
      String.raw`(?:(?:createHmac|create(?:Dec|C)ipheriv)\s{0,2}\(\s{0,2}["'\x60][\w-]{2,24}["'\x60]\s{0,2},|(?:hmac|AES)\.new\s{0,2}\(|Fernet\s{0,2}\(|SecretKeySpec\s{0,2}\()\s{0,2}b?${text}`,
      'y',
    ),
    check: isKey,
  },
  {
    category: 'secret/password',
    words: new WordSet('identified'),
    shape:
      /identified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?by\s{1,3}(?:password\s{1,3})?["']([^"'\s$<{%]{6,128})(?=["'])/iy,
    check: isPassword,
  },
];

/** Of a key more is asked: what is signed or encrypted stands in such calls as well. */
function isKey(value: string): boolean {
  return (
    isPassword(value) &&
    /\d/.test(value) &&
    value.length >= 16 &&
    entropyOf(value) > 3.3 &&
    !isWordy(value)
  );
}

/** Of letters and something else, and neither a word nor the name of a place. */
function isPassword(value: string): boolean {
  if (isPlaceholder(value) || /^(?:your|change|pass|secret|https?:|[./~])/i.test(value))
    return false;
  return /\d/.test(value) || /[a-z][A-Z].*[a-z][A-Z]/.test(value) || /[!@#^&*+=?]/.test(value);
}
