/** Patterns of names in budgets: whether letters are large or small makes no way round a limit. */
import { matchesStars } from '../governance/stars.ts';

export function matches(pattern: string, name: string): boolean {
  return matchesStars(pattern.toLowerCase(), name.toLowerCase());
}

/** An empty list means all. */
export function isOneOf(patterns: readonly string[], name: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(pattern, name));
}
