/** The nearest known name, for faults that say what was probably meant. */

/** `; did you mean \`x\`?`, or '' where nothing is near. */
export function suggestion(name: string, known: Iterable<string>): string {
  const nearest = findNearest(name, known);
  return nearest === undefined ? '' : `; did you mean \`${nearest}\`?`;
}

export function findNearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const distance = distanceBetween(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Edits (insert, delete, replace, swap of neighbours) between two short names. */
function distanceBetween(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? left.length;
}
