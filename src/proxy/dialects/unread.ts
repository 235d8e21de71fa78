/** What a string off the map stands for beside what it says: bytes, or content that is stored or fetched elsewhere. */
import type { Step, UnjudgedKind } from '../../governance/interaction.ts';
import type { Sink } from './sink.ts';

/** By a word of the name above it, or of those above that. */
const kindOfWord: ReadonlyMap<string, UnjudgedKind> = new Map([
  ...wordsFor('image', 'image images picture photo screenshot thumbnail'),
  ...wordsFor('audio', 'audio recording speech sound'),
  ...wordsFor('video', 'video videos clip'),
  ...wordsFor(
    'file',
    'file files document documents attachment attachments pdf asset media source',
  ),
  ...wordsFor('reference', 'container skill store thread conversation assistant cache'),
  ...wordsFor('encrypted', 'signature encrypted sealed cipher'),
]);

function wordsFor(kind: UnjudgedKind, words: string): readonly (readonly [string, UnjudgedKind])[] {
  return words.split(' ').map((word) => [word, kind]);
}

const dataUrl = /^data:([^,]{0,256}),/i;
const drawnOrSpoken = /^\s*(image|audio|video)\//i;
const address = /^[a-z][a-z\d+.-]{1,15}:\S/i;
const ids: ReadonlySet<string> = new Set(['id', 'ids']);
const addresses: ReadonlySet<string> = new Set([
  'url',
  'urls',
  'uri',
  'uris',
  'href',
  'link',
  'base',
  'endpoint',
]);

/**
 * On the map such content would be listed as unjudged; hiding it off the map must not change that. True where the string
 * is nothing but bytes of a kind that is known.
 */
export function listUnread(value: string, sink: Sink): boolean {
  const type = dataUrl.exec(value)?.[1];
  if (type !== undefined) {
    const kind = kindOfType(type);
    if (kind !== undefined) sink.skip(kind, value.length, 'inline bytes where the format has none');
    return false;
  }
  // Some servers put all of a call into one that came with it.
  if (sink.asks && /\{[{%]/.test(value) && /template$/i.test(String(sink.steps.at(-1))))
    sink.skip('other', value.length, 'a template that works out what it says');
  const words = toWords(sink.steps.findLast((step) => typeof step === 'string') ?? '');
  const last = words.at(-1) ?? '';
  if (ids.has(last)) {
    const kind = kindIn(words);
    if (kind === undefined || kind === 'encrypted') return false;
    sink.references.push(value);
    sink.skip(kind, 0, 'stored content where the format has none');
  } else if (addresses.has(last) && address.test(value)) {
    const kind = kindIn(allWords(sink.steps)) ?? (sink.asks ? 'reference' : undefined);
    if (kind !== undefined) sink.skip(kind, 0, 'a remote address where the format has none');
  } else if (areBytes(value)) {
    const known = beginnings.find(([, begins]) => begins.test(value))?.[0];
    const kind = known ?? kindIn(allWords(sink.steps)) ?? 'file';
    sink.skip(kind, value.length, 'inline bytes where the format has none');
    return known !== undefined;
  }
  return false;
}

const tokenWords: ReadonlySet<string> = new Set(['token', 'tokens', 'context']);

/** Numbers of tokens stand for a text. A list of numbers is told by its name to be one of them. */
export function listTokens(value: readonly unknown[], sink: Sink): void {
  const name = sink.steps.findLast((step) => typeof step === 'string') ?? '';
  if (!toWords(name).some((word) => tokenWords.has(word))) return;
  if (value.length > 0 && value.every((each) => Number.isSafeInteger(each)))
    sink.skip('tokens', value.length, 'numbers of tokens where the format has none');
}

/** What stands in a `data:` URL; nothing where it is written as a text and is none but that. */
function kindOfType(type: string): UnjudgedKind | undefined {
  const [, name] = drawnOrSpoken.exec(type.toLowerCase()) ?? [];
  if (name === 'image' || name === 'audio' || name === 'video') return name;
  if (!/;\s*base64\s*$/i.test(type)) return undefined;
  return /^\s*(?:application|text)\//i.test(type) ? 'file' : 'other';
}

function allWords(steps: readonly Step[]): readonly string[] {
  return steps.filter((step) => typeof step === 'string').flatMap(toWords);
}

/** Of the word that stands nearest. */
function kindIn(words: readonly string[]): UnjudgedKind | undefined {
  const word = words.findLast((each) => kindOfWord.has(each));
  return word === undefined ? undefined : kindOfWord.get(word);
}

/** `imageUrl` and `image_url` alike. */
function toWords(name: Step): readonly string[] {
  return String(name)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

/** Shorter ones are digests, names and the like. */
const bytesMin = 256;
const base64 = /^[\w+/-]*={0,2}$/;

/** Pictures, sound, documents and archives, by how they begin, whatever they are called. */
const beginnings: readonly (readonly [UnjudgedKind, RegExp])[] = [
  ['image', /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR[\w+/]{6}XRUJQ)/],
  ['audio', /^(?:SUQz|T2dnUw|ZkxhQ|UklGR)/],
  ['video', /^AAAA[\w+/]{2}Z0eX/],
  ['file', /^(?:JVBERi0|UEsDB|H4sI)/],
];

/** Base64 of something that is no text: what is a text is undone and read where texts are judged. */
function areBytes(value: string): boolean {
  if (value.length < bytesMin || !base64.test(value)) return false;
  const start = Buffer.from(value.slice(0, bytesMin), 'base64');
  return start.some((byte) => byte < 9 || (byte > 13 && byte < 32));
}
