/** Parses a condition into CEL's own tree; the only file that knows the shape of that library's nodes. */
import { parse, unparse } from '@bufbuild/cel';
import { findSlip } from './slip.ts';

export type Parsed = ReturnType<typeof parse>;
export type Node = NonNullable<Parsed['expr']>;
export type Loop = Extract<Node['exprKind'], { case: 'comprehensionExpr' }>['value'];

/** A fault at a character of the condition. */
export type Flaw = { readonly offset: number; readonly message: string };

export type Syntax = {
  readonly text: string;
  readonly root: Node;
  readonly parsed: Parsed;
  readonly offsetOf: (node: Node) => number;
};

export const charactersMax = 4096;
const depthMax = 40;

export function parseCondition(text: string): Syntax | Flaw {
  if (text.length > charactersMax) {
    return { offset: charactersMax, message: 'a condition has at most 4,096 characters' };
  }
  const deep = findDepth(text);
  if (deep !== undefined) {
    return { offset: deep, message: `brackets are nested more than ${depthMax} deep` };
  }
  try {
    const parsed = parse(text);
    const positions = parsed.sourceInfo?.positions ?? {};
    return {
      text,
      root: parsed.expr,
      parsed,
      offsetOf: (node) => skipSpace(text, positions[node.id.toString()] ?? 0),
    };
  } catch (error) {
    const offset = offsetIn(error);
    return findSlip(text, offset) ?? { offset, message: messageOf(error, text, offset) };
  }
}

/** A written-out number. */
export function toConstant(number: bigint): Node {
  return parse(number.toString()).expr;
}

/** The source of a node as people would write it. */
export function sourceOf(node: Node, syntax: Syntax): string {
  try {
    return unparse({
      ...syntax.parsed,
      expr: node,
    });
  } catch {
    return syntax.text.slice(syntax.offsetOf(node));
  }
}

/** The direct children of a node, in the order they are written. */
export function childrenOf(node: Node): readonly Node[] {
  const { exprKind } = node;
  switch (exprKind.case) {
    case 'selectExpr':
      return exprKind.value.operand === undefined ? [] : [exprKind.value.operand];
    case 'callExpr': {
      const { target, args } = exprKind.value;
      return target === undefined ? args : [target, ...args];
    }
    case 'listExpr':
      return exprKind.value.elements;
    case 'structExpr':
      return exprKind.value.entries.flatMap((entry) => {
        const key = entry.keyKind.case === 'mapKey' ? [entry.keyKind.value] : [];
        return entry.value === undefined ? key : [...key, entry.value];
      });
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value;
      return [iterRange, accuInit, loopCondition, loopStep, result].filter(
        (child) => child !== undefined,
      );
    }
    case 'constExpr':
    case 'identExpr':
    case undefined:
      return [];
  }
}

/** The parser tries alternatives again inside brackets, so deep nesting is refused before it starts. */
function findDepth(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth > depthMax) return index;
  }
  return undefined;
}

/** An operator is told from the space before it. */
function skipSpace(text: string, offset: number): number {
  const space = /\s*/y;
  space.lastIndex = offset;
  return offset + (space.exec(text)?.[0].length ?? 0);
}

function offsetIn(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('location' in error)) return 0;
  const { location } = error;
  if (typeof location !== 'object' || location === null || !('start' in location)) return 0;
  const { start } = location;
  if (typeof start !== 'object' || start === null || !('offset' in start)) return 0;
  return typeof start.offset === 'number' ? start.offset : 0;
}

function messageOf(error: unknown, text: string, offset: number): string {
  const found = error instanceof Error && / but expecting/.test(error.message);
  if (!found) return 'this is not a condition';
  const word = /^(?:\w+|[^])/u.exec(text.slice(offset))?.[0] ?? '';
  return word === ''
    ? 'the condition ends where something is still expected'
    : `\`${word.slice(0, 40)}\` is not expected here`;
}
