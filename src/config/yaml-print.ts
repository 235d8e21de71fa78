/** Prints a YAML document as prettier lays it out at a width of 100 with single quotes; comments and line breaks of texts stay. */
import { type Document, type Pair, type Scalar, isMap, isScalar, isSeq } from 'yaml';
import type { YAMLMap, YAMLSeq } from 'yaml';
import { printBlockText, printInline, readLines } from './yaml-scalar.ts';

export const lineWidth = 100;

/** What cannot be printed without a guess: anchors, aliases, tags, keys that are no text. */
export class Unprintable extends Error {}

/** Lines, of which the first stands behind what is already on its line. */
type Lines = readonly string[];

type Commented = {
  readonly commentBefore?: string | null;
  readonly comment?: string | null;
  readonly spaceBefore?: boolean;
};

export function printYaml(document: Document.Parsed, source: string): string {
  const printer = new Printer(source);
  const { commentBefore, contents, comment } = document;
  const blocks = [
    toComments(commentBefore),
    contents === null ? [] : [...toComments(contents.commentBefore), ...printer.block(contents, 0)],
    toComments(comment),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

class Printer {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** A node on lines of its own. */
  block(node: unknown, indent: number): Lines {
    const pad = ' '.repeat(indent);
    if (isMap(node) && node.flow !== true && node.items.length > 0)
      return [...this.#members(node, indent), ...toComments(node.comment, pad)];
    if (isSeq(node) && node.flow !== true && node.items.length > 0)
      return [...this.#items(node, indent), ...toComments(node.comment, pad)];
    return this.#item(node, indent, '').map((line, index) => (index === 0 ? pad + line : line));
  }

  #members(map: YAMLMap, indent: number): Lines {
    const pad = ' '.repeat(indent);
    return map.items.flatMap((pair, index) => [
      ...(index > 0 && commentedOf(pair.key).spaceBefore === true ? [''] : []),
      ...toComments(commentedOf(pair.key).commentBefore, pad),
      ...this.#member(pair, indent, '').map((line, at) => (at === 0 ? pad + line : line)),
    ]);
  }

  #items(seq: YAMLSeq, indent: number): Lines {
    const pad = ' '.repeat(indent);
    return seq.items.flatMap((item, index) => {
      const { spaceBefore, commentBefore } = commentedOf(item);
      const [first = '', ...rest] = this.block(item, indent + 2);
      return [
        ...(index > 0 && spaceBefore === true ? [''] : []),
        ...toComments(commentBefore, pad),
        `${pad}- ${first.trimStart()}`,
        ...rest,
      ];
    });
  }

  /** `key: value`; the lines after the first are indented already. `tail` is what follows on its last line. */
  #member({ key, value }: Pair, indent: number, tail: string): Lines {
    if (!isScalar(key)) throw new Unprintable('a key that is no text');
    const name = `${printInline(checked(key), this.#source) ?? unprintable()}:`;
    if (value === null || (isScalar(value) && value.type === 'PLAIN' && value.source === ''))
      return [withComment(name + tail, commentedOf(value).comment)];
    if (isBlock(value)) {
      const inner = indent + 2;
      const before = toComments(commentedOf(value).commentBefore, ' '.repeat(inner));
      return [name, ...before, ...this.block(checked(value), inner)];
    }
    const above = toComments(commentedOf(value).commentBefore, ' '.repeat(indent + 2));
    const from = indent + name.length + 1;
    const isText = isScalar(value);
    // With a comment behind it, prettier begins a list in brackets beside its key.
    const hugged = !isText && Boolean(commentedOf(value).comment);
    const [first = '', ...rest] = isText
      ? this.#text(value, indent + 2, tail)
      : this.#collection(value, { indent: indent + 2, from: hugged ? from : indent + 2, tail });
    const room = isText ? rest.length === 0 || isBlockText(value) : hugged;
    const flat = isText ? first : this.#flat(value);
    const fits = from + (flat?.length ?? lineWidth) + tail.length <= lineWidth;
    return (room || fits) && above.length === 0
      ? [`${name} ${first}`, ...rest]
      : [name, ...above, ' '.repeat(indent + 2) + first, ...rest];
  }

  /** An item behind its mark or in its own place. */
  #item(node: unknown, indent: number, tail: string): Lines {
    return isScalar(node)
      ? this.#text(node, indent, tail)
      : this.#collection(node, { indent, from: indent, tail });
  }

  /** Its lines after the first stand at the indent. Inside `{ }` and `[ ]` a text is one line. */
  #text(node: Scalar, indent: number, tail: string): Lines {
    const { comment } = commentedOf(checked(node));
    if (isBlockText(node)) {
      const [head = '', ...rest] = printBlockText(node, this.#source, indent);
      return [withComment(head, comment), ...rest];
    }
    const lines =
      tail === ''
        ? readLines(node, this.#source)
        : [printInline(node, this.#source) ?? unprintable()];
    const pad = ' '.repeat(indent);
    return lines.map((line, index) => {
      const placed = index === 0 || line === '' ? line : pad + line;
      return index === lines.length - 1 ? withComment(placed + tail, comment) : placed;
    });
  }

  /** On one line where that fits behind `from`, else with an item on each. */
  #collection(node: unknown, { indent, from, tail }: Place): Lines {
    const { comment } = commentedOf(node);
    const flat = this.#flat(node);
    if (flat !== undefined && from + flat.length + tail.length <= lineWidth)
      return [withComment(flat + tail, comment)];
    if (!isCollection(node)) throw new Unprintable('an alias');
    const lines = this.#broken(node, indent);
    return [...lines.slice(0, -1), withComment(`${lines.at(-1) ?? ''}${tail}`, comment)];
  }

  #broken(node: YAMLMap | YAMLSeq, indent: number): Lines {
    checked(node);
    const inner = indent + 2;
    const pad = ' '.repeat(inner);
    const [open, close] = isMap(node) ? ['{', '}'] : ['[', ']'];
    const lines = node.items.flatMap((item: unknown, index: number) => {
      const at = commentedOf(isPair(item) ? item.key : item);
      const own = isPair(item)
        ? item.value === null
          ? [withComment(`${this.#flat(item.key) ?? ''},`, commentedOf(item.key).comment)]
          : this.#member(item, inner, ',')
        : this.#item(item, inner, ',');
      return [
        ...(index > 0 && at.spaceBefore === true ? [''] : []),
        ...toComments(at.commentBefore, pad),
        ...own.map((line, row) => (row === 0 ? pad + line : line)),
      ];
    });
    return [open, ...lines, `${' '.repeat(indent)}${close}`];
  }

  /** On one line, where it can stand on one at all. */
  #flat(node: unknown): string | undefined {
    if (node === null) return '';
    if (isScalar(node)) {
      return isBlockText(node) ? undefined : printInline(checked(node), this.#source);
    }
    if (!isCollection(node)) throw new Unprintable('an alias');
    checked(node);
    if (node.items.length === 0) return isMap(node) ? '{}' : '[]';
    const inner = node.items.map((item: unknown) => this.#flatItem(item));
    if (inner.includes(undefined)) return undefined;
    return isMap(node) ? `{ ${inner.join(', ')} }` : `[${inner.join(', ')}]`;
  }

  #flatItem(item: unknown): string | undefined {
    if (!isPair(item)) return hasOwnComment(item) ? undefined : this.#flat(item);
    if (hasOwnComment(item.key) || hasOwnComment(item.value)) return undefined;
    const [key, value] = [this.#flat(item.key), this.#flat(item.value)];
    if (key === undefined || value === undefined) return undefined;
    return item.value === null ? key : `${key}: ${value}`;
  }
}

type Place = { readonly indent: number; readonly from: number; readonly tail: string };

function unprintable(): never {
  throw new Unprintable('a text with empty lines in it, inside brackets,');
}

function checked<T>(node: T): T {
  const { anchor, tag } = node as { anchor?: unknown; tag?: unknown };
  if (anchor !== undefined) throw new Unprintable('an anchor');
  if (typeof tag === 'string' && !tag.startsWith('tag:yaml.org,2002:'))
    throw new Unprintable('a tag');
  return node;
}

function isPair(item: unknown): item is Pair {
  return (
    typeof item === 'object' && item !== null && 'key' in item && 'value' in item && !isScalar(item)
  );
}

function isCollection(node: unknown): node is YAMLMap | YAMLSeq {
  return isMap(node) || isSeq(node);
}

function isBlock(node: unknown): boolean {
  return isCollection(node) && node.flow !== true && node.items.length > 0;
}

function isBlockText(node: unknown): node is Scalar {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

function commentedOf(node: unknown): Commented {
  return typeof node === 'object' && node !== null ? node : {};
}

function hasOwnComment(node: unknown): boolean {
  const { comment, commentBefore } = commentedOf(node);
  return Boolean(comment) || Boolean(commentBefore);
}

/** A comment of several lines can only have stood inside, and it is not known where. */
function withComment(line: string, comment?: string | null): string {
  if (!comment) return line;
  if (comment.includes('\n')) throw new Unprintable('a comment at the end of a list in brackets');
  return `${line} #${comment.trimEnd()}`;
}

/** The parser tells comments without their `#`, an empty line for a blank one and a space for an empty comment. */
function toComments(comment: string | null | undefined, pad = ''): Lines {
  if (!comment) return [];
  return comment
    .replace(/^\n+|(?<!\n)\n+$/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .map((line) => (line === '' ? '' : `${pad}#${line.trimEnd()}`));
}
