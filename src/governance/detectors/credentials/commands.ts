/** Passwords on command lines: behind a flag, behind a colon, before a pipe. */
import { WordSet } from '../../text/word-set.ts';
import type { Form } from './form.ts';
import { isComplex } from './password.ts';

const category = 'secret/command_line_password';
/** The rest of a command, over lines that are continued. */
const rest = String.raw`(?:[^\n\\]|\\\r?\n|\\){0,240}?`;
const user = String.raw`["']?[\w.@+-]{0,64}["']?:["']?`;
/** No variable, no placeholder and no mark of one. */
const value = String.raw`([^\s"'$<{[][^\s"'$<{]{5,127})`;

export const commands: readonly Form[] = [
  {
    category,
    words: new WordSet(
      'docker podman helm curl wget mysql mysqldump psql sshpass smbclient ldapsearch redis mongo mongosh mongodump mongorestore',
    ),
    shape: new RegExp(
      String.raw`(?:(?:docker|podman|helm)\s(?:registry\s)?login|curl|wget|mysql(?:dump|admin)?|psql|sshpass|smbclient|ldapsearch|redis(?:-cli)?|mongo(?:sh?|dump|restore)?)\b${rest}\s(?:-u\s{0,3}${user}|--user[ =]\s{0,3}${user}|-p(?=["']?[^\s"'-])["']?|-p\s(?<=(?:sshpass |(?:login|mongo\w{0,7}) [^\n]{0,80})-p\s)["']?|--password[ =]["']?|-w ["']?|-a ["']?|-U\s{0,3}["']?[\w.\\/-]{1,64}%)${value}`,
      'y',
    ),
    check: isGiven,
  },
  {
    category,
    words: new WordSet('curl wget'),
    // A key as the user, and no password.
    shape: new RegExp(
      String.raw`(?:curl|wget)\b${rest}\s(?:-u|--user)[ =]\s{0,3}["']?([^\s"'$<{[:@]{10,128})(?=:["']?(?:\s|$))`,
      'y',
    ),
    check: (key) => /\d/.test(key) && /[a-z]/i.test(key),
  },
  {
    category,
    words: new WordSet('net'),
    shape: /net(?:\.exe)?\s{1,3}use\s[^\n]{0,160}?\/user:\S{1,64}\s{1,3}["']?([^\s"'/]{6,128})/iy,
    check: isComplex,
  },
  {
    category,
    words: new WordSet('net'),
    shape:
      /net(?:\.exe)?\s{1,3}user\s{1,3}\S{1,64}\s{1,3}["']?([^\s"'/*][^\s"']{5,127})(?=["']?\s{1,3}\/add)/iy,
    check: isGiven,
  },
  {
    category,
    words: new WordSet('echo'),
    shape:
      /echo\s{1,3}(?:-\w{1,3}\s{1,3})?["']?[\w.-]{1,32}:([^\s"'|:$<{][^\s"'|:]{5,63})(?=["']?\s{0,3}\|\s{0,3}(?:sudo\s{1,3})?chpasswd)/y,
    check: isGiven,
  },
  {
    category,
    words: new WordSet('echo printf'),
    shape:
      /(?:echo|printf)\s{1,3}(?:-\w{1,3}\s{1,3})?["']?([^\s"'|$<{][^\s"'|]{5,255})(?=["']?\s{0,3}\|[^\n|]{0,160}--(?:password-stdin|with-token))/y,
    check: isGiven,
  },
  {
    category,
    words: new WordSet('zip unzip 7z 7za rar unrar xfreerdp openssl'),
    shape: new RegExp(
      String.raw`(?:(?:un)?zip\b${rest}\s-P\s{0,3}|(?:7za?|(?:un)?rar)\s\w{1,2}\s${rest}-h?p(?=\S)|xfreerdp\b${rest}\s/p:|openssl\s{1,3}(?:enc|aes|des|rsa|pkcs12)\b${rest}\s-k\s{1,3})["']?${value}`,
      'y',
    ),
    check: (password) => isGiven(password) && !/\.(?:zip|7z|rar)$/.test(password),
  },
  {
    category,
    words: new WordSet('sqlplus sqlldr expdp impdp rman'),
    shape:
      /(?:sqlplus|sqlldr|expdp|impdp|rman)\s{1,3}(?:-\w{1,8}\s{1,3}){0,3}["']?\w[\w.]{0,63}\/["']?([^\s"'@/$<{&%][^\s"'@/]{4,63})(?=["']?(?:@|\s|$))/y,
    check: isGiven,
  },
  {
    category: 'secret/password',
    words: new WordSet(
      'credentials creds login logins zugangsdaten anmeldedaten identifiants credenciales credenciais credenziali wifi wlan',
    ),
    // Who or where, a sign, and the password.
    shape:
      /(?:credentials|creds|logins?|zugangsdaten|anmeldedaten|identifiants|credenciales|credenciais|credenziali|wifi|wlan)(?:\s(?:for|to|für|pour|para|per)\s[\w.-]{1,40})?(?:\s(?:is|are|sind|ist|sont|son|são|sono))?\s{0,2}[:=-]?\s{0,2}["'`]?[\w.@+-]{2,64}["'`]?\s{0,2}[:/|]\s{0,2}["'`]?([^\s"'`,;<>“”()]{6,64})/iy,
    check: isComplex,
  },
  {
    category,
    words: new WordSet('storepass keypass'),
    shape: /(?:storepass|keypass)\s{1,3}["']?([^\s"'$<{%-][^\s"'$<{%]{5,63})/iy,
    check: isGiven,
  },
  {
    category,
    words: new WordSet('requirepass masterauth'),
    shape: /(?:requirepass|masterauth)\s{1,3}["']?([^\s"'$<{%-][^\s"'$<{%]{5,127})/iy,
    check: isGiven,
  },
  {
    category,
    words: new WordSet('rabbitmqctl'),
    shape:
      /rabbitmqctl\s{1,3}(?:add_user|change_password)\s{1,3}\S{1,64}\s{1,3}["']?([^\s"'$<{][^\s"'$<{]{5,63})/y,
    check: isGiven,
  },
  {
    category,
    words: new WordSet('htpasswd'),
    shape:
      /htpasswd\s{1,3}-\w{0,4}b\w{0,4}\s{1,3}(?:\S{1,128}\s{1,3}){1,2}["']?([^\s"'$<{/.][^\s"'$<{/]{5,63})(?=["']?\s{0,3}(?:$|[\n;|&>]))/y,
    check: isGiven,
  },
];

/** No word alone, no port, no path and no name in capitals. */
function isGiven(password: string): boolean {
  if (/^\d{1,5}(?:[:/]|$)|^[./~-]|^[A-Z]+(?:_[A-Z]+)+$/.test(password)) return false;
  return /[\d\W]/.test(password) || isScattered(password);
}

/** Small letters before capitals more often than words have them. */
function isScattered(password: string): boolean {
  return (password.match(/[a-z][A-Z]/g)?.length ?? 0) >= 2;
}
