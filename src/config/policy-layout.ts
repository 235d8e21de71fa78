/** The canonical layout of a policy file: members in the order of the schema, one style, every comment kept. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  LineCounter,
  type YAMLMap,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
} from 'yaml';
import { Unprintable, printYaml } from './yaml-print.ts';

export type Layout =
  | { readonly text: string }
  | { readonly line: number; readonly column: number; readonly message: string };

/** A member that is not named here keeps its place behind those that are. */
const orders: Readonly<Record<string, readonly string[]>> = {
  '': ['apiVersion', 'kind', 'policy', 'metadata', 'spec', 'tests'],
  metadata: ['id', 'title', 'description', 'owner', 'severity', 'status', 'controls'],
  spec: [
    ...['mode', 'stages', 'parts', 'onError', 'onBlock', 'floor', 'history', 'zone', 'match'],
    ...['exemptions', 'limits', 'patterns', 'detect', 'variables', 'rules'],
  ],
  rule: ['id', 'when', 'action', 'severity', 'redact', 'message'],
  test: ['name', 'todo', 'given', 'expect'],
  expect: ['action', 'rules', 'redacted'],
  exemption: ['rules', 'match', 'owner', 'reason', 'expires'],
};

export function layOutPolicy(source: string): Layout {
  const lines = new LineCounter();
  // A file that begins with the mark of its encoding, or ends its lines as Windows does, says the same without.
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const document = parseDocument(text, {
    lineCounter: lines,
    stringKeys: true,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    return {
      line,
      column: col,
      message: 'this is not YAML that can be laid out; see `policy lint`',
    };
  }
  const root = document.contents;
  if (!isMap(root)) return { line: 1, column: 1, message: 'expected a mapping' };
  const before = said(document);
  sortAll(root);
  const printed = print(document, text);
  if (typeof printed !== 'string') return { line: 1, column: 1, ...printed };
  if (before !== undefined && isDeepStrictEqual(said(parseDocument(printed)), before))
    return { text: printed };
  return { line: 1, column: 1, message: 'this file would say something else in another layout' };
}

function print(document: Document.Parsed, source: string): string | { readonly message: string } {
  try {
    return printYaml(document, source);
  } catch (error) {
    if (error instanceof Unprintable) return { message: `${error.message} cannot be laid out` };
    throw error;
  }
}

/** What must not change: the values, and every comment. Undefined where aliases stand for more than can be held. */
function said(document: Document): unknown {
  const comments: string[] = [];
  const add = (text?: string | null): void => {
    for (const line of (text ?? '').split('\n')) if (line.trim() !== '') comments.push(line.trim());
  };
  add(document.commentBefore);
  add(document.comment);
  visit(document, {
    Node: (_key, node) => {
      add(node.commentBefore);
      add(node.comment);
    },
  });
  try {
    return { value: document.toJS() as unknown, comments: comments.sort() };
  } catch {
    return undefined;
  }
}

function sortAll(root: YAMLMap): void {
  sort(root, '');
  sort(root.get('metadata'), 'metadata');
  const spec = root.get('spec');
  sort(spec, 'spec');
  if (isMap(spec)) {
    sortEach(spec.get('rules'), 'rule');
    sortEach(spec.get('exemptions'), 'exemption');
  }
  sortEach(root.get('tests'), 'test', (test) => sort(test.get('expect'), 'expect'));
}

type Mapping = { get: (key: string) => unknown };

function sortEach(node: unknown, order: string, then?: (item: Mapping) => void): void {
  if (!isSeq(node)) return;
  for (const item of node.items) {
    sort(item, order);
    if (isMap(item)) then?.({ get: (key) => item.get(key) });
  }
}

function sort(node: unknown, order: string): void {
  if (!isMap(node)) return;
  const names = orders[order] ?? [];
  const rank = (key: unknown): number => {
    const index = isScalar(key) ? names.indexOf(String(key.value)) : -1;
    return index < 0 ? names.length : index;
  };
  node.items.sort((left, right) => rank(left.key) - rank(right.key));
  const first = node.items[0]?.key;
  if (!isNode(first)) return;
  // A comment above the first member stands above the mapping, and no blank line above either.
  const own = [node.commentBefore, first.commentBefore].filter((text) => typeof text === 'string');
  if (own.length > 0) node.commentBefore = own.join('\n');
  first.commentBefore = null;
  first.spaceBefore = false;
}
