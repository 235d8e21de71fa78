/** Where in a kept text something was found or masked, and which rules that concerns: what a reviewer has to look at. */
import type { Ruling } from '../../governance/decision.ts';
import type { Part } from '../../governance/interaction.ts';
import { queriesOf } from '../../governance/policy/assemble.ts';
import type { Bundle, Rule } from '../../governance/policy/policy.ts';
import { matchesCategory } from '../../governance/policy/query.ts';
import { labelOf } from '../../governance/redact.ts';

export type Mark = {
  readonly start: number;
  readonly end: number;
  /** '' where a mask does not say what it hides. */
  readonly category: string;
  readonly rules: readonly string[];
};

/** What the entries of an exchange say was found in it, and which rules fired. */
export type Fired = {
  readonly rules: readonly {
    readonly policy: string;
    readonly rule: string;
    readonly action: string;
  }[];
  readonly categories: readonly string[];
};

/** `[pii/email]` as the trail masks, `[EMAIL_1]` as policies replace, and stars. */
const masks =
  /\[([a-z][a-z_]*(?:\/[a-z0-9_]+)+)\]|\[([A-Z][A-Z0-9_]*)_[0-9a-z]+\]|\*{3,}(?:[\s.-]\*+)*(?:[\s.-]?[0-9]{1,4}\b|[0-9A-Za-z]{1,4}\b)?/g;

/** Rules that fired then and ask for a category; all that are about it now, where none of them is left. */
export function createMarker(bundle: Bundle, fired: Fired): Marker {
  const rules = new Map<string, Rule>(
    bundle.policies.flatMap(({ id, rules: own }) =>
      own.map((rule) => [`${id}/${rule.id}`, rule] as const),
    ),
  );
  const actions = new Map(
    fired.rules.map(({ policy, rule, action }) => [`${policy}/${rule}`, action]),
  );
  const then = Array.from(actions, ([name, action]) => ({ name, action, rule: rules.get(name) }));
  const known = new Map<string, readonly string[]>();
  const rulesFor = (category: string): readonly string[] => {
    const names =
      known.get(category) ??
      then
        .filter(({ rule }) => rule !== undefined && isAbout(rule, category))
        .map(({ name }) => name);
    known.set(category, names);
    return names;
  };
  const hiders = then.filter(({ action }) => action === 'redact').map(({ name }) => name);
  const found = new Set(fired.categories);
  const byLabel = new Map(fired.categories.map((category) => [labelOf(category), category]));
  const toMask = (match: RegExpExecArray): Mark => {
    const [whole, told, label] = match;
    const category = told ?? byLabel.get(label ?? '') ?? '';
    const behind = category === '' ? hiders : rulesFor(category);
    return { start: match.index, end: match.index + whole.length, category, rules: behind };
  };
  // Without a rule behind it, a row of stars or a word in brackets is what somebody wrote.
  const isMask = ({ rules: behind }: Mark): boolean => behind.length > 0;
  return (parts, { findings }) => {
    const marks: Mark[][] = parts.map(({ text }) =>
      Array.from(text.matchAll(masks), toMask).filter(isMask),
    );
    for (const { category, spans, rule: now } of findings) {
      // Masks are judged along with the rest now: of what was not found then no rule is said to have reacted to it.
      if (now === undefined || !found.has(category)) continue;
      const behind = rulesFor(category);
      const named = behind.length === 0 ? [now] : behind;
      for (const { part, start, end } of spans)
        marks[part]?.push({ start, end, category, rules: named });
    }
    for (const own of marks)
      own.sort((one, other) => one.start - other.start || other.end - one.end);
    return marks;
  };
}

/** The marks of each part, sorted by where they begin, wider ones first. */
export type Marker = (
  parts: readonly Pick<Part, 'text'>[],
  ruling: Pick<Ruling, 'findings'>,
) => readonly (readonly Mark[])[];

function isAbout(rule: Rule, category: string): boolean {
  return queriesOf(rule).some(
    (query) => query.kind === 'category' && matchesCategory(query.selector, category),
  );
}
