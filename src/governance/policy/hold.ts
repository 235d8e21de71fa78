/** How much of a streamed answer has to be held back while it is judged, or which rule needs all of it first. */
import type { Action } from '../decision.ts';
import type { Detector } from '../detectors/detector.ts';
import { reachOf } from '../detectors/reach.ts';
import type { Interaction } from '../interaction.ts';
import { asksOutside } from '../outside.ts';
import { countCall, nearCall, seenCall } from './expression/signal.ts';
import { childrenOf, type Node } from './expression/syntax.ts';
import type { Pattern } from './patterns/pattern.ts';
import type { Bundle, NamedPattern, Policy, Rule } from './policy.ts';
import { matchesCategory, type Query } from './query.ts';

export type Hold =
  /**
   * Characters of each text that are not released until more of it is known. `again`: rules that decide nothing see
   * further than that, so what was said is judged once more as a whole before it goes on record.
   */
  | { readonly kind: 'live'; readonly characters: number; readonly again: boolean }
  /** Nothing is released before the end. `rule`: the first that asks for it, and why. */
  | { readonly kind: 'whole'; readonly rule: string; readonly why: string };

/** Characters that a rule has to see together, or why it has to see all. */
type Need = number | string;

type PolicyNeed = { readonly hold: Hold; readonly noting: number };

/** The same for every call of a policy, so it is worked out once. */
const worked = new WeakMap<Bundle, ReadonlyMap<Policy, PolicyNeed>>();

/** What the answer to a call has to be held back for: as much as the widest rule needs that may change it. */
export function holdOf(bundle: Bundle, interaction: Interaction): Hold {
  let known = worked.get(bundle);
  if (known === undefined) {
    const { policies } = bundle.watch.response;
    known = new Map(policies.map((policy) => [policy, needOfPolicy(policy, bundle)]));
    worked.set(bundle, known);
  }
  let characters = 0;
  let noting = 0;
  for (const [policy, need] of known) {
    if (!policy.applies(interaction)) continue;
    if (need.hold.kind === 'whole') return need.hold;
    characters = Math.max(characters, need.hold.characters);
    noting = Math.max(noting, need.noting);
  }
  return { kind: 'live', characters, again: noting > characters };
}

function needOfPolicy(policy: Policy, bundle: Bundle): PolicyNeed {
  const detectors = Object.values(bundle.watch.response.asked).flatMap((one) => one.detectors);
  const scope = { patterns: bundle.patterns, detectors: [...new Set(detectors)] };
  let characters = 0;
  let noting = 0;
  for (const rule of policy.rules) {
    const [outside] = asksOutside(rule, scope.detectors);
    if (outside !== undefined) return { hold: holdFor(outside, policy, rule), noting };
    const need = needOfRule(rule, scope);
    const decides =
      policy.mode === 'enforce' && (rule.action === 'redact' || rule.action === 'block');
    if (!decides) noting = Math.max(noting, typeof need === 'string' ? Infinity : need);
    else if (typeof need === 'number') characters = Math.max(characters, need);
    else return { hold: { kind: 'whole', rule: `${policy.id}/${rule.id}`, why: need }, noting };
  }
  return { hold: { kind: 'live', characters, again: false }, noting };
}

/** Windows are many and each call to a model is dear: it is asked once, about the whole, whatever the rule does then. */
function holdFor({ name }: Detector, policy: Policy, rule: Rule): Hold {
  const why = `the detector \`${name}\` is a model from outside, which is asked once`;
  return { kind: 'whole', rule: `${policy.id}/${rule.id}`, why };
}

type Scope = {
  readonly patterns: readonly NamedPattern[];
  readonly detectors: readonly Detector[];
};

function needOfRule(rule: Rule, scope: Scope): Need {
  const { condition, redaction } = rule;
  if (condition.never) return 0;
  // A call of a tool is held until it is complete, and its rules see nothing else.
  if (rule.perCall) return wide.some((field) => condition.fields.has(field)) ? wideReason : 0;
  const own = condition.queries;
  if (rule.action === 'redact' && redaction.targets.some((target) => !isAsked(target, own)))
    return 'it takes out what its condition does not ask for';
  const need = needOfNode(condition.root, { ...scope, queries: own }, rule.action);
  return condition.fields.has('unjudged') && !condition.silent && typeof need === 'number'
    ? 'it waits for something that is not there'
    : need;
}

