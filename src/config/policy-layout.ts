/** The canonical layout of a policy file: members in the order of the schema, one style, every comment kept. */
import { isDeepStrictEqual } from 'node:util';
import { type Document, LineCounter, isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';

export type Layout =
  | { readonly text: string }
  | { readonly line: number; readonly column: number; readonly message: string };

const lineWidth = 100;

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
  const document = parseDocument(source, {
    lineCounter: lines,
    stringKeys: true,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    return { line, column: col, message: 'this is not YAML that can be laid out' };
  }
  const before: unknown = document.toJS();
  const root = document.contents;
  sort(root, '');
  if (isMap(root)) {
    sort(root.get('metadata'), 'metadata');
    const spec = root.get('spec');
    sort(spec, 'spec');
    if (isMap(spec)) {
      sortEach(spec.get('rules'), 'rule');
      sortEach(spec.get('exemptions'), 'exemption');
    }
    sortEach(root.get('tests'), 'test', (test) => sort(test.get('expect'), 'expect'));
  }
  settleQuotes(document);
  const text = breakLongLines(tightenLists(document.toString({ lineWidth, singleQuote: true })));
  if (isDeepStrictEqual(parseDocument(text).toJS(), before)) return { text };
  return { line: 1, column: 1, message: 'this file would say something else in another layout' };
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
  // A comment above the first member stands above the mapping; it stays there whichever member is first.
  node.items.sort((left, right) => rank(left.key) - rank(right.key));
}

/** Single quotes, unless an escape needs double ones; blocks and plain text stay as they were written. */
function settleQuotes(document: Document.Parsed): void {
  visit(document, {
    Scalar(_key, node) {
      if (node.type === 'QUOTE_DOUBLE' && typeof node.value === 'string') {
        if (/^[\x20-\x26\x28-\x7e]*$/.test(node.value)) node.type = 'QUOTE_SINGLE';
      }
    },
  });
}

/** `[a, b]` beside `{ a: b }`; the library pads both or none. */
function tightenLists(text: string): string {
  const pads: number[] = [];
  visit(parseDocument(text), {
    Seq(_key, node) {
      const [start, end] = node.range ?? [0, 0];
      if (node.flow !== true || text.slice(start, end).includes('\n')) return;
      if (text.startsWith('[ ', start)) pads.push(start + 1);
      if (text.slice(start, end).endsWith(' ]')) pads.push(end - 2);
    },
  });
  pads.sort((left, right) => left - right);
  const pieces = pads.map((pad, index) => text.slice((pads[index - 1] ?? -1) + 1, pad));
  return pieces.join('') + text.slice((pads.at(-1) ?? -1) + 1);
}

/** The library measures a list or mapping without what stands before it on its line. */
function breakLongLines(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (line.length <= lineWidth) return line;
      const [, indent = '', dash = '', key, rest] =
        /^( *)(- )?([^\s'"{[:]+:) ([{[].*[}\]])$/.exec(line) ?? [];
      if (key === undefined || rest === undefined) return line;
      const inner = ' '.repeat(indent.length + dash.length + 2);
      return `${indent}${dash}${key}\n${inner}${rest}`;
    })
    .join('\n');
}
