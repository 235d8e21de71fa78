/** Models from outside as the core knows them: what each may report, and which texts of a call the rules want it to judge. */
import { isExempt } from './exempt.ts';
import type { Detector } from './detectors/detector.ts';
import type { Interaction, Part } from './interaction.ts';
import { queriesOf } from './policy/assemble.ts';
import type { Bundle, Policy, Rule, Watch } from './policy/policy.ts';
import { matchesCategory } from './policy/query.ts';

/** One that the configuration names. It is asked by whoever may; here only what it said is judged. */
export type OutsideDetector = { readonly name: string; readonly categories: readonly string[] };

/** Parts of a call that a detector has to judge. */
export type Need = OutsideDetector & { readonly parts: readonly number[] };

const seesNothing = (): readonly never[] => [];

/** Beside the catalogue: rules ask for their categories as for any other. */
export function toDetectors(outside: readonly OutsideDetector[]): readonly Detector[] {
  return outside.map(({ name, categories }) => ({
    ...{ name, categories, outside: true, find: seesNothing },
  }));
}

/** The models from outside that a rule cannot be judged without. */
export function asksOutside(rule: Rule, detectors: readonly Detector[]): readonly Detector[] {
  const outside = detectors.filter((detector) => detector.outside === true);
  if (outside.length === 0 || rule.condition.never) return [];
  // A condition on the list of findings wants all there are.
  if (rule.condition.fields.has('findings')) return outside;
  const queries = queriesOf(rule);
  return outside.filter(({ categories }) =>
    queries.some(
      (query) =>
        query.kind === 'category' &&
        categories.some((category) => matchesCategory(query.selector, category)),
    ),
  );
}

/** All that rules of a bundle ask for. */
export function outsideOf(bundle: Bundle): readonly Detector[] {
  const kinds = Object.values(bundle.watch).flatMap(({ asked }) => Object.values(asked));
  const detectors = kinds.flatMap((one) => one.detectors);
  return [...new Set(detectors.filter((detector) => detector.outside === true))];
}

type Want = {
  readonly policy: Policy;
  readonly rule: Rule;
  readonly detectors: readonly Detector[];
};

/** The same for every call, so it is worked out once. */
const worked = new WeakMap<Watch, readonly Want[]>();
const nothing: readonly Need[] = [];

/** Empty for all calls where no rule asks for a model from outside. */
export function needsOf(bundle: Bundle, interaction: Interaction): readonly Need[] {
  const wants = wantsOf(bundle.watch[interaction.stage]);
  if (wants.length === 0) return nothing;
  const needs = new Map<Detector, Set<number>>();
  for (const { policy, rule, detectors } of wants) {
    if (!policy.applies(interaction) || isExempt({ policy, rule }, interaction)) continue;
    interaction.parts.forEach((part, index) => {
      if (!isAbout(policy, rule, part)) return;
      for (const detector of detectors) {
        const parts = needs.get(detector) ?? new Set();
        needs.set(detector, parts.add(index));
      }
    });
  }
  return [...needs].map(([{ name, categories }, parts]) => ({
    ...{ name, categories, parts: [...parts].sort((left, right) => left - right) },
  }));
}

function wantsOf(watch: Watch): readonly Want[] {
  let wants = worked.get(watch);
  if (wants === undefined) {
    const detectors = [...new Set(Object.values(watch.asked).flatMap((one) => one.detectors))];
    wants = watch.policies
      .flatMap((policy) =>
        policy.rules.map((rule) => ({ policy, rule, detectors: asksOutside(rule, detectors) })),
      )
      .filter((want) => want.detectors.length > 0);
    worked.set(watch, wants);
  }
  return wants;
}

function isAbout(policy: Policy, rule: Rule, part: Part): boolean {
  if (!policy.parts.has(part.kind) || part.text.trim() === '') return false;
  if (part.past && policy.history === 'ignore') return false;
  return !rule.perCall || part.tool !== undefined;
}
