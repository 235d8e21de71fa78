/** The words in which a dialect maps its format: what is on the map gets its kind, everything else is judged as its author's words. */
import type { PartKind, Step, UnjudgedKind } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readFree, schemaWords } from './free.ts';
import { readDataUrl, readInline, type Inline } from './inline.ts';
import { KnownMembers } from './known-members.ts';
import type { Sink } from './sink.ts';

/** Reads one value of a body into the sink. No string may get past it unseen. */
export type Shape = (value: unknown, sink: Sink) => void;

/** Off the map: every string and every name in it is judged as what it stands in, or as its author's words, and counted. */
export const unmapped: Shape = (value, sink) =>
  readFree(value, sink, sink.strange, { mapped: false });

/** Whatever in it is off the map is judged as what it stands in. */
export function within(kind: PartKind, shape: Shape): Shape {
  return (value, sink) => {
    const before = sink.strange;
    sink.strange = kind;
    shape(value, sink);
    sink.strange = before;
  };
}

/** What is said of the text beside it, which goes on behind it. */
export function apart(shape: Shape): Shape {
  return (value, sink) => {
    const before = sink.apart;
    sink.apart = true;
    shape(value, sink);
    sink.apart = before;
  };
}

/** Any JSON, all of it judged as one kind. */
export function free(kind: PartKind): Shape {
  return (value, sink) => readFree(value, sink, kind, { mapped: true });
}

/** A JSON Schema: the words of its language pass, everything that an author wrote is judged. */
export function schema(kind: PartKind): Shape {
  return (value, sink) => readFree(value, sink, kind, { mapped: true, words: schemaWords });
}

/** A small number or a switch; text in its place is judged, and a number that could be a card or an account. */
export const figure: Shape = (value, sink) => {
  if (typeof value === 'number') readFree(value, sink, 'metadata', { mapped: true });
  else unmapped(value, sink);
};

/** A moment, a duration, a size in bytes: larger than any count, and smaller than the number of a card. */
export const measure: Shape = (value, sink) => {
  if (typeof value === 'number') readFree(value, sink, 'metadata', { mapped: true, figures: true });
  else unmapped(value, sink);
};

/** Counts by name, as in a usage report: known names and counts pass, anything else is judged. */
export function figures(...known: readonly string[]): Shape {
  return report(known, []);
}

/** The same with names and values among them that count nothing. */
export function report(counts: readonly string[], others: readonly string[]): Shape {
  const words = new Set([...counts, ...others]);
  const figures = new Set(counts);
  return (value, sink) => readFree(value, sink, 'metadata', { mapped: true, words, figures });
}

/** A text of one kind; `fixed`: it cannot be rewritten. */
export function text(kind: PartKind, fixed = false): Shape {
  const options = { fixed };
  const said: Shape = (value, sink) => {
    if (typeof value === 'string') sink.text(kind, value, options);
    // Whoever puts texts together takes a number for what it is written as, and a list for what stands in it.
    else if (typeof value === 'number' && kind !== 'metadata')
      sink.text(kind, String(value), options);
    else if (sink.piece && Array.isArray(value)) inList(value, sink);
    else unmapped(value, sink);
  };
  const inList = list(said, []);
  return said;
}

/** One of a few words that the format itself knows, which say nothing else; any other string is judged. */
export function word(...known: readonly string[]): Shape {
  const words = new Set(known);
  return (value, sink) => {
    if (typeof value !== 'string' || !words.has(value)) unmapped(value, sink);
  };
}

/** A word out of a list that the provider keeps and extends: known ones say nothing else, others are judged as metadata. */
export function label(...known: readonly string[]): Shape {
  const words = new Set(known);
  const other = text('metadata');
  return (value, sink) => {
    if (typeof value !== 'string' || !words.has(value)) other(value, sink);
  };
}

