/** Paths with `:name` for one segment, and `\:` for a colon that is meant: the form in which Express mounts them. */

const marks = /\\:|:(\w+)/g;

/** Values come decoded from the address and go encoded into the next one, so none of them can add a segment. */
export function fillPattern(pattern: string, parameters: Readonly<Record<string, string>>): string {
  return pattern.replace(marks, (_, name: string | undefined) =>
    name === undefined ? ':' : encodeURIComponent(parameters[name] ?? ''),
  );
}

/** `/v1/models/{model}`, as documents write it. */
export function showPattern(pattern: string): string {
  return pattern.replace(marks, (_, name: string | undefined) =>
    name === undefined ? ':' : `{${name}}`,
  );
}

/** Patterns come from the program and its configuration, so there are only so many; a crowd is refused by them. */
const compiled = new Map<string, RegExp>();

export function matchesPattern(pattern: string, path: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    const source = pattern
      .replace(/[.*+?^${}()|[\]]/g, '\\$&')
      .replace(marks, (_, name) => (name === undefined ? ':' : '[^/]+?'));
    expression = new RegExp(`^${source}$`);
    compiled.set(pattern, expression);
  }
  return expression.test(path);
}
