/** Patterns of names, in which `*` stands for anything; whether letters are large or small makes no way round a limit. */

/** Linear in both for any number of stars: each piece is searched once, from where the last one ended. */
export function matches(pattern: string, name: string): boolean {
  const text = name.toLowerCase();
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop();
  if (last === undefined) return first === text;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** An empty list means all. */
export function isOneOf(patterns: readonly string[], name: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(pattern, name));
}
