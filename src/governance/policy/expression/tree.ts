/** Rebuilds a condition's tree without touching the one that was parsed. */
import type { Node } from './syntax.ts';

/** The same node over other children; unchanged nodes are shared. */
export function withChildren(node: Node, change: (child: Node) => Node): Node {
  const { exprKind } = node;
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
      const value = { ...exprKind.value, entries: exprKind.value.entries.map(withEntry(change)) };
      return { ...node, exprKind: { case: exprKind.case, value } };
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
    case 'constExpr':
    case 'identExpr':
    case undefined:
      return node;
  }
}

type Entry = Extract<Node['exprKind'], { case: 'structExpr' }>['value']['entries'][number];

function withEntry(change: (child: Node) => Node): (entry: Entry) => Entry {
  return (entry) => {
    const after = { ...entry };
    if (entry.keyKind.case === 'mapKey') {
      after.keyKind = { ...entry.keyKind, value: change(entry.keyKind.value) };
    }
    if (entry.value !== undefined) after.value = change(entry.value);
    return after;
  };
}
