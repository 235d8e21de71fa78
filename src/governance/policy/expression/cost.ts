/** What a condition can cost at most: its nodes, times the sizes of the lists it goes through. */
import { childrenOf, type Node } from './syntax.ts';

export const costMax = 5000;
export const nestingMax = 2;
/** Steps one condition may take on the lists of one interaction; a loop that would take more is a check that failed. */
export const stepsMax = 200_000;

/** How many items the field a loop goes through has, or is declared to have. */
export type Sizes = (field: string) => number;

const sizeOfUnknown = 50;

/** Each node is counted once however often it is shared, so a chain of variables stays linear to judge. */
export function costOf(root: Node, sizes: Sizes): number {
  const known = new Map<Node, number>();
  const cost = (node: Node | undefined): number => {
    if (node === undefined) return 0;
    const before = known.get(node);
    if (before !== undefined) return before;
    const total = own(node);
    known.set(node, total);
    return total;
  };
  const own = (node: Node): number => {
    if (node.exprKind.case !== 'comprehensionExpr') {
      return childrenOf(node).reduce((total, child) => total + cost(child), 1);
    }
    const { iterRange, accuInit, loopCondition, loopStep, result } = node.exprKind.value;
    const rounds = iterRange === undefined ? 0 : itemsOf(iterRange, sizes);
    const once = 1 + cost(iterRange) + cost(accuInit) + cost(result);
    return once + rounds * (cost(loopCondition) + cost(loopStep));
  };
  return cost(root);
}

/** Loops inside the step of a loop; a loop in another's range runs beside it, not inside it. */
export function nestingOf(root: Node): number {
  const known = new Map<Node, number>();
  const nesting = (node: Node | undefined): number => {
    if (node === undefined) return 0;
    const before = known.get(node);
    if (before !== undefined) return before;
    let depth: number;
    if (node.exprKind.case === 'comprehensionExpr') {
      const { iterRange, loopStep } = node.exprKind.value;
      depth = Math.max(nesting(iterRange), 1 + nesting(loopStep));
    } else {
      depth = Math.max(0, ...childrenOf(node).map(nesting));
    }
    known.set(node, depth);
    return depth;
  };
  return nesting(root);
}

function itemsOf(range: Node, sizes: Sizes): number {
  const { exprKind } = range;
  switch (exprKind.case) {
    case 'listExpr':
      return exprKind.value.elements.length;
    case 'identExpr':
      return sizes(exprKind.value.name);
    case 'selectExpr':
      return exprKind.value.operand === undefined ? 0 : itemsOf(exprKind.value.operand, sizes);
    case 'comprehensionExpr':
      return exprKind.value.iterRange === undefined ? 0 : itemsOf(exprKind.value.iterRange, sizes);
    case 'callExpr':
    case 'constExpr':
    case 'structExpr':
    case undefined: {
      const inner = childrenOf(range).map((child) => itemsOf(child, sizes));
      return inner.length === 0 ? sizeOfUnknown : inner.reduce((sum, size) => sum + size, 0);
    }
  }
}

export const sizeOfField = (declared: number | undefined): number => declared ?? sizeOfUnknown;
