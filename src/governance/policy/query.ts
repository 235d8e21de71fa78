/** One thing that a rule asks of the text: a pattern of its policy, or a category at some confidence. */
import type { Seen } from '../seen.ts';

export type Query =
  | { readonly kind: 'pattern'; readonly name: string; readonly pattern: number }
  | { readonly kind: 'category'; readonly selector: string; readonly confidence: number };

/** `pii/card` is itself; `pii/*` is everything below `pii/`. */
export function matchesCategory(selector: string, category: string): boolean {
  return selector.endsWith('/*')
    ? category.startsWith(selector.slice(0, -1))
    : category === selector;
}

export function isAnswer(query: Query, one: Seen): boolean {
  if (query.kind === 'pattern') return one.pattern === query.pattern;
  return one.confidence >= query.confidence && matchesCategory(query.selector, one.category);
}

/** The selectors a category answers to, itself first: `a/b/c`, `a/*`, `a/b/*`. */
export function selectorsOf(category: string): readonly string[] {
  const selectors = [category];
  for (let at = category.indexOf('/'); at >= 0; at = category.indexOf('/', at + 1)) {
    selectors.push(`${category.slice(0, at)}/*`);
  }
  return selectors;
}
