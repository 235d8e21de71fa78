/** The words in which a dialect maps its format: what is on the map gets its kind, everything else is judged as user text. */
import type { PartKind, UnjudgedKind } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readFree, schemaWords } from './free.ts';
import type { Sink } from './sink.ts';

/** Reads one value of a body into the sink. No string may get past it unseen. */
export type Shape = (value: unknown, sink: Sink) => void;

/** Off the map: every string and every name in it is judged as user text, and counted. */
export const unmapped: Shape = (value, sink) => readFree(value, sink, 'user', { mapped: false });

/** Any JSON, all of it judged as one kind. */
export function free(kind: PartKind): Shape {
  return (value, sink) => readFree(value, sink, kind, { mapped: true });
}

/** A JSON Schema: the words of its language pass, everything that an author wrote is judged. */
export function schema(kind: PartKind): Shape {
  return (value, sink) => readFree(value, sink, kind, { mapped: true, words: schemaWords });
}

/** A number or a switch; text in its place is judged. */
export const figure: Shape = (value, sink) => {
  if (typeof value !== 'number') unmapped(value, sink);
};

/** Counts by name, as in a usage report: known names and numbers pass, anything else is judged. */
export function figures(...known: readonly string[]): Shape {
  const words = new Set(known);
  return (value, sink) => readFree(value, sink, 'metadata', { mapped: true, words, figures: true });
}

/** A text of one kind. */
export function text(kind: PartKind): Shape {
  return (value, sink) => {
    if (typeof value === 'string') sink.text(kind, value);
    else unmapped(value, sink);
  };
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
  const shapes = new Map(Object.entries(members));
  return (value, sink) => {
    const record = readObject(value);
    if (record === undefined) unmapped(value, sink);
    else readMembers(record, shapes, sink);
  };
}

function readMembers(
  record: Readonly<Record<string, unknown>>,
  shapes: ReadonlyMap<string, Shape>,
  sink: Sink,
): void {
  for (const name of Object.keys(record)) {
    const shape = shapes.get(name);
    sink.enter(name);
    if (shape === undefined) {
      sink.text('user', name, { mapped: false, fixed: true, name: true });
      unmapped(record[name], sink);
    } else shape(record[name], sink);
    sink.leave();
  }
}

export function list(item: Shape): Shape {
  return (value, sink) => {
    if (!Array.isArray(value)) {
      unmapped(value, sink);
      return;
    }
    for (let index = 0; index < value.length; index += 1) {
      sink.enter(index);
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
    if (typeof value === 'string') string(value, sink);
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
      new Map(Object.entries({ ...members, [by]: word(name) })),
    ]),
  );
  return (value, sink) => {
    const record = readObject(value);
    const name = record?.[by];
    const members = typeof name === 'string' ? shapes.get(name) : undefined;
    if (record === undefined || members === undefined) unmapped(value, sink);
    else readMembers(record, members, sink);
  };
}

/** Bytes that are no text: listed as unjudged, for policies to decide on. */
export function bytes(kind: UnjudgedKind, why: string): Shape {
  return (value, sink) => {
    if (typeof value === 'string') sink.skip(kind, value.length, why);
    else unmapped(value, sink);
  };
}

/** Bytes in a `data:` URL, or the address of bytes that somebody else fetches; the address itself is judged. */
export function source(kind: UnjudgedKind): Shape {
  return (value, sink) => {
    if (typeof value !== 'string') {
      unmapped(value, sink);
      return;
    }
    const inline = /^data:/i.test(value);
    sink.skip(kind, inline ? value.length : 0, inline ? 'inline bytes' : 'a remote address');
    if (!inline) sink.text('metadata', value);
  };
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
