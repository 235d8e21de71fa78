/** The words of a kept body, for full-text search: the strings of its JSON, or the body itself where it is none. */

const depthMax = 64;

/** All of it: a body is bounded where it is received, and what is kept is found to its end. */
export function toPlainText(text: string): string {
  const whole = parse(text);
  if (whole === undefined) return toStreamText(text);
  const pieces: string[] = [];
  collect(whole, (piece) => pieces.push(piece), '', '', 0);
  return pieces.join('\n');
}

/** Members whose strings go on in the next frame of a stream: what they say is joined, so that words and phrases are whole. */
const continued = new Set(
  (
    'content text delta partial_json arguments input thinking reasoning reasoning_content refusal ' +
    'response transcript code command tool_plan'
  ).split(' '),
);

/** Members that tell one text of a stream from another. */
const telling = [
  'type',
  'index',
  'output_index',
  'content_index',
  'summary_index',
  'thought',
] as const;

/** An event stream is one JSON value per `data:` line, newline-delimited JSON one per line; what is said again is kept once. */
function toStreamText(text: string): string {
  const texts = new Map<string, string>();
  const rest = new Set<string>();
  const lines: string[] = [];
  let goesOn: Continued[] = [];
  let before: Shape | undefined;
  const say = (path: string, piece: string): void => {
    texts.set(path, (texts.get(path) ?? '') + piece);
  };
  const take = (piece: string, path: string, name: string): void => {
    if (!continued.has(name)) {
      rest.add(piece);
      return;
    }
    say(path, piece);
    goesOn.push({ path, piece });
  };
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const next = before && pieceOf(line, before);
    if (before !== undefined && next !== undefined) {
      say(before.path, next);
      continue;
    }
    const bare = (line.startsWith('data:') ? line.slice('data:'.length) : line).trim();
    const json = parse(bare);
    if (json !== undefined) {
      goesOn = [];
      collect(json, take, '', '', 0);
      before = shapeOf(line, goesOn);
    } else if (/^(?:event:|:)/.test(bare)) rest.add(bare);
    else if (bare !== '') lines.push(bare);
  }
  return [...lines, ...new Set([...texts.values(), ...rest])].join('\n');
}

type Continued = { readonly path: string; readonly piece: string };

/** A line around the one piece that it says. */
type Shape = { readonly path: string; readonly head: string; readonly tail: string };

/** Undefined where the piece cannot be told from what stands around it. */
function shapeOf(line: string, [said, ...others]: readonly Continued[]): Shape | undefined {
  if (said === undefined || others.length > 0 || line.includes('\\')) return undefined;
  const literal = `"${said.piece}"`;
  const at = line.indexOf(literal);
  if (at === -1 || line.indexOf(literal, at + 1) !== -1) return undefined;
  const [head, tail] = [line.slice(0, at + 1), line.slice(at + literal.length - 1)];
  return { path: said.path, head, tail };
}

/** Whatever would end a string, or could not stand in one. */
const unplain = /["\\\p{Cc}]/u;

/** Most lines of a stream differ from the one before in what they say alone, and need not be parsed for it. */
function pieceOf(line: string, { head, tail }: Shape): string | undefined {
  if (line.length <= head.length + tail.length) return undefined;
  if (!line.startsWith(head) || !line.endsWith(tail)) return undefined;
  const piece = line.slice(head.length, line.length - tail.length);
  return unplain.test(piece) ? undefined : piece;
}

/** Refused by its first character where it is plain: an error costs more than the words. */
function parse(text: string): unknown {
  if (!/^\s*["[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collect(
  value: unknown,
  take: (piece: string, path: string, name: string) => void,
  path: string,
  name: string,
  depth: number,
): void {
  if (typeof value === 'string') {
    if (value !== '') take(value, path, name);
    return;
  }
  if (typeof value !== 'object' || value === null || depth >= depthMax) return;
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) {
      const place = value.length === 1 || isTold(inner) ? path : `${path}/${at}`;
      collect(inner, take, place, name, depth + 1);
    }
    return;
  }
  const place = path + tellingOf(value);
  for (const [step, inner] of Object.entries(value))
    collect(inner, take, `${place}/${step}`, step, depth + 1);
}

/** It says its own place, which in a stream is not the one that it has in its frame. */
function isTold(inner: unknown): boolean {
  return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, 'index');
}

function tellingOf(record: object): string {
  let told = '';
  for (const member of telling)
    if (Object.hasOwn(record, member)) {
      const said: unknown = Reflect.get(record, member);
      if (typeof said === 'string' || typeof said === 'number') told += `,${said}`;
      else if (said === true) told += `,${member}`;
    }
  return told;
}
