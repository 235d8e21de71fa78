/** Undoes ASCII85 between `<~` and `~>`, and bare where a long run of signs spells a text. */
import { mayBeText, readBytes } from '../bytes.ts';
import { Patch } from '../patch.ts';
import type { Scan } from '../scan.ts';
import type { Decoder } from './decoder.ts';

const framed = /<~([!-uz\s]{5,})~>/g;
/** The first group of five decides for nearly all that is something else. */
const signs = /[!"#$%&'()*+,:;<>?@[\]^`]/g;
const signsShare = 0.12;

export const ascii85: Decoder = {
  name: 'ascii85',
  read: (scan, rewrite) => {
    const patch = new Patch(rewrite, scan.text.length);
    if (scan.text.includes('<~')) {
      for (const match of scan.text.matchAll(framed)) {
        const text = readBytes(decode(match[1] ?? ''));
        if (text !== undefined) patch.replace(match.index, match.index + match[0].length, text);
      }
    } else readDense(scan, patch);
    patch.close();
  },
};

/** Without a frame: a stretch in which letters and signs mix as no word or path mixes them. */
function readDense(scan: Scan, patch: Patch): void {
  for (let at = 0; at < scan.dense.length; at += 2) {
    const from = scan.dense.at(at);
    const to = scan.dense.at(at + 1);
    if (!mayBeText(decode(scan.text.slice(from, from + 10)))) continue;
    const run = scan.text.slice(from, to);
    if ((run.match(signs)?.length ?? 0) < run.length * signsShare) continue;
    const text = readBytes(decode(run));
    if (text !== undefined) patch.replace(from, to, text);
  }
}

function decode(text: string): Uint8Array {
  const bytes: number[] = [];
  let group: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 122 && group.length === 0) bytes.push(0, 0, 0, 0);
    else if (unit >= 33 && unit <= 117) group.push(unit - 33);
    if (group.length === 5) {
      bytes.push(...spell(group));
      group = [];
    }
  }
  if (group.length > 1) {
    const missing = 5 - group.length;
    bytes.push(...spell([...group, 84, 84, 84, 84].slice(0, 5)).slice(0, 4 - missing));
  }
  return Uint8Array.from(bytes);
}

function spell(group: readonly number[]): number[] {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0) % 2 ** 32;
  return [value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value].map((byte) => byte & 0xff);
}
