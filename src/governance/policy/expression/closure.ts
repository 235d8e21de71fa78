/** Runs the plain kind of condition without an evaluator: comparisons of declared fields, which cannot fail. */
import type { Part } from '../../interaction.ts';
import type { Seen } from '../../seen.ts';
import type { Query } from '../query.ts';
import { areNear } from '../sight.ts';
import { fieldClosure, memberClosure } from './closure-field.ts';
import { callClosure, listClosure } from './closure-operator.ts';
import type { Closure, Run } from './closure-type.ts';
import { countCall, nearCall, seenCall } from './signal.ts';
import type { Subject } from './subject.ts';
import { childrenOf, type Loop, type Node } from './syntax.ts';

type Locals = ReadonlyMap<string, Closure>;
type Compile = (node: Node, locals: Locals) => Closure | undefined;

/** Undefined where the condition needs more than this knows; CEL's own evaluator runs it then. */
export function compileClosure(
  root: Node,
  queries: readonly Query[],
): ((subject: Subject) => boolean) | undefined {
  const compile: Compile = (node, locals) => {
    const { exprKind } = node;
    switch (exprKind.case) {
      case 'constExpr':
        return constantClosure(exprKind.value.constantKind);
      case 'identExpr':
        return locals.get(exprKind.value.name) ?? fieldClosure(exprKind.value.name);
      case 'selectExpr': {
        const { operand, field: name, testOnly } = exprKind.value;
        if (operand === undefined || testOnly) return undefined;
        const named = operand.exprKind.case === 'identExpr' ? operand.exprKind.value.name : '';
        return memberClosure(locals.get(named) ?? named, name);
      }
      case 'listExpr':
        return listClosure(exprKind.value.elements.map((element) => compile(element, locals)));
      case 'callExpr': {
        const own = signalClosure(node, queries);
        if (own !== undefined) return own;
        const args = childrenOf(node).map((child) => compile(child, locals));
        return callClosure(exprKind.value.function, args);
      }
      case 'comprehensionExpr':
        return loopClosure(exprKind.value, locals, compile);
      case 'structExpr':
      case undefined:
        return undefined;
    }
  };
  const compiled = compile(root, new Map());
  return compiled?.type === 'bool' ? compiled.run : undefined;
}

type Constant = Extract<Node['exprKind'], { case: 'constExpr' }>['value']['constantKind'];

function constantClosure(of: Constant): Closure | undefined {
  if (of.case === 'boolValue') return { type: 'bool', run: always(of.value) };
  if (of.case === 'stringValue') return { type: 'string', run: always(of.value) };
  if (of.case === 'doubleValue') return { type: 'number', run: always(of.value) };
  if (of.case === 'int64Value' && Number.isSafeInteger(Number(of.value))) {
    return { type: 'number', run: always(Number(of.value)) };
  }
  return undefined;
}

function always<Value>(value: Value): Run<Value> {
  return () => value;
}

function signalClosure(node: Node, queries: readonly Query[]): Closure | undefined {
  if (node.exprKind.case !== 'callExpr') return undefined;
  const { function: name, args } = node.exprKind.value;
  const numbers = args.map((arg) =>
    arg.exprKind.case === 'constExpr' && arg.exprKind.value.constantKind.case === 'int64Value'
      ? Number(arg.exprKind.value.constantKind.value)
      : -1,
  );
  const query = queries[numbers[0] ?? -1];
  if (query === undefined) return undefined;
  if (name === seenCall) {
    return { type: 'bool', run: ({ sight }) => sight.seenBy(query).length > 0 };
  }
  if (name === countCall) {
    return { type: 'number', run: ({ sight }) => sight.seenBy(query).length };
  }
  const other = queries[numbers[1] ?? -1];
  const distance = numbers[2];
  if (name !== nearCall || other === undefined || distance === undefined) return undefined;
  return {
    type: 'bool',
    run: ({ sight }) => areNear(sight.seenBy(query), sight.seenBy(other), distance),
  };
}

/** `exists` and `all`; the other macros build lists. */
function loopClosure(of: Loop, locals: Locals, compile: Compile): Closure | undefined {
  const { iterRange, accuInit, accuVar, iterVar, loopStep, result } = of;
  if (!iterRange || loopStep?.exprKind.case !== 'callExpr') return undefined;
  if (result?.exprKind.case !== 'identExpr' || result.exprKind.value.name !== accuVar) return;
  const begin = accuInit === undefined ? undefined : boolOf(accuInit);
  const { function: name, args } = loopStep.exprKind.value;
  const [total, body] = args;
  const exists = name === '_||_' && begin === false;
  const all = name === '_&&_' && begin === true;
  if (body === undefined || !(exists || all) || total?.exprKind.case !== 'identExpr') return;
  const range = compile(iterRange, locals);
  const inside = (item: Closure): Run<boolean> | undefined => {
    const own = compile(body, new Map([...locals, [iterVar, item]]));
    return own?.type === 'bool' ? own.run : undefined;
  };
  switch (range?.type) {
    case 'strings': {
      const { get, set } = slot('');
      return through(range.run, set, inside({ type: 'string', run: get }), exists);
    }
    case 'parts': {
      const { get, set } = slot<Part | undefined>(undefined);
      return through(range.run, set, inside({ type: 'part', run: get }), exists);
    }
    case 'findings': {
      const { get, set } = slot<Seen | undefined>(undefined);
      return through(range.run, set, inside({ type: 'finding', run: get }), exists);
    }
    case 'bool':
    case 'number':
    case 'string':
    case 'numbers':
    case 'part':
    case 'finding':
    case undefined:
      return undefined;
  }
}

function boolOf(node: Node): boolean | undefined {
  if (node.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = node.exprKind.value;
  return constantKind.case === 'boolValue' ? constantKind.value : undefined;
}

function slot<Value>(first: Value): { get: () => Value; set: (value: Value) => void } {
  let held = first;
  return {
    get: () => held,
    set: (value) => {
      held = value;
    },
  };
}

/** `until` is the answer that ends the walk: true for `exists`, false for `all`. */
function through<Item>(
  range: Run<readonly Item[]>,
  set: (item: Item) => void,
  body: Run<boolean> | undefined,
  until: boolean,
): Closure | undefined {
  if (body === undefined) return undefined;
  const run = (subject: Subject): boolean => {
    for (const item of range(subject)) {
      set(item);
      if (body(subject) === until) return until;
    }
    return !until;
  };
  return { type: 'bool', run };
}
