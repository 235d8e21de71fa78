/** Adjacent parts of one role as one text each, so that a value split over them is still seen. */
import type { Part, PartKind } from './interaction.ts';

export type Piece = { readonly part: number; readonly start: number; readonly end: number };

export type Run = {
  readonly kind: PartKind;
  readonly first: number;
  readonly text: string;
  /** Where each part stands in the joined text. */
  readonly pieces: readonly Piece[];
};

/** Parts of these kinds stand beside a conversation, not between its turns. */
const beside = new Set<PartKind>(['metadata', 'schema', 'tool_definition']);

/** A value may be split in its middle, a phrase between its words. */
const seams = ['', '\n'];

export function runsOf(parts: readonly Part[]): readonly Run[] {
  if (parts.length < 2) return [];
  const runs: Run[] = [];
  const open = new Map<number, number[]>();
  const close = (channel: number): void => {
    const members = open.get(channel) ?? [];
    if (members.length > 1) for (const seam of seams) runs.push(toRun(parts, members, seam));
    open.delete(channel);
  };
  parts.forEach((part, index) => {
    if (part.text.trim() === '' || beside.has(part.kind)) return;
    const members = open.get(part.channel);
    const last = parts[members?.at(-1) ?? -1];
    if (members !== undefined && last?.kind === part.kind && last.role === part.role) {
      members.push(index);
      return;
    }
    close(part.channel);
    open.set(part.channel, [index]);
  });
  for (const channel of [...open.keys()]) close(channel);
  return runs;
}

function toRun(parts: readonly Part[], members: readonly number[], seam: string): Run {
  const pieces: Piece[] = [];
  const texts: string[] = [];
  let length = 0;
  for (const index of members) {
    const text = parts[index]?.text ?? '';
    if (pieces.length > 0) {
      texts.push(seam);
      length += seam.length;
    }
    texts.push(text);
    pieces.push({ part: index, start: length, end: length + text.length });
    length += text.length;
  }
  const first = members[0] ?? 0;
  return { kind: parts[first]?.kind ?? 'user', first, text: texts.join(''), pieces };
}
