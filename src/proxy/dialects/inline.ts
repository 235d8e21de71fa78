/** Bytes that stand inside a body, in base64 or in a `data:` URL, read as text where they are text. */
import { isUtf8 } from 'node:buffer';

export type Inline = {
  /** What the bytes say, or undefined where they are no text. */
  readonly text: string | undefined;
  /** True: the text is all there is to them. Pictures drawn in XML and the like say more than it. */
  readonly whole: boolean;
};

const textual =
  /^(?:text\/[\w.+-]+|application\/(?:json|jsonl|x-ndjson|xml|xhtml\+xml|javascript|x-javascript|ecmascript|typescript|yaml|x-yaml|toml|sql|graphql|x-sh|x-python|x-www-form-urlencoded|[\w.-]+\+(?:json|xml|yaml)))$/;
const drawn = /^(?:text|application)\/rtf$/;
const charsets = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const base64 = /^[\w+/\s-]*={0,2}$/;
const url = /^data:([^,]{0,256}),/i;

/** `type` is what the body says of the bytes, which may be nothing, and may be wrong. */
export function readInline(data: string, type: string): Inline {
  const text = isLikelyText(data) ? toText(Buffer.from(data, 'base64')) : undefined;
  return { text, whole: text !== undefined && isText(type) };
}

/** A `data:` URL, or undefined where it is another address. */
export function readDataUrl(address: string): Inline | undefined {
  if (!/^data:/i.test(address)) return undefined;
  const [head, type = ''] = url.exec(address) ?? [];
  // Nothing says where its data begins: it is a text as it stands.
  if (head === undefined) return { text: address, whole: false };
  const data = address.slice(head.length);
  if (/;[ ]*base64[ ]*$/i.test(type))
    return readInline(data, type.replace(/;[ ]*base64[ ]*$/i, ''));
  const said = unescape(data);
  const text = toText(said ?? Buffer.from(unescapeSome(data)));
  // A URL that names no type holds plain text: RFC 2397.
  const isWhole = isText(/^\s*(?:;|$)/.test(type) ? 'text/plain' : type);
  return { text, whole: said !== undefined && text !== undefined && isWhole };
}

/** The beginning tells for most: only what may be text is decoded to its end. */
function isLikelyText(data: string): boolean {
  const start = Buffer.from(data.slice(0, 64), 'base64');
  return !start.includes(0) && base64.test(data.trimEnd());
}

/** What bytes say, or undefined where they are no text. */
export function toText(bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined || bytes.length === 0 || !isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  return text.includes('\0') ? undefined : text;
}

function unescape(data: string): Buffer | undefined {
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}

/** What is no escape stands for itself, as readers that are not strict have it. */
function unescapeSome(data: string): string {
  return data.replace(/%[0-7][\da-f]/gi, (escape) => decodeURIComponent(escape));
}

/** By its media type alone, in a charset that is read here: in another one the same bytes say something else. */
function isText(type: string): boolean {
  const [name = '', ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((each) => each.trim());
  const charset = parameters.find((each) => each.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !charsets.has(charset.replaceAll('"', ''))) return false;
  return textual.test(name) && !drawn.test(name);
}
