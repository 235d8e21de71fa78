/** What a condition asks of the text: each `hit`, `found`, `count` and `near` becomes a numbered query. */
import type { Query } from '../query.ts';
import { toConstant, type Flaw, type Node, type Syntax } from './syntax.ts';
import { withChildren } from './tree.ts';

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
  const ask: Ask = (node, name, form, confidence) => {
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
    const { exprKind } = node;
    if (exprKind.case === 'identExpr') {
      const variable = variables.get(exprKind.value.name);
      return variable === undefined ? node : bind(variable);
    }
    const call = exprKind.case === 'callExpr' && exprKind.value.target === undefined;
    if (!call || !Object.hasOwn(forms, exprKind.value.function)) return withChildren(node, bind);
    const bound = bindCall(node, ask);
    if (typeof bound !== 'string') return bound;
    flaws.push({ offset: syntax.offsetOf(node), message: bound });
    return node;
  };
  return { root: bind(syntax.root), queries, flaws };
}

type Ask = (node: Node, name: string, form: Form, confidence?: number) => bigint;

/** A name and a number that stand in the condition itself can be checked at load; what is worked out later cannot. */
function bindCall(node: Node, ask: Ask): Node | string {
  if (node.exprKind.case !== 'callExpr') return node;
  const { function: name, args } = node.exprKind.value;
  const found = forms[name];
  const literals = args.map(literalOf);
  if (found === undefined || literals.includes(undefined)) {
    return `\`${name}\` takes written-out values only, so that they can be checked`;
  }
  const [form, call] = found;
  const confidence =
    name === 'found' && literals[1] !== undefined ? Number(literals[1]) : undefined;
  if (confidence !== undefined && (confidence < 0 || confidence > 1))
    return `a confidence is from 0 to 1, not ${confidence}`;
  const distance = name === 'near' ? literals[2] : undefined;
  if (typeof distance === 'bigint' && distance < 1n)
    return `\`near\` needs a distance of at least 1 character, not ${distance}`;
  const numbers: bigint[] = [];
  for (const literal of literals) {
    if (typeof literal === 'string') numbers.push(ask(node, literal, form, confidence));
    else if (typeof literal === 'bigint' && name === 'near') numbers.push(literal);
  }
  return toCall(node, call, numbers);
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
  if (constantKind.case === 'stringValue') return constantKind.value;
  if (constantKind.case === 'int64Value') return constantKind.value;
  return constantKind.case === 'doubleValue' ? constantKind.value : undefined;
}

function toCall(node: Node, name: string, numbers: readonly bigint[]): Node {
  if (node.exprKind.case !== 'callExpr') return node;
  const args = numbers.map(toConstant);
  const value = { ...node.exprKind.value, function: name, args };
  return { ...node, exprKind: { case: 'callExpr', value } };
}
