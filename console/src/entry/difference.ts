/** Two texts side by side, word by word: what stands in both, and what in one only. Linear in space, bounded in time. */

export type Piece = { readonly text: string; readonly kind: 'same' | 'gone' | 'new' };

const wordsMax = 4000;
const editsMax = 1000;

function split(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

export function compare(before: string, after: string): readonly Piece[] {
  if (before === after) return [{ text: before, kind: 'same' }];
  const a = split(before);
  const b = split(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) {
    tail++;
  }
  const middle = compareWords(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const pieces: Piece[] = [
    { text: a.slice(0, head).join(''), kind: 'same' },
    ...middle,
    { text: a.slice(a.length - tail).join(''), kind: 'same' },
  ];
  return pieces.filter(({ text }) => text !== '');
}

/** Myers' greedy search for the shortest script; where it would be long, the whole stretch counts as changed. */
function compareWords(a: readonly string[], b: readonly string[]): readonly Piece[] {
  const whole: readonly Piece[] = [
    { text: a.join(''), kind: 'gone' },
    { text: b.join(''), kind: 'new' },
  ];
  if (a.length === 0 || b.length === 0 || a.length + b.length > wordsMax) return whole;
  const trace: Map<number, number>[] = [];
  let ends = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(editsMax, a.length + b.length); edits++) {
    const next = new Map(ends);
    for (let k = -edits; k <= edits; k += 2) {
      const down =
        k === -edits || (k !== edits && (next.get(k - 1) ?? -1) < (next.get(k + 1) ?? -1));
      let x = down ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return trackBack(a, b, [...trace, ends], edits);
    }
    trace.push(ends);
    ends = next;
  }
  return whole;
}

function trackBack(
  a: readonly string[],
  b: readonly string[],
  trace: readonly Map<number, number>[],
  edits: number,
): readonly Piece[] {
  const backward: Piece[] = [];
  let x = a.length;
  let y = b.length;
  for (let step = edits; step >= 0; step--) {
    const ends = trace[step] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -step || (k !== step && (ends.get(k - 1) ?? -1) < (ends.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const startX = step === 0 ? 0 : (ends.get(from) ?? 0);
    const startY = startX - from;
    while (
      x > Math.max(0, startX) &&
      y > Math.max(0, step === 0 ? 0 : startY) &&
      a[x - 1] === b[y - 1]
    ) {
      backward.push({ text: a[--x] ?? '', kind: 'same' });
      y--;
    }
    if (step === 0) break;
    if (down) backward.push({ text: b[--y] ?? '', kind: 'new' });
    else backward.push({ text: a[--x] ?? '', kind: 'gone' });
  }
  return join(backward.reverse());
}

function join(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.kind === piece.kind)
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
