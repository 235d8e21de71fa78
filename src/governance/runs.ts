/** Adjacent parts of one role as one text each, so that a value split over them is still seen. */
import type { Part, PartKind, Stage, Step } from './interaction.ts';

/** Where a stretch of a part stands in a joined text. */
export type Piece = {
  readonly part: number;
  readonly start: number;
  readonly end: number;
  /** Where the stretch begins in its part. */
  readonly from: number;
  /** Whether it is all of its part; what is cut could be the rest of something longer. */
  readonly whole: boolean;
};

export type Run = {
  readonly kind: PartKind;
  readonly first: number;
  readonly text: string;
  readonly pieces: readonly Piece[];
};

/** Parts of these kinds stand beside a conversation, not between its turns. */
export const besideKinds: ReadonlySet<PartKind> = new Set<PartKind>([
  'metadata',
  'schema',
  'tool_definition',
]);

/** What crosses a seam is no longer than this on either side; the inside of a longer part was read with the part. */
const reachCharacters = 2000;

export function runsOf(parts: readonly Part[], stage: Stage): readonly Run[] {
  if (parts.length < 2) return [];
  const runs: Run[] = [];
  const open = new Map<string, number[]>();
  const close = (row: string): void => {
    const members = open.get(row) ?? [];
    for (const read of readingsOf(parts, members, stage)) runs.push(...joinParts(parts, read));
    open.delete(row);
  };
  parts.forEach((part, index) => {
    if (part.text === '' || part.order !== undefined || besideKinds.has(part.kind)) return;
    const row = rowOf(part, stage);
    const isSilent = part.text.trim() === '';
    const others = String(part.channel);
    if (isWord(part, stage) && part.apart !== true && !isSilent) close(others);
    const members = open.get(row);
    const last = parts[members?.at(-1) ?? -1];
    if (members !== undefined && last !== undefined && areOneVoice(last, part)) {
      members.push(index);
      return;
    }
    // Nothing but space is no turn of its own.
    if (isSilent) return;
    close(row);
    open.set(row, [index]);
  });
  for (const row of [...open.keys()]) close(row);
  return runs;
}

/** What clients put together whatever stands between it. */
export const wordKinds: ReadonlySet<PartKind> = new Set<PartKind>(['assistant', 'reasoning']);

/**
 * Nothing stands between the parts of one row but parts of it. Clients put the words of an answer together whatever stands
 * between them, thoughts or calls, and some its thoughts. Servers put what the application says to the front; and what is
 * said of a text stands beside it, as does what nobody says in a role, of which most servers know nothing.
 */
function rowOf(part: Part, stage: Stage): string {
  const { channel, kind, apart } = part;
  if (apart === true) return `${channel} apart`;
  if (isWord(part, stage)) return `${channel} ${kind}`;
  if (stage === 'response') return String(channel);
  if (kind === 'system') return `${channel} ${kind}`;
  return isMisplaced(part) ? `${channel} misplaced` : String(channel);
}

function isWord({ kind }: Part, stage: Stage): boolean {
  return stage === 'response' && wordKinds.has(kind);
}

const modelKinds: ReadonlySet<PartKind> = new Set<PartKind>([...wordKinds, 'tool_call']);
const otherRoles: ReadonlySet<string> = new Set(['user', 'system', 'developer']);

/** What only a model says, in a turn that is none of its. */
function isMisplaced({ kind, role }: Part): boolean {
  return modelKinds.has(kind) && otherRoles.has(role);
}

/**
 * All of a row; what is left of it for those who pass over what they do not know. Of an answer also what stands under one
 * name, since clients put texts together and pass over a refusal or a picture's prompt between them; of a request also what
 * is said in one role, since servers pass over the turns of others.
 */
