/** Words of a list, written as one expression in which each beginning that several of them share stands once. */

type Node = { readonly next: Map<string, Node>; ends: boolean; longest: number };

/** The library takes no deeper nesting than a few hundred groups. */
const depthMax = 64;

/**
 * Each word as the pieces of an expression that it is made of. As plain alternatives every word would be a place where a
 * match may begin, which the automaton has to remember at each character of a text. A longer word is meant before those
 * that it begins with.
 */
export function writeTree(words: readonly (readonly string[])[]): string {
  const root = createNode();
  for (const word of words) {
    let node = root;
    let behind = word.reduce((sum, piece) => sum + lengthOf(piece), 0);
    for (const piece of word) {
      node.longest = Math.max(node.longest, behind);
      behind -= lengthOf(piece);
      const known = node.next.get(piece);
      const next = known ?? createNode();
      if (known === undefined) node.next.set(piece, next);
      node = next;
    }
    node.ends = true;
  }
  return `(?:${alternativesOf(root, 0).join('|')})`;
}

/** An edge takes no character, and of the signs that stand for each other three dots are the longest. */
function lengthOf(piece: string): number {
  if (piece === '\\b') return 0;
  return piece.includes('\\.\\.\\.') ? 3 : 1;
}

function createNode(): Node {
  return { next: new Map(), ends: false, longest: 0 };
}

function alternativesOf(node: Node, depth: number): readonly string[] {
  const longest = ([piece, next]: [string, Node]): number => lengthOf(piece) + next.longest;
  const branches = [...node.next].sort((left, right) => longest(right) - longest(left));
  const written = branches.flatMap(([piece, next]) => {
    const parts = next.next.size + Number(next.ends) > 1;
    const behind = alternativesOf(next, depth + Number(parts));
    if (depth < depthMax && behind.length > 1) return [`${piece}(?:${behind.join('|')})`];
    return behind.map((one) => piece + one);
  });
  return node.ends ? [...written, ''] : written;
}
