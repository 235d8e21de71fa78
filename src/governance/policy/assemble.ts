/** Puts compiled policies together into a bundle: one automaton, and an index of who waits for what. */
import type { Detector } from '../detectors/detector.ts';
import { partKinds, type PartKind, type Stage } from '../interaction.ts';
import { triggersOf } from './expression/condition.ts';
import { contextVersion } from './expression/context.ts';
import type { Steps } from '../steps.ts';
import { createScannerInSteps } from './patterns/scanner.ts';
import { selectorsOf, type Query } from './query.ts';
import type {
  Asked,
  AskedByKind,
  Bundle,
  NamedPattern,
  Policy,
  Rule,
  RuleAt,
  Watch,
} from './policy.ts';

export function* assembleInSteps(
  version: string,
  policies: readonly Policy[],
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
): Steps<Bundle> {
  const live = policies.filter((policy) => policy.mode !== 'off');
  const watch = {
    request: yield* watchStage('request', live, patterns, catalogue),
    response: yield* watchStage('response', live, patterns, catalogue),
  };
  const asked = new Set(
    [watch.request, watch.response].flatMap((stage) =>
      partKinds.flatMap((kind) => [...stage.asked[kind].patterns]),
    ),
  );
  const used = patterns.filter((pattern) => asked.has(pattern.number));
  yield;
  const scanner = yield* createScannerInSteps(
    used.map(({ number, compiled }) => ({ number, compiled })),
  );
  return { version, contextVersion, policies, patterns, scanner, watch };
}

/** Everything a rule wants to know of the text: what its condition asks, and what it would redact. */
export function queriesOf(rule: Rule): readonly Query[] {
  return [...rule.condition.queries, ...rule.redaction.targets];
}

function* watchStage(
  stage: Stage,
  policies: readonly Policy[],
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
): Steps<Watch> {
  const here = policies.filter((policy) => policy.stages.has(stage));
  const always: RuleAt[] = [];
  const byPattern = new Map<number, RuleAt[]>();
  const bySelector = new Map<string, RuleAt[]>();
  const byField = new Map<string, RuleAt[]>();
  for (const policy of here) {
    for (const rule of policy.rules) {
      const at = { policy, rule };
      if (!rule.condition.silent) {
        always.push(at);
        continue;
      }
      for (const query of rule.condition.queries) {
        if (query.kind === 'pattern') put(byPattern, query.pattern, at);
        else put(bySelector, query.selector, at);
      }
      for (const field of triggersOf(rule.condition)) put(byField, field, at);
    }
  }
  yield;
  return {
    always,
    byPattern,
    bySelector,
    byField,
    policies: here,
    findingsMax: Math.max(1, ...here.map((policy) => policy.findingsMax)),
    asked: yield* askForKinds(here, patterns, catalogue, () => true),
    askedOfCopy: yield* askForKinds(here, patterns, catalogue, mayRefuse),
  };
}

/** What a rule that only flags sees in a redacted copy changes nothing; one that reads the list of findings may fail. */
function mayRefuse({ mode }: Policy, { action, condition }: Rule): boolean {
  if (condition.fields.has('findings')) return true;
  return mode === 'enforce' && (action === 'block' || action === 'redact');
}

type Choice = (policy: Policy, rule: Rule) => boolean;

function* askForKinds(
  policies: readonly Policy[],
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
  isChosen: Choice,
): Steps<AskedByKind> {
  // Most kinds of part are looked at by the same policies.
  const known = new Map<string, Asked>();
  function* asked(kind: PartKind): Steps<Asked> {
    yield;
    const looking = policies.filter((policy) => policy.parts.has(kind));
    const key = looking.map((policy) => policy.id).join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const rules = looking.flatMap((policy) =>
      policy.rules.filter((rule) => isChosen(policy, rule)),
    );
    const own = askedBy(rules, patterns, catalogue);
    known.set(key, own);
    return own;
  }
  return {
    system: yield* asked('system'),
    user: yield* asked('user'),
    assistant: yield* asked('assistant'),
    reasoning: yield* asked('reasoning'),
    tool_definition: yield* asked('tool_definition'),
    tool_call: yield* asked('tool_call'),
    tool_result: yield* asked('tool_result'),
    schema: yield* asked('schema'),
    metadata: yield* asked('metadata'),
  };
}

function askedBy(
  rules: readonly Rule[],
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
): Asked {
  const named = new Set<number>();
  const leastOf = new Map<string, number>();
  for (const query of rules.flatMap(queriesOf)) {
    if (query.kind === 'pattern') named.add(query.pattern);
    else {
      const { selector, confidence } = query;
      leastOf.set(selector, Math.min(confidence, leastOf.get(selector) ?? 1));
    }
  }
  // A condition on the list of findings wants all there are.
  const everything = rules.some((rule) => rule.condition.fields.has('findings'));
  const least = new Map<string, number>();
  const wants = (category: string, selectors: readonly string[]): boolean => {
    let own = Infinity;
    for (const selector of selectors) own = Math.min(own, leastOf.get(selector) ?? Infinity);
    least.set(category, everything ? 0 : own);
    return everything || own !== Infinity;
  };
  return {
    // All of its categories are gone through, so that each is known afterwards.
    detectors: catalogue.filter(
      (detector) =>
        selectorsByCategory(detector).filter(([category, selectors]) => wants(category, selectors))
          .length > 0,
    ),
    patterns: new Set(
      patterns
        .filter(
          ({ category, number }) => wants(category, selectorsOf(category)) || named.has(number),
        )
        .map(({ number }) => number),
    ),
    least: (category) => {
      const known = least.get(category);
      if (known !== undefined) return known;
      wants(category, selectorsOf(category));
      return least.get(category) ?? Infinity;
    },
  };
}

type SelectorsByCategory = readonly (readonly [string, readonly string[]])[];

/** A bundle asks for the selectors of each detector some hundred times, and each policy that is tested again. */
const selectorsOfDetectors = new WeakMap<Detector, SelectorsByCategory>();

function selectorsByCategory(detector: Detector): SelectorsByCategory {
  const known = selectorsOfDetectors.get(detector);
  if (known !== undefined) return known;
  const own = detector.categories.map((category) => [category, selectorsOf(category)] as const);
  selectorsOfDetectors.set(detector, own);
  return own;
}

function put<Key>(map: Map<Key, RuleAt[]>, key: Key, at: RuleAt): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [at]);
  else if (list.at(-1) !== at) list.push(at);
}
