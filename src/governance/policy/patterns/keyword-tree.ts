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
    word.forEach((piece, at) => {
      node.longest = Math.max(node.longest, word.length - at);
      const known = node.next.get(piece);
      const next = known ?? createNode();
      if (known === undefined) node.next.set(piece, next);
      node = next;
    });
    node.ends = true;
  }
  return `(?:${alternativesOf(root, 0).join('|')})`;
}

function createNode(): Node {
  return { next: new Map(), ends: false, longest: 0 };
}

function alternativesOf(node: Node, depth: number): readonly string[] {
  const branches = [...node.next].sort(([, left], [, right]) => right.longest - left.longest);
  const written = branches.flatMap(([piece, next]) => {
    const parts = next.next.size + Number(next.ends) > 1;
    const behind = alternativesOf(next, depth + Number(parts));
    if (depth < depthMax && behind.length > 1) return [`${piece}(?:${behind.join('|')})`];
    return behind.map((one) => piece + one);
  });
  return node.ends ? [...written, ''] : written;
}
