/** One YAML document as plain data with the way back to its lines; the only file that imports the parser. */
import {
  type Document,
  LineCounter,
  type Node,
  type Scalar,
  type YAMLMap,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  visit,
} from 'yaml';
import type { Step } from '../governance/interaction.ts';
import type { Position } from '../governance/policy/source.ts';
import { offsetInSource } from './scalar-offset.ts';
import { tellComplaints } from './yaml-fault.ts';

export type YamlFault = Position & { readonly message: string };

export type YamlDocument = {
  /** The parsed value; null where the document is empty or faulty. */
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
  readonly locate: (path: readonly Step[], of?: 'key' | 'value') => Position;
  readonly locateInside: (path: readonly Step[], offset: number) => Position;
};

/** Weighed by the parser as aliases times what they stand for, so that a few lines cannot become gigabytes. */
const aliasesMax = 100;

type Parsed = Document.Parsed;

/** `replace` may put another value in the place of a string; it is told where the string stands. */
export function readYaml(
  source: string,
  replace?: (value: string, at: Position) => unknown,
): YamlDocument {
  const lines = new LineCounter();
  const positionOf = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parseDocument(source, {
    lineCounter: lines,
    // The parser's own check compares each key with all before it; ours is linear.
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const faults = findFaults(source, document, positionOf);
  const find = (path: readonly Step[], of: 'key' | 'value'): number => offsetOf(document, path, of);
  return {
    ...(faults.length > 0 ? { value: null, faults } : toValue(document, positionOf, replace)),
    locate: (path, of = 'value') => positionOf(find(path, of)),
    locateInside: (path, offset) => {
      const node = nodeAt(document, path);
      if (!isScalar(node) || typeof node.value !== 'string') return positionOf(find(path, 'value'));
      return positionOf(offsetInSource(source, describeScalar(node, node.value), offset));
    },
  };
}

export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 100 });
}

const controlMessage =
  'a control character stands here; in double quotes an escape such as `\\x1b` stands for it';

/** An editor shows a new line behind it, and what stands there may still be the comment or the value before. */
const returnMessage =
  'a carriage return alone ends no line here; save the file with line feeds at the ends of its lines';

function findFaults(
  source: string,
  document: Parsed,
  positionOf: (offset: number) => Position,
): YamlFault[] {
  const alone = source.search(/\r(?!\n)/);
  // What else is wrong may be so only because of it.
  if (alone >= 0) return [{ ...positionOf(alone), message: returnMessage }];
  // After one syntax error the parser reports every token up to the end, each with its text.
  const isEcho = (message: string) => message.includes(' token in YAML stream');
  const problems = [...document.errors, ...document.warnings]
    .filter(({ message }, index) => index === 0 || !isEcho(message))
    .map(({ pos, code, message }) => ({
      ...{ pos, code },
      message: isEcho(message) ? 'unexpected text' : message,
    }));
  const faults = tellComplaints(problems, (offset) => positionOf(offset).line).map(
    ({ pos, message }) => ({ ...positionOf(pos[0]), message }),
  );
  const control = source.search(/[^\t\n\r\x85\P{Cc}]/u);
  if (control >= 0) faults.push({ ...positionOf(control), message: controlMessage });
  if (document.directives.yaml.explicit === true && document.directives.yaml.version !== '1.2')
    faults.push({ line: 1, column: 1, message: 'expected YAML 1.2, which needs no directive' });
  visit(document, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? key.value : undefined;
        if (seen.has(name))
          faults.push({
            ...positionOf(startOf(key)),
            message: `the key \`${String(name)}\` stands here twice`,
          });
        seen.add(name);
      }
    },
  });
  return faults;
}

function toValue(
  document: Parsed,
  positionOf: (offset: number) => Position,
  replace: ((value: string, at: Position) => unknown) | undefined,
): { readonly value: unknown; readonly faults: readonly YamlFault[] } {
  if (replace !== undefined) {
    visit(document, {
      Scalar(key, node) {
        if (key === 'key' || typeof node.value !== 'string') return;
        node.value = replace(node.value, positionOf(startOf(node)));
      },
    });
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: aliasesMax });
    return { value, faults: [] };
  } catch (error) {
    const message = sentence(error instanceof Error ? error.message : 'cannot be read');
    return { value: null, faults: [{ ...positionOf(firstAlias(document)), message }] };
  }
}

function firstAlias(document: Parsed): number {
  let offset = 0;
  visit(document, {
    Alias(_key, node) {
      offset = startOf(node);
      return visit.BREAK;
    },
  });
  return offset;
}

function nodeAt(document: Parsed, path: readonly Step[]): Node | undefined {
  let node: unknown = document.contents;
  for (const step of path) {
    node = child(document, node, step)?.value;
    if (node === undefined) return undefined;
  }
  return resolve(document, node);
}

/** Where a path leads, or else the nearest ancestor: its key, since that is what somebody wrote. */
function offsetOf(document: Parsed, path: readonly Step[], of: 'key' | 'value'): number {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const [index, step] of path.entries()) {
    const found = child(document, node, step);
    if (found === undefined) return offset;
    const last = index === path.length - 1;
    offset = startOf(last && of === 'value' ? (found.value ?? found.key) : found.key);
    node = found.value;
  }
  return offset;
}

type Member = { readonly key: unknown; readonly value: unknown };
const members = new WeakMap<YAMLMap, ReadonlyMap<unknown, Member>>();

/** By their names, the first of each: a file of many faults asks for each of its members. */
function membersOf(map: YAMLMap): ReadonlyMap<unknown, Member> {
  const known = members.get(map);
  if (known !== undefined) return known;
  const named = map.items.flatMap(({ key, value }): [unknown, Member][] =>
    isScalar(key) ? [[key.value, { key, value }]] : [],
  );
  const all = new Map(named.toReversed());
  members.set(map, all);
  return all;
}

/** The member or element at a step; `key` is the element itself in a list. */
function child(document: Parsed, parent: unknown, step: Step): Member | undefined {
  const node = resolve(document, parent);
  if (isMap(node)) {
    return membersOf(node).get(String(step));
  }
  if (!isSeq(node) || typeof step !== 'number') return undefined;
  const item = node.items[step];
  return item === undefined ? undefined : { key: item, value: item };
}

function resolve(document: Parsed, node: unknown): Node | undefined {
  if (isAlias(node)) return node.resolve(document);
  return isNode(node) ? node : undefined;
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function describeScalar(
  node: Scalar,
  value: string,
): {
  readonly value: string;
  readonly style: string;
  readonly start: number;
  readonly end: number;
} {
  return {
    value,
    style: node.type ?? 'PLAIN',
    start: node.range?.[0] ?? 0,
    end: node.range?.[1] ?? 0,
  };
}

/** The parser's messages, in the form of ours. */
function sentence(message: string): string {
  const first = message.split('\n')[0] ?? message;
  return first.charAt(0).toLowerCase() + first.slice(1);
}
