/** The names a policy's conditions may use: the context at its stages, its variables, its patterns, and every category. */
import type { Stage } from '../interaction.ts';
import type { Names } from './expression/check.ts';
import {
  compileCondition,
  type Condition,
  type Surroundings,
  type Variable,
} from './expression/condition.ts';
import { context } from './expression/context.ts';
import type { Resolve } from './expression/signal.ts';
import type { Flaw } from './expression/syntax.ts';
import type { Type } from './expression/type.ts';
import type { Faults } from './faults.ts';
import type { Step } from '../interaction.ts';
import type { Steps } from '../steps.ts';
import type { NamedPattern } from './policy.ts';
import { matchesCategory, selectorsOf } from './query.ts';
import type { PolicyDocument } from './schema.ts';
import { suggestion } from './suggest.ts';

export type Known = {
  /** Patterns of this policy, by name; undefined for one that has a fault of its own. */
  readonly patterns: ReadonlyMap<string, NamedPattern | undefined>;
  /** Every category that a detector or a pattern of the bundle can report. */
  readonly categories: readonly string[];
};

const confidenceDefault = 0.5;

export function* readSurroundings(
  document: PolicyDocument,
  at: ReadonlySet<Stage>,
  known: Known,
  faults: Faults,
): Steps<Surroundings> {
  const resolve = resolveNames(document, known);
  const names = { ...namesAt(at), categories: known.categories };
  const variables = yield* compileVariables(document, names, resolve, faults);
  return { names: { ...names, types: withVariables(names.types, variables) }, variables, resolve };
}

function namesAt(at: ReadonlySet<Stage>): Names {
  const types = new Map<string, Type>();
  const refused = new Map<string, string>();
  for (const [name, field] of Object.entries(context)) {
    const lacking = [...at].filter((stage) => !field.stages.includes(stage));
    if (lacking.length === 0) types.set(name, field.type);
    else {
      refused.set(
        name,
        `\`${name}\` does not exist in a ${lacking.join(' or ')}, and this policy is judged there; set \`stages: [${field.stages.join(', ')}]\``,
      );
    }
  }
  return { types, refused };
}

function withVariables(
  types: ReadonlyMap<string, Type>,
  variables: ReadonlyMap<string, Variable>,
): ReadonlyMap<string, Type> {
  return new Map([...types, ...[...variables].map(([name, one]) => [name, one.type] as const)]);
}

/** A variable may use those before it. */
function* compileVariables(
  document: PolicyDocument,
  names: Names,
  resolve: Resolve,
  faults: Faults,
): Steps<ReadonlyMap<string, Variable>> {
  const variables = new Map<string, Variable>();
  for (const [name, text] of Object.entries(document.spec.variables ?? {})) {
    const path = ['spec', 'variables', name];
    if (!/^[A-Za-z_]\w{0,62}$/.test(name)) {
      faults.error(
        path,
        `\`${name.slice(0, 60)}\` is not a name for a variable; use letters, digits and \`_\``,
        'key',
      );
      continue;
    }
    if (Object.hasOwn(context, name)) {
      faults.error(
        path,
        `\`${name}\` is a field of the context; give the variable another name`,
        'key',
      );
      continue;
    }
    const types = withVariables(names.types, variables);
    const compiled = compileCondition(text, { names: { ...names, types }, variables, resolve });
    if (isCondition(compiled))
      variables.set(name, { type: compiled.type, root: compiled.syntax.root });
    else tellFlaws(compiled, path, faults);
    yield;
  }
  return variables;
}

function resolveNames(document: PolicyDocument, known: Known): Resolve {
  const detect = Object.entries(document.spec.detect ?? {});
  return (name, form, confidence) => {
    if (form !== 'category' && known.patterns.has(name)) {
      return { kind: 'pattern', name, pattern: known.patterns.get(name)?.number ?? -1 };
    }
    if (form === 'pattern' || (form === 'any' && !name.includes('/'))) {
      const among = [...known.patterns.keys()];
      return `this policy has no pattern \`${name}\`${suggestion(name, among)}`;
    }
    const problem = checkSelector(name, known.categories);
    if (problem !== undefined) return problem;
    const set = detect
      .filter(([selector]) => matchesCategory(selector, name) || selector === name)
      .sort(([left], [right]) => right.length - left.length)
      .find(([, options]) => options.confidence !== undefined);
    return {
      kind: 'category',
      selector: name,
      confidence: confidence ?? set?.[1].confidence ?? confidenceDefault,
    };
  };
}

export function checkSelector(selector: string, categories: readonly string[]): string | undefined {
  if (categories.some((category) => matchesCategory(selector, category))) return undefined;
  const families = new Set(categories.flatMap(selectorsOf));
  return `nothing detects \`${selector}\`${suggestion(selector, families)}`;
}

export function isCondition(value: Condition | readonly Flaw[]): value is Condition {
  return 'root' in value;
}

export function tellFlaws(flaws: readonly Flaw[], path: readonly Step[], faults: Faults): void {
  for (const { offset, message } of flaws) faults.inside(path, offset, message);
}