/** An object with these members; others are judged, their names too. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  const known = new KnownMembers(members);
  return (value, sink) => {
    const record = readObject(value);
    if (record === undefined) unmapped(value, sink);
    else readMembers(record, known, sink);
  };
}

function readMembers(
  record: Readonly<Record<string, unknown>>,
  known: KnownMembers<Shape>,
  sink: Sink,
): void {
  for (const name of Object.keys(record)) {
    const shape = known.find(name);
    if (shape === undefined) known.checkStranger(name, sink);
    sink.enter(name);
    if (shape === undefined) {
      sink.text(sink.strange, name, { mapped: false, fixed: true, name: true, aside: true });
      unmapped(record[name], sink);
    } else shape(record[name], sink);
    sink.leave();
  }
}

/** `as`: where the items stand in a plain answer, if not at their own index. */
export function list(item: Shape, as?: readonly Step[]): Shape {
  return (value, sink) => {
    if (!Array.isArray(value)) {
      unmapped(value, sink);
      return;
    }
    for (let index = 0; index < value.length; index += 1) {
      sink.enter(index, as ?? index);
      item(value[index], sink);
      sink.leave();
    }
  };
}

/** One shape for each kind of JSON value that a place may hold. */
export function either(shapes: {
  readonly string?: Shape;
  readonly list?: Shape;
  readonly object?: Shape;
}): Shape {
  const { string = unmapped, list = unmapped, object = unmapped } = shapes;
  return (value, sink) => {
    if (typeof value === 'string' || typeof value === 'number') string(value, sink);
    else if (Array.isArray(value)) list(value, sink);
    else if (typeof value === 'object' && value !== null) object(value, sink);
    else unmapped(value, sink);
  };
}

/** Objects told apart by a member; an unknown variant is judged as a whole. */
export function variant(
  by: string,
  variants: Readonly<Record<string, Readonly<Record<string, Shape>>>>,
): Shape {
  const shapes = new Map(
    Object.entries(variants).map(([name, members]) => [
      name,
      new KnownMembers({ ...members, [by]: word(name) }),
    ]),
  );
  const teller = new KnownMembers({ [by]: unmapped });
  return (value, sink) => {
    const record = readObject(value);
    const name = record?.[by];
    const members = typeof name === 'string' ? shapes.get(name) : undefined;
    if (record !== undefined && members !== undefined) readMembers(record, members, sink);
    else {
      for (const other of Object.keys(record ?? {})) teller.checkStranger(other, sink);
      unmapped(value, sink);
    }
  };
}

/** Bytes that are no text: listed as unjudged, for policies to decide on. */
export function bytes(kind: UnjudgedKind, why: string): Shape {
  return (value, sink) => {
    if (typeof value === 'string') sink.skip(kind, value.length, why);
    else unmapped(value, sink);
  };
}

/** Bytes in base64, or in a `data:` URL, that may turn out to be text of the kind `said`; `type` is their media type. */
export function blob(kind: UnjudgedKind, said: PartKind, why: string, type = ''): Shape {
  return (value, sink) => {
    if (typeof value !== 'string') unmapped(value, sink);
    else readBytes(readDataUrl(value) ?? readInline(value, type), value, sink, [kind, said, why]);
  };
}

/** Bytes in a `data:` URL, or the address of bytes that somebody else fetches; the address itself is judged. */
export function source(kind: UnjudgedKind, said: PartKind = 'user'): Shape {
  return (value, sink) => {
    if (typeof value !== 'string') {
      unmapped(value, sink);
      return;
    }
    const inline = readDataUrl(value);
    if (inline !== undefined) readBytes(inline, value, sink, [kind, said, 'inline bytes']);
    else {
      sink.skip(kind, 0, 'a remote address');
      sink.text('metadata', value);
    }
  };
}

/** Text among bytes is judged where it stands, in base64, so it cannot be rewritten. */
function readBytes(
  { text, whole }: Inline,
  value: string,
  sink: Sink,
  [kind, said, why]: readonly [UnjudgedKind, PartKind, string],
): void {
  if (text !== undefined) sink.text(said, text, { fixed: true, name: true });
  // In a stream more of them may come, and what is put together is not what each says.
  if (!whole || sink.streams) sink.skip(kind, value.length, why);
}

/** The id of something stored elsewhere: what it says cannot be seen from here. */
export function reference(kind: UnjudgedKind, why: string): Shape {
  return (value, sink) => {
    if (typeof value !== 'string') {
      unmapped(value, sink);
      return;
    }
    sink.references.push(value);
    sink.skip(kind, 0, why);
    sink.text('metadata', value);
  };
}
