/** Finds credentials in HTTP headers, on command lines, in calls, in files of logins and in secrets of Kubernetes. */
import { scanOf } from '../text/text-view.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import { calls } from './credentials/calls.ts';
import { commands } from './credentials/commands.ts';
import { endOfEnclosed } from './credentials/enclosed.ts';
import type { Form } from './credentials/form.ts';
import { findManifests } from './credentials/manifest.ts';
import { entropyOf, isPlaceholder, isWordy } from './credentials/placeholder.ts';
import type { Detector, Sighting } from './detector.ts';

const forms: readonly Form[] = [
  ...commands,
  ...calls,
  {
    category: 'secret/basic_auth',
    words: new WordSet('basic'),
    shape: /Basic\s{1,3}([A-Za-z0-9+/]{10,200}={0,2})(?![\w+/=])/y,
    check: isPair,
  },
  {
    category: 'secret/bearer_token',
    words: new WordSet('bearer'),
    shape: /Bearer\s{1,3}([A-Za-z0-9._~+/-]{20,2000}={0,2})(?![\w+/=])/iy,
    check: (value) => /\d/.test(value) && entropyOf(value) > 3.2 && !isWordy(value),
  },
  {
    category: 'secret/bearer_token',
    words: new WordSet('authorization'),
    shape:
      /Authorization["']?\s{0,2}[:=]\s{0,2}["']?(?!Bearer|Basic|Digest)[A-Za-z-]{2,16}\s{1,3}([A-Za-z0-9._~+/-]{20,2000}={0,2})(?![\w+/=])/iy,
    check: (value) => /\d/.test(value) && entropyOf(value) > 3 && !isWordy(value),
  },
  {
    category: 'secret/bearer_token',
    words: new WordSet('authorization'),
    // No scheme before it.
    shape:
      /Authorization["']?\s{0,2}[:=]\s{0,2}["']?([A-Za-z0-9._~+/=@-]{16,2000})(?=["'\r\n]|$)/iy,
    check: (value) => /\d/.test(value) && entropyOf(value) > 3 && !isWordy(value),
  },
  {
    category: 'secret/session_cookie',
    words: new WordSet('cookie'),
    shape:
      /Cookie["']?\s{0,2}[:=]\s{0,2}["']?(?:[^\n]{0,400}?[;\s])??[\w.-]{0,40}?(?:sess(?:ion)?(?:[_.-]?id)?|sid|auth|token|jwt|remember(?:[_.-]?me)?)=(?!deleted)([^;\s"',]{16,2000})/iy,
    check: (value) => /\d/.test(value) && entropyOf(value) > 3 && !isWordy(value),
  },
  {
    category: 'secret/session_cookie',
    words: new WordSet('jsessionid phpsessid aspsessionid sessionid'),
    shape:
      /(?:JSESSIONID|PHPSESSID|ASP\.NET_SessionId|SessionId)=([A-Za-z0-9%._-]{20,200})(?![\w%])/y,
    check: (value) => /\d/.test(value) && entropyOf(value) > 3,
  },
  {
    category: 'secret/seed_phrase',
    words: new WordSet('seed mnemonic recovery'),
    shape:
      /(?:seed|mnemonic|recovery)(?:[ _-]?(?:phrase|words?|key))?["']?(?:\s{0,2}[:=-]|\s(?:is|are))\s{0,2}["']?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])/iy,
    check: isMnemonic,
  },
  {
    category: 'secret/default_value',
    words: new WordSet('variable'),
    shape:
      /variable\s{1,3}"\w{0,40}(?:passw(?:or)?d|passphrase|secret|token|api_?key|access_?key|private_?key|credentials?)\w{0,20}"\s{0,3}\{[^{}]{0,300}?\bdefault\s{0,9}=\s{0,3}"([^"\n]{6,200})(?=")/iy,
    check: (value) => /\d/.test(value) && !/\s/.test(value) && !isWordy(value),
  },
  {
    category: 'secret/login_file',
    words: new WordSet('machine'),
    shape:
      /\bmachine\s{1,4}\S{1,253}\s{1,4}login\s{1,4}\S{1,128}\s{1,4}password\s{1,4}(\S{4,128})/y,
    // What was taken out already has a placeholder in its place.
    check: (value) => value.length >= 4 && !value.startsWith('['),
  },
];

const watch = new Watch(WordSet.union(forms.map((form) => form.words)));

export const secretHeader: Detector = {
  name: 'secret-header',
  categories: [...new Set([...forms.map((form) => form.category), 'secret/kubernetes_secret'])],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (const at of scan.seen(watch)) {
      for (const form of forms) {
        if (!form.words.has(scan.words.at(at))) continue;
        const sighting = read(form, scan.text, scan.words.at(at + 1));
        if (sighting !== undefined) found.push(sighting);
      }
    }
    for (const { start, end } of findManifests(scan))
      found.push({
        category: 'secret/kubernetes_secret',
        severity: 'high',
        confidence: 0.85,
        start,
        end,
      });
    return found;
  },
};

function read({ category, shape, check }: Form, text: string, at: number): Sighting | undefined {
  shape.lastIndex = at;
  const written = shape.exec(text)?.[1];
  if (written === undefined) return undefined;
  const start = shape.lastIndex - written.length;
  const end = endOfEnclosed(text, start, shape.lastIndex);
  const value = text.slice(start, end);
  if (isPlaceholder(value) || !check(value)) return undefined;
  return { category, severity: 'high', confidence: 0.85, start, end };
}

/** Twelve words of a list or twice as many: none of the words that sentences are made of is in it. */
function isMnemonic(value: string): boolean {
  const said = value.split(/[ ,]+/);
  return (
    said.length % 3 === 0 &&
    new Set(said).size > said.length / 2 &&
    !/\b(?:the|and|for|are|was|were|you|your|not|with|from|have|has|its|our|but|his|her|our|these|which|will)\b/i.test(
      value,
    )
  );
}

/** `user:password` in base64; a key may stand as either, with nothing as the other. */
function isPair(value: string): boolean {
  try {
    const pair = atob(value);
    const behind = pair.length - pair.indexOf(':') - 1;
    return (
      /^[\x21-\x7e]+$/.test(pair) &&
      pair.includes(':') &&
      (behind >= 3 || (pair.length > 6 && pair.endsWith(':')))
    );
  } catch {
    return false;
  }
}
