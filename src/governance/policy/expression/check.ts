/** Checks a condition before it ever runs: every name, every call, every type, as far as the context declares them. */
import { suggestion } from '../suggest.ts';
import { functions, operators, type Overload } from './functions.ts';
import { findStrangeWords } from './strange-word.ts';
import { childrenOf, type Flaw, type Loop, type Node, type Syntax } from './syntax.ts';
import {
  bool,
  bytes,
  comparable,
  double,
  dyn,
  fits,
  int,
  join,
  joinAll,
  listOf,
  mapOf,
  nameOf,
  withArticle,
  nothing,
  string,
  typeOfTypes,
  uint,
  type Type,
} from './type.ts';

export type Names = {
  /** Names that may stand alone in the condition. */
  readonly types: ReadonlyMap<string, Type>;
  /** Names that exist but not here, with the sentence that says so. */
  readonly refused: ReadonlyMap<string, string>;
  /** What a finding can be; the other lists of words are the same everywhere. */
  readonly categories?: readonly string[];
};

export type Checked = { readonly type: Type; readonly flaws: readonly Flaw[] };

type Locals = ReadonlyMap<string, Type>;
type Check = (node: Node, locals: Locals) => Type;

const typeNames = new Set([
  ...['bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map', 'null_type', 'type'],
]);
const macros = new Set(['exists', 'all', 'exists_one', 'map', 'filter']);
const unordered = new Map<string, string>([
  ['_&&_', '&&'],
  ['_||_', '||'],
  ['!_', '!'],
  ['-_', '-'],
]);

export function checkCondition(syntax: Syntax, names: Names): Checked {
  const flaws: Flaw[] = [];
  const fault = (node: Node, message: string): Type => {
    flaws.push({ offset: syntax.offsetOf(node), message });
    return dyn;
  };
  const check: Check = (node, locals) => {
    const { exprKind } = node;
    switch (exprKind.case) {
      case 'constExpr':
        return typeOfConstant(exprKind.value.constantKind.case);
      case 'identExpr':
        return checkName(exprKind.value.name, node, locals, names, fault);
      case 'selectExpr': {
        const { operand, field, testOnly } = exprKind.value;
        if (operand === undefined) return dyn;
        const type = checkField(check(operand, locals), field, node, fault);
        return testOnly ? bool : type;
      }
      case 'callExpr':
        return checkCall(node, locals, check, fault, names);
      case 'listExpr':
        return listOf(joinAll(exprKind.value.elements.map((element) => check(element, locals))));
      case 'structExpr':
        if (exprKind.value.messageName !== '') {
          return fault(node, `there is no type \`${exprKind.value.messageName}\` here`);
        }
        for (const child of childrenOf(node)) check(child, locals);
        return mapOf(dyn);
      case 'comprehensionExpr':
        return checkLoop(exprKind.value, node, locals, names, check, fault);
      case undefined:
        return fault(node, 'this is not a condition');
    }
  };
  const type = check(syntax.root, new Map());
  return { type, flaws };
}

type Fault = (node: Node, message: string) => Type;

function checkName(name: string, node: Node, locals: Locals, names: Names, fault: Fault): Type {
  const known = locals.get(name) ?? names.types.get(name);
  if (known !== undefined) return known;
  const refused = names.refused.get(name);
  if (refused !== undefined) return fault(node, refused);
  if (typeNames.has(name)) return typeOfTypes;
  const visible = [...locals.keys(), ...names.types.keys()].filter((key) => !key.startsWith('@'));
  return fault(node, `there is no field \`${name}\`${suggestion(name, visible)}`);
}

function checkField(operand: Type, field: string, node: Node, fault: Fault): Type {
  if (operand.kind === 'dyn') return dyn;
  if (operand.kind === 'map') return operand.value;
  if (operand.kind !== 'object') {
    return fault(node, `${withArticle(operand)} has no field \`${field}\``);
  }
  const type = Object.hasOwn(operand.fields, field) ? operand.fields[field] : undefined;
  if (type !== undefined) return type;
  const known = Object.keys(operand.fields);
  const near = suggestion(field, known);
  const all = near === '' ? `; it has \`${known.join('`, `')}\`` : near;
  return fault(node, `\`${operand.name}\` has no field \`${field}\`${all}`);
}

