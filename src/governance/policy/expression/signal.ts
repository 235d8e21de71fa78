/** What a condition asks of the text: each `hit`, `found`, `count` and `near` becomes a numbered query. */
import type { Query } from '../query.ts';
import { childrenOf, type Flaw, type Node, type Syntax } from './syntax.ts';

/** `pattern` for hit(), `category` for found(), `any` where a name may be either. */
export type Form = 'pattern' | 'category' | 'any';
export type Resolve = (name: string, form: Form, confidence?: number) => Query | string;

export type Bound = {
  readonly root: Node;
  readonly queries: readonly Query[];
  readonly flaws: readonly Flaw[];
};

export const seenCall = '@seen';
export const countCall = '@count';
export const nearCall = '@near';

const forms: Readonly<Record<string, readonly [Form, string]>> = {
  hit: ['pattern', seenCall],
  found: ['category', seenCall],
  count: ['any', countCall],
  near: ['any', nearCall],
};

/** Replaces each name by the number of its query and each variable by what it stands for. */
export function bindSignals(
  syntax: Syntax,
  variables: ReadonlyMap<string, Node>,
  resolve: Resolve,
): Bound {
  const flaws: Flaw[] = [];
  const queries: Query[] = [];
  const known = new Map<Node, Node>();
  const ask = (node: Node, name: string, form: Form, confidence?: number): bigint => {
    const query = resolve(name, form, confidence);
    if (typeof query === 'string') {
      flaws.push({ offset: syntax.offsetOf(node), message: query });
      return 0n;
    }
    const same = queries.findIndex((other) => sameQuery(other, query));
    return BigInt(same >= 0 ? same : queries.push(query) - 1);
  };
  const bind = (node: Node): Node => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const after = replace(node);
    known.set(node, after);
    return after;
  };
  const replace = (node: Node): Node => {
    if (node.exprKind.case === 'identExpr') {
      const variable = variables.get(node.exprKind.value.name);
      return variable === undefined ? node : bind(variable);
    }
    if (node.exprKind.case !== 'callExpr' || node.exprKind.value.target !== undefined) {
      return withChildren(node, bind);
    }
    const { function: name, args } = node.exprKind.value;
    const found = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (found === undefined) return withChildren(node, bind);
    const [form, call] = found;
    const literals = args.map(literalOf);
    if (literals.includes(undefined)) {
      const message = `\`${name}\` takes written-out values only, so that they can be checked`;
      flaws.push({ offset: syntax.offsetOf(node), message });
      return node;
    }
    const numbers: bigint[] = [];
    const confidence = name === 'found' ? literals[1] : undefined;
    for (const literal of literals) {
      if (typeof literal === 'string') {
        numbers.push(
          ask(node, literal, form, confidence === undefined ? undefined : Number(confidence)),
        );
      } else if (typeof literal === 'bigint' && name === 'near') numbers.push(literal);
    }
    return toCall(node, call, numbers);
  };
  return { root: bind(syntax.root), queries, flaws };
}

function sameQuery(left: Query, right: Query): boolean {
  if (left.kind === 'pattern') return right.kind === 'pattern' && left.pattern === right.pattern;
  return (
    right.kind === 'category' &&
    left.selector === right.selector &&
    left.confidence === right.confidence
  );
}

function literalOf(node: Node): string | number | bigint | undefined {
  if (node.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = node.exprKind.value;
  switch (constantKind.case) {
    case 'stringValue':
    case 'int64Value':
    case 'doubleValue':
      return constantKind.value;
    default:
      return undefined;
  }
}

function toCall(node: Node, name: string, numbers: readonly bigint[]): Node {
  if (node.exprKind.case !== 'callExpr') return node;
  const { value } = node.exprKind;
  const args = numbers.map((number, index): Node => {
    const arg = value.args[index] ?? node;
    return {
      ...arg,
      exprKind: {
        case: 'constExpr',
        value: {
          $typeName: 'cel.expr.Constant',
          constantKind: { case: 'int64Value', value: number },
        },
      },
    };
  });
  return { ...node, exprKind: { case: 'callExpr', value: { ...value, function: name, args } } };
}

/** The same node over other children; unchanged nodes are shared. */
function withChildren(node: Node, change: (child: Node) => Node): Node {
  const { exprKind } = node;
  if (childrenOf(node).length === 0) return node;
  switch (exprKind.case) {
    case 'selectExpr': {
      const { operand } = exprKind.value;
      if (operand === undefined) return node;
      return {
        ...node,
        exprKind: { case: exprKind.case, value: { ...exprKind.value, operand: change(operand) } },
      };
    }
    case 'callExpr': {
      const { target, args } = exprKind.value;
      const value = { ...exprKind.value, args: args.map(change) };
      if (target !== undefined) value.target = change(target);
      return { ...node, exprKind: { case: exprKind.case, value } };
    }
    case 'listExpr': {
      const value = { ...exprKind.value, elements: exprKind.value.elements.map(change) };
      return { ...node, exprKind: { case: exprKind.case, value } };
    }
    case 'structExpr': {
      const entries = exprKind.value.entries.map((entry) => ({
        ...entry,
        keyKind:
          entry.keyKind.case === 'mapKey'
            ? { case: entry.keyKind.case, value: change(entry.keyKind.value) }
            : entry.keyKind,
        value: entry.value === undefined ? undefined : change(entry.value),
      }));
      return { ...node, exprKind: { case: exprKind.case, value: { ...exprKind.value, entries } } };
    }
    case 'comprehensionExpr': {
      const value = { ...exprKind.value };
      if (value.iterRange) value.iterRange = change(value.iterRange);
      if (value.accuInit) value.accuInit = change(value.accuInit);
      if (value.loopCondition) value.loopCondition = change(value.loopCondition);
      if (value.loopStep) value.loopStep = change(value.loopStep);
      if (value.result) value.result = change(value.result);
      return { ...node, exprKind: { case: exprKind.case, value } };
    }
    default:
      return node;
  }
}
