/** Finds what a secret of Kubernetes holds: every value of its data, whatever it is called. */
import type { Scan } from '../../text/scan.ts';
import { Watch } from '../../text/watch.ts';
import { WordSet } from '../../text/word-set.ts';

const watch = new Watch(new WordSet('kind'));
const kind = /kind["']?:[ \t]{0,3}["']?secret["']?(?=[\s,}]|$)/iy;
/** Data may stand behind the kind, or so close before it that no stream has let it go. */
const behindMax = 4096;
const beforeMax = 280;
const head = /(?:^|[\s{,])["']?data["']?:[ \t]{0,4}(?:#[^\n]{0,200})?(?:\r?\n|\{)/;
/** One member of the data, with its value on the same line or in a block below. */
const member =
  /(?:\s|,|#[^\n]*\n)*["']?([\w.-]{1,253})["']?:[ \t]*(?![ \t])(?:[|>][+-]?[ \t]*\r?\n[ \t]*(?![ \t]))?["']?([A-Za-z0-9+/]*={0,3})["']?[ \t]*(?=[\r\n,}]|$)/y;
const valueMin = 10;
/** What everybody may see. */
const open = /^(?:user(?:name)?|host(?:name)?|port|namespace|database|url|.*\.crt|ca\.pem)$/i;

export type Place = { readonly start: number; readonly end: number };

export function findManifests(scan: Scan): readonly Place[] {
  const found: Place[] = [];
  /** Each document is read once, however often it says what it is. */
  let covered = 0;
  for (const at of scan.seen(watch)) {
    const start = scan.words.at(at + 1);
    if (start < covered) continue;
    kind.lastIndex = start;
    if (kind.test(scan.text)) covered = readDocument(scan.text, covered, start, found);
  }
  return found;
}

/** From the line that parts it from the document before it to the one behind it, where it ends. */
function readDocument(text: string, covered: number, place: number, found: Place[]): number {
  const from = Math.max(covered, place - beforeMax);
  const before = text.slice(from, place);
  const first = from + Math.max(0, before.lastIndexOf('\n---'));
  const behind = text.slice(place, place + behindMax);
  const cut = behind.indexOf('\n---');
  const last = cut === -1 ? place + behind.length : place + cut;
  readData(text.slice(first, last), first, found);
  return last;
}

function readData(document: string, first: number, found: Place[]): void {
  const begin = head.exec(document);
  if (begin === null) return;
  member.lastIndex = begin.index + begin[0].length;
  for (;;) {
    const next = member.lastIndex;
    const match = member.exec(document);
    if (match === null || member.lastIndex === next) return;
    const [whole, name = '', value = ''] = match;
    if (value.length < valueMin || open.test(name)) continue;
    const start = first + match.index + whole.lastIndexOf(value);
    found.push({ start, end: start + value.length });
  }
}
