/** Tokens of a provider that no table knows: a mark in small letters, a sign, and letters and digits without a plan. */
import { wordless } from './named.ts';
import { entropyOf, isPlaceholder, isSequence } from './placeholder.ts';

const shape = /^[a-z][a-z0-9]{1,15}(?:[_-][a-z0-9]{1,12}){0,3}[_-]([A-Za-z0-9]{32,128})$/;
/** What begins so is public, or counts something else. */
const open =
  /^(?:pk|pub|public|publishable|client|site|img|image|hash|sha\d*|md5|id|cid|uid|etag|commit|rev|build|layer|file|chunk|asset|css|cache|trace|req|request|msg|thread|run|resp|chatcmpl|call|evt|event)[_-]/;
const entropyMin = 3.9;
const digitsMin = 3;

export const unlistedMin = 35;

/** Whether the run from `start` to `end` is one as it stands. */
export function isUnlisted(text: string, start: number, end: number): boolean {
  // A mark begins with a small letter, and a sign stands near it: most long runs are told by that.
  const first = text.charCodeAt(start);
  if (first < 97 || first > 122 || text.charAt(start - 1) === '\\') return false;
  const run = text.slice(start, end);
  const body = shape.exec(run)?.[1];
  if (body === undefined || open.test(run)) return false;
  if (!/[a-z]/.test(body) || !/[A-Z]/.test(body)) return false;
  if (body.replaceAll(/\D/g, '').length < digitsMin) return false;
  if (entropyOf(body) < entropyMin || wordless(body) < body.length * 0.4) return false;
  return !isSequence(body) && !isPlaceholder(run);
}
