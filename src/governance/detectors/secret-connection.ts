/** Finds passwords in addresses and connection strings, and addresses that are credentials themselves. */
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import { endOfEnclosed } from './credentials/enclosed.ts';
import { isPlaceholder } from './credentials/placeholder.ts';
import type { Detector, Sighting } from './detector.ts';

/** `scheme://user:password@host` around each `://`. */
const authority =
  /:\/\/([^\s:/@'"`<>?#]{0,128}):([^\s/@'"`<>]{1,256}|[^\s@'"`<>]{1,256})@([\w.[\]-]{1,253})(?::\d{1,5}(?!\d))?/y;
/** `\n` before it is the end of a line, written in a string. */
const scheme = /(?:(?<=\\[nrt])|(?<!\\))[A-Za-z](?:[A-Za-z0-9]|[+.-](?=[A-Za-z0-9])){1,24}$/;

const stored =
  /(?:Password|Pwd|AccountKey|SharedAccessKey|SharedSecretValue)\s{0,2}=\s{0,2}([^;&\s'"`]{6,256})(?=[;&\s'"`]|$)/iy;
const storedWords = new Watch(
  new WordSet('password pwd accountkey sharedaccesskey sharedsecretvalue'),
);
const neighbour =
  /(?:Server|Data Source|Host|User Id|Uid|User|Database|Initial Catalog|AccountName|Endpoint|SharedAccessKeyName)\s{0,2}=/i;

const hooks: readonly (readonly [category: string, hint: string, shape: RegExp])[] = [
  [
    'secret/slack_webhook',
    'hooks.slack.com',
    /https?:\/\/hooks\.slack\.com\/(?:services\/T\w{7,12}\/B\w{7,12}\/[A-Za-z0-9]{20,26}|workflows\/T\w{7,12}\/A\w{7,12}\/\d{10,20}\/[A-Za-z0-9]{20,26}|triggers\/T\w{7,12}\/\d{10,16}\/[a-f0-9]{32})/g,
  ],
  [
    'secret/discord_webhook',
    '/api/webhooks/',
    /https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,72}/g,
  ],
  [
    'secret/teams_webhook',
    '/IncomingWebhook/',
    /https?:\/\/(?:[\w-]+\.webhook\.office\.com\/webhookb2|outlook\.office(?:365)?\.com\/webhook)\/[\w-]{36}@[\w-]{36}\/IncomingWebhook\/\w{32}\/[\w-]{36}/g,
  ],
  [
    'secret/zapier_webhook',
    'hooks.zapier.com',
    /https?:\/\/hooks\.zapier\.com\/hooks\/catch\/\d+\/\w{6,12}/g,
  ],
  [
    'secret/google_chat_webhook',
    'chat.googleapis.com',
    /https?:\/\/chat\.googleapis\.com\/v1\/spaces\/\w+\/messages\?key=[\w-]+&token=[\w%-]{20,}/g,
  ],
  [
    'secret/connection_string',
    '@//',
    /\b[\w.-]{1,64}\/[^\s/@'"`]{6,128}@\/\/[\w.-]{1,253}:\d{2,5}/g,
  ],
];
/** What signs a query is as good without the address in front of it. */
const signatures: typeof hooks = [
  ['secret/azure_sas_url', 'sig=', /[?&]sig=[A-Za-z0-9%+/]{40,64}(?:%3D|=)?/g],
  // As drivers of Go read it.
  ...['@tcp(', '@unix('].map((hint) => {
    const shape = String.raw`(?<![\w.-])[\w.-]{1,64}:(?!(?:pass(?:word|wd)?|pwd|secret|root)@|[$%{<])[^\s/@'"\x60]{3,128}${hint.replace('(', String.raw`\(`)}[\w.:/[\]-]{1,253}\)`;
    return ['secret/connection_string', hint, new RegExp(shape, 'g')] as const;
  }),
  ['secret/aws_presigned_url', 'X-Amz-Signature=', /X-Amz-Signature=[a-f0-9]{64}/g],
];

/** Words that stand for a password in manuals. */
const standIns =
  /^(?:pass(?:word|wd|phrase)?|pwd|secret|token|user(?:name)?|root|admin|postgres|guest|test|xxx+|\*+|\.+|\$.*|%.*%|%\(.*\)s|\{.*|<.*|\[.*|:.*|my_?pass(?:word)?|foo|bar|changeme|pw|p4ss|port)$/i;

/** `AUTH_PASSWORD`, where a line of a manual may end: the name of a value. */
const metavariable = /^[A-Z]+(?:_[A-Z]+)+[-\u2010]?$/;

export const secretConnection: Detector = {
  name: 'secret-connection',
  categories: [
    ...new Set([
      'secret/connection_string',
      ...[...hooks, ...signatures].map(([category]) => category),
    ]),
  ],
  find: (view) => {
    const found: Sighting[] = [];
    findAuthorities(view.text, found);
    findStored(scanOf(view), found);
    if (view.text.includes('//')) findWritten(view.text, hooks, found);
    findWritten(view.text, signatures, found);
    return found;
  },
};

function findWritten(text: string, shapes: typeof hooks, found: Sighting[]): void {
  for (const [category, hint, shape] of shapes) {
    if (!text.includes(hint)) continue;
    for (const match of text.matchAll(shape)) {
      if (isPlaceholder(match[0])) continue;
      found.push(toSighting(category, 0.9, match.index, match.index + match[0].length));
    }
  }
}

function findAuthorities(text: string, found: Sighting[]): void {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    authority.lastIndex = at;
    const match = authority.exec(text);
    if (match === null) continue;
    const name = scheme.exec(text.slice(Math.max(0, at - 26), at));
    if (name === null) continue;
    const [, , password = '', host = ''] = match;
    if (standIns.test(password) || isPlaceholder(password) || /^\d{1,5}$/.test(password)) continue;
    // `ldap://[2001:db8::7]/c=GB`: an address in brackets, and no user.
    if (/^\[[\da-f:.]+\]?$/i.test(match[1] ?? '')) continue;
    const confidence = /^(?:example\.|localhost$|127\.)/.test(host) ? 0.75 : 0.92;
    found.push(
      toSighting('secret/connection_string', confidence, at - name[0].length, authority.lastIndex),
    );
  }
}

/** `Server=…;User Id=…;Password=…`: the password counts only among its neighbours. */
function findStored(scan: Scan, found: Sighting[]): void {
  for (const at of scan.seen(storedWords)) {
    const start = scan.words.at(at + 1);
    stored.lastIndex = start;
    const written = stored.exec(scan.text)?.[1];
    if (written === undefined) continue;
    const valueStart = stored.lastIndex - written.length;
    const end = endOfEnclosed(scan.text, valueStart, stored.lastIndex);
    const value = scan.text.slice(valueStart, end);
    const around = scan.text.slice(Math.max(0, start - 160), end + 160);
    if (!/[;&]|\bdbname=|\bport=/i.test(around) || !neighbour.test(around)) continue;
    if (standIns.test(value) || metavariable.test(value) || isPlaceholder(value)) continue;
    found.push(toSighting('secret/connection_string', 0.9, start, end));
  }
}

function toSighting(category: string, confidence: number, start: number, end: number): Sighting {
  return { category, severity: 'critical', confidence, start, end };
}
