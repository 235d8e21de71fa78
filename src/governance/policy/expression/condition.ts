/** A condition from its text to something that runs: parsed, checked, bound to its policy's patterns, and bounded. */
import { checkCondition, type Names } from './check.ts';
import { context } from './context.ts';
import { costMax, costOf, nestingMax, nestingOf, sizeOfField, type Sizes } from './cost.ts';
import { planCondition, type Run } from './evaluate.ts';
import { isNever, isSilent, quietFields } from './quiet.ts';
import type { Query } from '../query.ts';
import { compileClosure } from './closure.ts';
import { bindSignals, type Resolve } from './signal.ts';
import type { Subject } from './subject.ts';
import { childrenOf, parseCondition, type Flaw, type Node, type Syntax } from './syntax.ts';
import { fits, withArticle, type Type } from './type.ts';

/** Its tree as it was written: what it asks of the text is numbered anew in each condition that uses it. */
export type Variable = { readonly type: Type; readonly root: Node };

export type Surroundings = {
  readonly names: Names;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly resolve: Resolve;
};

export type Condition = {
  readonly text: string;
  readonly type: Type;
  readonly syntax: Syntax;
  /** The tree that runs: names replaced by queries, variables by what they stand for. */
  readonly root: Node;
  readonly queries: readonly Query[];
  /** Fields of the context it reads. */
  readonly fields: ReadonlySet<string>;
  /** True: false whenever no query matches and the quiet fields it reads are empty. */
  readonly silent: boolean;
  /** True: always false. */
  readonly never: boolean;
  readonly cost: number;
  /** Steps it would take on lists of these sizes; undefined where it has no loop. */
  readonly steps: ((sizes: Sizes) => number) | undefined;
  readonly run: Run;
  /** The same without an evaluator, where the condition is of the plain kind. */
  readonly holds: ((subject: Subject) => boolean) | undefined;
};

export function compileCondition(
  text: string,
  { names, variables, resolve }: Surroundings,
  expected?: Type,
): Condition | readonly Flaw[] {
  const syntax = parseCondition(text);
  if ('message' in syntax) return [syntax];
  const { type, flaws } = checkCondition(syntax, names);
  if (flaws.length > 0) return flaws;
  if (expected !== undefined && (!fits(type, expected) || type.kind === 'dyn')) {
    const given = type.kind === 'dyn' ? 'not certain to be one' : withArticle(type);
    const message = `this has to be ${withArticle(expected)}, and it is ${given}`;
    return [{ offset: 0, message }];
  }
  const roots = new Map([...variables].map(([name, variable]) => [name, variable.root]));
  const bound = bindSignals(syntax, roots, resolve);
  if (bound.flaws.length > 0) return bound.flaws;
  const { root, queries } = bound;
  const cost = costOf(root, declaredSize);
  const nesting = nestingOf(root);
  if (nesting > nestingMax) {
    return [
      { offset: 0, message: `loops are nested ${nesting} deep; at most ${nestingMax} are allowed` },
    ];
  }
  if (cost > costMax) {
    const message = `this may take ${cost} steps, more than the ${costMax} allowed; loop over less`;
    return [{ offset: 0, message }];
  }
  const fields = fieldsOf(root);
  return {
    text,
    type,
    syntax,
    root,
    queries,
    fields,
    silent: isSilent(root),
    never: isNever(root),
    cost,
    steps: nesting === 0 ? undefined : (sizes) => costOf(root, sizes),
    run: planCondition(root, queries),
    holds: compileClosure(root, queries),
  };
}

/** Quiet fields whose content wakes a silent condition. */
export function triggersOf(condition: Condition): readonly string[] {
  return quietFields.filter((field) => condition.fields.has(field));
}

function declaredSize(name: string): number {
  return sizeOfField(Object.hasOwn(context, name) ? context[name]?.size : undefined);
}

function fieldsOf(root: Node): ReadonlySet<string> {
  const fields = new Set<string>();
  const done = new Set<Node>();
  const visit = (node: Node): void => {
    if (done.has(node)) return;
    done.add(node);
    if (node.exprKind.case === 'identExpr' && Object.hasOwn(context, node.exprKind.value.name)) {
      fields.add(node.exprKind.value.name);
    }
    childrenOf(node).forEach(visit);
  };
  visit(root);
  return fields;
}
