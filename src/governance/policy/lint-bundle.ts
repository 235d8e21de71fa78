/** Refuses a set of patterns that hostile text would make many times slower than ordinary text. */
import type { Entry } from './entries.ts';
import { formsOf } from './patterns/pattern.ts';
import { countStates, statesMax } from './patterns/scanner.ts';
import type { NamedPattern, Policy } from './policy.ts';

export function lintBundle(
  policies: readonly Policy[],
  patterns: readonly NamedPattern[],
  entries: readonly Entry[],
): void {
  const states = statesOf(patterns);
  const most = statesMax(patterns.flatMap(({ compiled }) => formsOf(compiled)).length);
  if (states <= most) return;
  const worst = patterns.reduce((best, one) => (statesOf([one]) > statesOf([best]) ? one : best));
  const index = policies.findIndex((policy) => policy.id === worst.policy);
  const document = entries[index]?.document.spec.patterns?.[worst.name];
  const cure =
    document !== undefined && 'keywords' in document
      ? 'name fewer words'
      : 'shorten its repeats, or use two patterns and `near()`';
  const message = `with this pattern the automaton of all patterns needs more than the ${most} states that stay fast on hostile text: ${cure}`;
  entries[index]?.faults.error(['spec', 'patterns', worst.name], message, 'key');
}

function statesOf(patterns: readonly NamedPattern[]): number {
  return countStates(patterns.map((pattern) => pattern.compiled));
}
