/** Cuts a text at the edges of marks that may lie in one another, so that each piece is under the same marks throughout. */
export type Placed = { readonly start: number; readonly end: number };

export type Segment<Mark extends Placed> = {
  readonly start: number;
  readonly end: number;
  /** The marks over it, the widest first. */
  readonly over: readonly Mark[];
};

/** Marks come sorted by their start, wider ones first. */
export function cut<Mark extends Placed>(
  length: number,
  marks: readonly Mark[],
): readonly Segment<Mark>[] {
  const edges = new Set([0, length]);
  for (const { start, end } of marks) edges.add(Math.min(start, length)).add(Math.min(end, length));
  const places = [...edges].sort((one, other) => one - other);
  const segments: Segment<Mark>[] = [];
  let open: readonly Mark[] = [];
  let next = 0;
  places.slice(0, -1).forEach((start, index) => {
    const begun: Mark[] = [];
    for (let mark = marks[next]; mark !== undefined && mark.start <= start; mark = marks[next]) {
      begun.push(mark);
      next += 1;
    }
    open = [...open, ...begun].filter(({ end }) => end > start);
    segments.push({ start, end: places[index + 1] ?? length, over: open });
  });
  return segments;
}