function readingsOf(
  parts: readonly Part[],
  members: readonly number[],
  stage: Stage,
): readonly (readonly number[])[] {
  const known = members.filter((index) => parts[index]?.mapped === true);
  const groups = Map.groupBy(members, (index) => {
    const part = parts[index];
    if (part === undefined) return '';
    if (stage === 'request') return part.role;
    return wordKinds.has(part.kind) ? sortOf(part) : '';
  });
  const columns = stage === 'response' && known.length > 2 ? columnsOf(parts, known) : [];
  const some = [known, ...groups.values(), ...columns].filter(
    (each) => each.length < members.length,
  );
  const different = new Map(some.map((each) => [each.join(), each]));
  return [members, ...different.values()].filter((each) => each.length > 1);
}

/** Parts of one number in several items, which some clients put together as one: they tell parts by that number alone. */
function columnsOf(
  parts: readonly Part[],
  members: readonly number[],
): Iterable<readonly number[]> {
  const inItems = members.filter((index) => {
    const part = parts[index];
    return part !== undefined && wordKinds.has(part.kind) && part.at.filter(isPlace).length > 1;
  });
  return Map.groupBy(inItems, (index) => {
    const part = parts[index];
    return part === undefined ? '' : `${sortOf(part)} ${String(part.at.findLast(isPlace))}`;
  }).values();
}

function isPlace(step: Step): boolean {
  return typeof step === 'number';
}

/** The same for what a client puts together that looks for one member wherever it stands. */
export function sortOf({ at, mapped }: Omit<Part, 'text'>): string {
  const names = at.filter((step) => typeof step === 'string');
  return `${mapped ? '' : '?'}${names.join('.')}`;
}

/** Whoever puts texts together does not ask as whom they were said: a server may know no other roles than a few. */
export function areOneVoice(left: Omit<Part, 'text'>, right: Omit<Part, 'text'>): boolean {
  return left.kind === right.kind && left.apart === right.apart;
}

type Stretch = Pick<Piece, 'part' | 'from' | 'whole'> & { readonly text: string };

/**
 * A value may be split in its middle, a phrase between its words, so they are joined both ways. A long part ends one joined
 * text with its beginning and opens the next with its end.
 */
function joinParts(parts: readonly Part[], members: readonly number[]): readonly Run[] {
  const groups: Stretch[][] = [[]];
  for (const part of members) {
    const text = parts[part]?.text ?? '';
    if (text.length <= reachCharacters * 2)
      groups.at(-1)?.push({ part, from: 0, whole: true, text });
    else {
      const from = text.length - reachCharacters;
      const head = text.slice(0, reachCharacters);
      groups.at(-1)?.push({ part, from: 0, whole: false, text: head });
      groups.push([{ part, from, whole: false, text: text.slice(from) }]);
    }
  }
  const kind = parts[members[0] ?? 0]?.kind ?? 'user';
  const rows = groups.filter((group) => group.length > 1);
  return [
    ...rows.flatMap((group) => splitByName(parts, group)).map((group) => toRun(kind, group, '')),
    ...rows.map((group) => toRun(kind, group, '\n')),
  ];
}

/** What is said to tools and by them. */
const toolKinds: ReadonlySet<PartKind> = new Set<PartKind>(['tool_call', 'tool_result']);

/**
 * Nobody puts a member of what a tool is told or tells together with the next one, nor with the name of the tool. What no
 * format knows may be put together with anything.
 */
function splitByName(parts: readonly Part[], group: readonly Stretch[]): readonly Stretch[][] {
  const split: Stretch[][] = [];
  let under: string | undefined;
  for (const stretch of group) {
    const part = parts[stretch.part];
    const own = part?.mapped === true && toolKinds.has(part.kind) ? part.under : undefined;
    const last = split.at(-1);
    if (last === undefined || own !== under) split.push([stretch]);
    else last.push(stretch);
    under = own;
  }
  return split.filter((each) => each.length > 1);
}

function toRun(kind: PartKind, group: readonly Stretch[], seam: string): Run {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { part, from, whole, text } of group) {
    pieces.push({ part, start, end: start + text.length, from, whole });
    start += text.length + seam.length;
  }
  const first = group[0]?.part ?? 0;
  return { kind, first, text: group.map((one) => one.text).join(seam), pieces };
}
