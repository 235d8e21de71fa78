/** A subject may be asked for by name or by the pseudonym that stands in entries. */
import type { Filter } from './filter.ts';

export function askByPseudonym<Request extends { readonly filter: Filter }>(
  request: Request,
  toPseudonym: (name: string) => string,
): Request {
  const terms = request.filter.terms.map((term) =>
    term.kind === 'name' && term.field === 'subject'
      ? { ...term, values: term.values.flatMap((name) => [name, toPseudonym(name)]) }
      : term,
  );
  return { ...request, filter: { ...request.filter, terms } };
}