function isAsked(target: Query, asked: readonly Query[]): boolean {
  return asked.some((one) =>
    one.kind === 'pattern'
      ? target.kind === 'pattern' && target.pattern === one.pattern
      : target.kind === 'category' &&
        target.selector === one.selector &&
        target.confidence >= one.confidence,
  );
}

const wide = ['parts', 'tokens', 'findings'];
const wideReason = 'its condition looks at the whole answer';

type Asking = Scope & { readonly queries: readonly Query[] };

/** Any of several signs is as local as each of them; two that have to come together are not. */
function needOfNode(node: Node, asking: Asking, action: Action): Need {
  const { exprKind } = node;
  if (!asksText(node)) return readsAll(node) ? wideReason : 0;
  if (exprKind.case !== 'callExpr') return wideReason;
  const { function: name } = exprKind.value;
  const children = childrenOf(node);
  if (name === seenCall) return reachOfQuery(queryAt(children[0], asking), asking);
  // Two that stand near each other have all of their kind taken out, wherever it stands.
  if (name === nearCall) return action === 'redact' ? wideReason : needOfNear(children, asking);
  if (name === '_||_') return widest(children.map((child) => needOfNode(child, asking, action)));
  if (name === '_&&_' && children.filter(asksText).length === 1)
    return widest(children.map((child) => needOfNode(child, asking, action)));
  if (name === '_&&_') return 'its condition needs two things that may stand far apart';
  return 'its condition counts, or asks for what is not there';
}

function needOfNear(children: readonly Node[], asking: Asking): Need {
  const [left, right, distance] = children;
  const both = [left, right].map((child) => reachOfQuery(queryAt(child, asking), asking));
  const most = widest(both);
  return typeof most === 'string' ? most : most * 2 + Number(numberOf(distance) ?? 0n);
}

function widest(needs: readonly Need[]): Need {
  return (
    needs.find((need) => typeof need === 'string') ??
    Math.max(0, ...needs.filter((need) => typeof need === 'number'))
  );
}

function reachOfQuery(query: Query | undefined, { patterns, detectors }: Asking): Need {
  if (query === undefined) return wideReason;
  if (query.kind === 'pattern') return reachOfPattern(patterns[query.pattern]);
  const reaches = [
    ...patterns
      .filter(({ category }) => matchesCategory(query.selector, category))
      .map(reachOfPattern),
    ...detectors
      .filter(({ categories }) => categories.some((one) => matchesCategory(query.selector, one)))
      .map(({ name }) => {
        const reach = reachOf(name);
        return reach === 'whole' ? `the detector \`${name}\` judges a text as a whole` : reach;
      }),
  ];
  return widest(reaches);
}

/** A pattern without a longest match may always go on. */
function reachOfPattern(pattern: NamedPattern | undefined): Need {
  if (pattern === undefined) return wideReason;
  const { compiled } = pattern;
  if (compiled.anchored)
    return `the pattern \`${pattern.name}\` asks where the text begins or ends`;
  const length = Math.max(lengthOf(compiled), lengthOf(compiled.folded ?? compiled));
  // Two characters more tell a whole word from the beginning of a longer one.
  return Number.isFinite(length)
    ? length + 2
    : `the pattern \`${pattern.name}\` has no longest match`;
}

function lengthOf({ before, after, head }: Pattern): number {
  return head === undefined ? before : before + after;
}

function asksText(node: Node): boolean {
  const { exprKind } = node;
  const name = exprKind.case === 'callExpr' ? exprKind.value.function : '';
  return (
    name === seenCall || name === nearCall || name === countCall || childrenOf(node).some(asksText)
  );
}

/** What else a condition reads is known before the answer begins, or only grows with it. */
function readsAll(node: Node): boolean {
  const { exprKind } = node;
  if (exprKind.case === 'identExpr' && wide.includes(exprKind.value.name)) return true;
  return childrenOf(node).some(readsAll);
}

function queryAt(node: Node | undefined, { queries }: Asking): Query | undefined {
  const number = numberOf(node);
  return number === undefined ? undefined : queries[Number(number)];
}

function numberOf(node: Node | undefined): bigint | undefined {
  if (node?.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = node.exprKind.value;
  return constantKind.case === 'int64Value' ? constantKind.value : undefined;
}