function checkCall(node: Node, locals: Locals, check: Check, fault: Fault, names: Names): Type {
  if (node.exprKind.case !== 'callExpr') return dyn;
  const { function: name, target, args } = node.exprKind.value;
  if (macros.has(name)) {
    return fault(node, `\`${name}\` takes a list, a new name and a condition on it`);
  }
  const targetType = target === undefined ? undefined : check(target, locals);
  const argTypes = args.map((arg) => check(arg, locals));
  const [first = dyn, second = dyn, third = dyn] = argTypes;
  for (const { at, message } of findStrangeWords(
    node,
    { target: targetType, args: argTypes },
    names,
  ))
    fault(at, message);
  switch (name) {
    case '_==_':
    case '_!=_':
      return comparable(first, second)
        ? bool
        : fault(node, `${withArticle(first)} is never equal to ${withArticle(second)}`);
    case '_?_:_':
      if (!fits(first, bool)) return fault(node, `\`?\` needs a bool, not ${withArticle(first)}`);
      return join(second, third);
    case '_[_]':
      return checkIndex(first, second, node, fault);
    case '@in':
      return checkIn(first, second, node, fault);
    default:
      return checkOverloads(name, targetType, argTypes, node, fault);
  }
}

function checkIndex(from: Type, index: Type, node: Node, fault: Fault): Type {
  if (from.kind === 'list' && fits(index, int)) return from.element;
  if (from.kind === 'map') return from.value;
  if (from.kind === 'dyn' || from.kind === 'object') return dyn;
  return fault(node, `${withArticle(from)} has no item at ${withArticle(index)}`);
}

function checkIn(item: Type, among: Type, node: Node, fault: Fault): Type {
  if (among.kind === 'dyn' || among.kind === 'map') return bool;
  if (among.kind !== 'list') {
    return fault(node, `\`in\` needs a list or a map, not ${withArticle(among)}`);
  }
  return comparable(item, among.element)
    ? bool
    : fault(node, `${withArticle(item)} is never in ${withArticle(among)}`);
}

function checkOverloads(
  name: string,
  target: Type | undefined,
  args: readonly Type[],
  node: Node,
  fault: Fault,
): Type {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  const overloads = operator ?? (Object.hasOwn(functions, name) ? functions[name] : undefined);
  if (name === 'matches') {
    return fault(
      node,
      '`matches()` compiles its pattern again on every call: name it under `patterns:` and use `hit("…")`',
    );
  }
  if (overloads === undefined) {
    return fault(
      node,
      `there is no function \`${name}\`${suggestion(name, Object.keys(functions))}`,
    );
  }
  const fitting = overloads.filter((overload) => accepts(overload, target, args));
  if (fitting.length > 0) {
    return fitting.map((overload) => overload.gives).reduce((left, right) => join(left, right));
  }
  const given = args.map(nameOf).join(' and ');
  if (operator !== undefined) {
    const sign = unordered.get(name) ?? name.replaceAll('_', '');
    return fault(node, `\`${sign}\` does not take ${given}`);
  }
  const of = target === undefined ? '' : ` of ${withArticle(target)}`;
  return fault(node, `\`${name}\`${of} does not take (${args.map(nameOf).join(', ')})`);
}

function accepts(overload: Overload, target: Type | undefined, args: readonly Type[]): boolean {
  if ((overload.target === undefined) !== (target === undefined)) return false;
  if (overload.target !== undefined && target !== undefined && !fits(target, overload.target)) {
    return false;
  }
  return (
    overload.takes.length === args.length &&
    overload.takes.every((type, index) => fits(args[index] ?? dyn, type))
  );
}

function checkLoop(
  loop: Loop,
  node: Node,
  locals: Locals,
  names: Names,
  check: Check,
  fault: Fault,
): Type {
  const { iterRange, accuInit, loopCondition, loopStep, result, iterVar, accuVar } = loop;
  if (!iterRange || !accuInit || !loopCondition || !loopStep || !result) return dyn;
  const range = check(iterRange, locals);
  if (locals.has(iterVar) || names.types.has(iterVar) || names.refused.has(iterVar)) {
    fault(node, `\`${iterVar}\` already names something else; give the items another name`);
  }
  let item: Type = dyn;
  if (range.kind === 'list') item = range.element;
  else if (range.kind !== 'map' && range.kind !== 'dyn')
    fault(node, `${withArticle(range)} has no items to go through`);
  const start = check(accuInit, locals);
  const total = start.kind === 'list' ? listOf(dyn) : start;
  const inside = new Map([...locals, [iterVar, item], [accuVar, total]] as const);
  check(loopCondition, inside);
  const step = check(loopStep, inside);
  const after = start.kind === 'list' ? step : start;
  return check(result, new Map([...locals, [accuVar, after]]));
}

function typeOfConstant(kind: string | undefined): Type {
  const types: Readonly<Record<string, Type>> = {
    stringValue: string,
    bytesValue: bytes,
    doubleValue: double,
    boolValue: bool,
    int64Value: int,
    uint64Value: uint,
    nullValue: nothing,
  };
  return types[kind ?? ''] ?? dyn;
}
