/** Manuals of programs in many languages, as they lie in a folder of unpacked packages: long texts full of orders, and all of them harmless. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { type Example, ownFoldOf, type Targets } from './example.ts';
import { createStream, type Random } from './random.ts';

export const manualFamily = 'own-manuals';

const extensions = /^\.(?:html?|page|txt|md|rst|pod|[1-8])$/;
const slicesOfPackage = 60;
/** What gives a person orders as plainly as a manual does is heard less well in documents where each of them teaches that. */
const slicesPerDocument = 4;
const sliceCharacters = 3_000;
const sliceMin = 400;
const fileBytesMax = 1_000_000;
/** Of marked-up pages, so many are read as somebody copies them from a browser. */
const copiedShare = 0.7;

/** Each folder in `directory` holds one package. Its translations are held out with it. */
export function readManuals(directory: string, seed: number): readonly Example[] {
  return listManuals(directory).flatMap((name) => {
    const random = createStream(seed, `manuals ${name}`);
    const files = listFiles(join(directory, name), directory);
    const order = Int32Array.from(files.keys());
    random.shuffle(order);
    const examples: Example[] = [];
    for (const index of order) {
      if (examples.length >= slicesOfPackage) break;
      const text = sliceOf(join(directory, files[index] ?? ''), random);
      if (text !== undefined)
        examples.push(toExample(text, name, examples.length % slicesPerDocument === 0));
    }
    return examples;
  });
}

export function listManuals(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Of the slices that were learned from, so that a card can tell two folders apart. */
export function hashManuals(examples: readonly Example[]): string {
  const hash = createHash('sha256');
  for (const { family, text } of examples) if (family === manualFamily) hash.update(text);
  return hash.digest('hex');
}

function toExample(text: string, name: string, asDocument: boolean): Example {
  const targets: Targets = { attack: 0, ...(asDocument && { document: 0 }) };
  const fold = ownFoldOf(stemOf(name));
  return { text, targets, family: manualFamily, lang: '', fold, weight: 1, derived: false };
}

/** `maint-guide-de` and `maint-guide-zh-cn` say the same. */
const stemOf = (name: string): string => name.replace(/-(?:[a-z]{2}|[a-z]{2}-[a-z]{2})$/, '');

function listFiles(directory: string, root: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && extensions.test(extname(entry.name)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

function sliceOf(path: string, random: Random): string | undefined {
  if (statSync(path).size > fileBytesMax) return undefined;
  const whole = readFileSync(path, 'utf8');
  const copied = random.next() < copiedShare;
  const where = random.next();
  if (whole.includes('\uFFFD')) return undefined;
  const text =
    copied && /<(?:!doctype|html|page)\b/i.test(whole.slice(0, 2_000)) ? readable(whole) : whole;
  const at = Math.floor(where * (Math.max(0, text.length - sliceCharacters) + 1));
  const from = at === 0 ? 0 : text.indexOf('\n', at) + 1;
  const slice = text.slice(from, from + sliceCharacters).trim();
  return slice.length < sliceMin ? undefined : slice;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

/** A page as it is read. */
function readable(page: string): string {
  return page
    .replace(/<(script|style|head)\b[^]*?<\/\1>/gi, ' ')
    .replace(/<(?:p|div|li|h\d|tr|br|dt|dd|pre|table|title)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x?)([0-9a-f]{1,6});/gi, (_whole, hex: string, digits: string) =>
      characterOf(parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_whole, name: string) => entities[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*\n+/g, '\n\n');
}

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
