/** Decides at load whether a condition is false as long as nothing was seen, so that it need not be run at all. */
import { countCall, nearCall, seenCall } from './signal.ts';
import { childrenOf, type Node } from './syntax.ts';

/** Lists that are empty for most calls; a condition may wait for them as it waits for a pattern. */
export const quietFields: readonly string[] = ['unjudged', 'references', 'findings'];

const signals = new Set([seenCall, countCall, nearCall]);

type Quiet = boolean | number | 'empty' | 'unknown';

/** True: whatever the rest of the call is like, this is false while no query matches and the quiet fields are empty. */
export function isSilent(root: Node): boolean {
  return quietValue(root, true) === false;
}

/** True: nothing that a call could be or hold makes it true. */
export function isNever(root: Node): boolean {
  return quietValue(root, false) === false;
}

/** `quiet`: nothing was seen. Otherwise what is seen is as unknown as all the rest. */
function quietValue(node: Node, quiet: boolean): Quiet {
  const { exprKind } = node;
  switch (exprKind.case) {
    case 'constExpr': {
      const { constantKind } = exprKind.value;
      if (constantKind.case === 'boolValue') return constantKind.value;
      if (constantKind.case === 'int64Value') return Number(constantKind.value);
      return 'unknown';
    }
    case 'identExpr':
      return quiet && quietFields.includes(exprKind.value.name) ? 'empty' : 'unknown';
    case 'callExpr':
      if (!quiet && signals.has(exprKind.value.function)) return 'unknown';
      return quietCall(
        exprKind.value.function,
        childrenOf(node).map((child) => quietValue(child, quiet)),
      );
    case 'comprehensionExpr': {
      const { iterRange, accuInit, accuVar, result } = exprKind.value;
      if (!iterRange || !accuInit || quietValue(iterRange, quiet) !== 'empty') return 'unknown';
      const total = result?.exprKind.case === 'identExpr' && result.exprKind.value.name === accuVar;
      return total ? quietValue(accuInit, quiet) : 'unknown';
    }
    case 'listExpr':
    case 'selectExpr':
    case 'structExpr':
    case undefined:
      return 'unknown';
  }
}

function quietCall(name: string, args: readonly Quiet[]): Quiet {
  const [first = 'unknown', second = 'unknown', third = 'unknown'] = args;
  switch (name) {
    case seenCall:
    case nearCall:
      return false;
    case countCall:
      return 0;
    case 'size':
      return first === 'empty' ? 0 : 'unknown';
    case '@in':
      return second === 'empty' ? false : 'unknown';
    case '_&&_':
      if (first === false || second === false) return false;
      return first === true && second === true ? true : 'unknown';
    case '_||_':
      if (first === true || second === true) return true;
      return first === false && second === false ? false : 'unknown';
    case '!_':
      return typeof first === 'boolean' ? !first : 'unknown';
    case '_?_:_':
      if (typeof first === 'boolean') return first ? second : third;
      return second === third ? second : 'unknown';
    default:
      return typeof first === 'number' && typeof second === 'number'
        ? compare(name, first, second)
        : 'unknown';
  }
}

function compare(name: string, left: number, right: number): Quiet {
  switch (name) {
    case '_<_':
      return left < right;
    case '_<=_':
      return left <= right;
    case '_>_':
      return left > right;
    case '_>=_':
      return left >= right;
    case '_==_':
      return left === right;
    case '_!=_':
      return left !== right;
    default:
      return 'unknown';
  }
}
