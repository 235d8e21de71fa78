/** Patterns of names, in which `*` stands for anything. */

/** Linear in both for any number of stars: each piece is searched once, from where the last one ended. */
export function matchesStars(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}
