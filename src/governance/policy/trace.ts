/** What every part of a condition came to on one call, with its place in the text of the condition. */
import type { Span } from '../finding.ts';
import { planCondition } from './expression/evaluate.ts';
import type { Condition } from './expression/condition.ts';
import type { Subject } from './expression/subject.ts';
import { childrenOf, sourceOf, type Node } from './expression/syntax.ts';

export type Trace = {
  readonly source: string;
  readonly offset: number;
  /** As people read it: `true`, `12`, `"gpt-4o"`, `a list of 3`, or `error`. */
  readonly value: string;
  readonly operands: readonly Trace[];
  /** For what asks of the text: where the answer stands. */
  readonly found?: readonly Found[];
};

export type Found = {
  readonly category: string;
  readonly confidence: number;
  readonly spans: readonly Span[];
  readonly decoded: readonly string[];
};

const logical = new Set(['_&&_', '_||_', '!_', '_?_:_']);
const asking = new Set(['hit', 'found', 'count', 'near']);

export function traceCondition(condition: Condition, subject: Subject): Trace {
  const trace = (node: Node, bound: Node): Trace => {
    const own = {
      source: sourceOf(node, condition.syntax),
      offset: condition.syntax.offsetOf(node),
      value: showValue(bound, condition, subject),
    };
    const name = callOf(node);
    if (name !== undefined && asking.has(name)) {
      return { ...own, operands: [], found: findAnswers(bound, condition, subject) };
    }
    const inner = childrenOf(node);
    // Inside a loop there is one value for each item, and a variable is traced where it is declared.
    const whole = node.exprKind.case === 'comprehensionExpr' || isRenamed(node, bound);
    const shown = whole ? [] : inner.filter((child) => child.exprKind.case !== 'constExpr');
    const bounds = childrenOf(bound);
    const operands = shown.map((child) => trace(child, bounds[inner.indexOf(child)] ?? child));
    return { ...own, operands: flatten(name, node, operands, shown) };
  };
  return trace(condition.syntax.root, condition.root);
}

/** The leaves of the condition's `&&`, `||`, `!` and `?`: what a test can make true or false by itself. */
export function operandsOf(condition: Condition): readonly Operand[] {
  const operands: Operand[] = [];
  const visit = (node: Node, bound: Node): void => {
    const name = callOf(node);
    if (name === undefined || !logical.has(name)) {
      const source = sourceOf(node, condition.syntax);
      operands.push({ source, offset: condition.syntax.offsetOf(node), bound });
      return;
    }
    const bounds = childrenOf(bound);
    childrenOf(node).forEach((child, index) => visit(child, bounds[index] ?? child));
  };
  visit(condition.syntax.root, condition.root);
  return operands;
}

export type Operand = { readonly source: string; readonly offset: number; readonly bound: Node };

/** The operand that made a condition false: of an `&&` its first false side, of an `||` its first. */
export function firstFalse(trace: Trace): Trace {
  const blamed = trace.operands.find((operand) => operand.value === 'false');
  return blamed === undefined ? trace : firstFalse(blamed);
}

export function valueOf(node: Node, condition: Condition, subject: Subject): unknown {
  const outcome = planCondition(node, condition.queries)(subject);
  return 'error' in outcome ? undefined : outcome.value;
}

function showValue(node: Node, condition: Condition, subject: Subject): string {
  const value = valueOf(node, condition, subject);
  if (value === undefined) return 'error';
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  }
  if (typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'number') {
    return String(value);
  }
  if (value === null) return 'null';
  const size = typeof value === 'object' && 'size' in value ? Number(value.size) : 0;
  return typeof value === 'object' && 'has' in value ? `a map of ${size}` : `a list of ${size}`;
}

function callOf(node: Node): string | undefined {
  return node.exprKind.case === 'callExpr' ? node.exprKind.value.function : undefined;
}

function isRenamed(node: Node, bound: Node): boolean {
  return node.exprKind.case === 'identExpr' && node !== bound;
}

/** `a && b && c` is parsed in pairs; people read it as one row. */
function flatten(
  name: string | undefined,
  node: Node,
  operands: readonly Trace[],
  nodes: readonly Node[],
): readonly Trace[] {
  if (name !== '_&&_' && name !== '_||_') return operands;
  return operands.flatMap((operand, index) => {
    const inner = nodes[index];
    return inner !== undefined && inner !== node && callOf(inner) === name
      ? operand.operands
      : [operand];
  });
}

function findAnswers(bound: Node, condition: Condition, subject: Subject): readonly Found[] {
  const asked = childrenOf(bound).slice(0, callOf(bound) === '@near' ? 2 : 1);
  return asked.flatMap((node) => {
    const query = condition.queries[Number(valueOf(node, condition, subject))];
    const seen = query === undefined ? [] : subject.sight.seenBy(query);
    return seen.map(({ category, confidence, spans, decoded }) => ({
      ...{ category, confidence, spans, decoded },
    }));
  });
}
