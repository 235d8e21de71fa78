/** The members of an entry that verification reads, found by their names' bytes. */

export const scannedMembers = [
  'act',
  'at',
  'attempt',
  'cause',
  'content',
  'detail',
  'epoch',
  'exchange',
  'id',
  'open',
  'origin',
  'prev',
  'request',
  'seq',
  'type',
  'v',
] as const;
export type ScannedMember = (typeof scannedMembers)[number];

const nameBytesMax = 31;
const noMember = 255;
/** A member's index by the length and the first byte of its name. */
const membersByShape = new Uint8Array((nameBytesMax + 1) * 256).fill(noMember);
scannedMembers.forEach((name, at) => {
  membersByShape[name.length * 256 + name.charCodeAt(0)] = at;
});
const memberBytes = scannedMembers.map((name) => Buffer.from(name));
export const memberIndex = indexMembers();

/** The index of the member whose name stands there; undefined where nobody asks for it. */
export function findMember(bytes: Uint8Array, from: number, to: number): number | undefined {
  if (to - from > nameBytesMax) return undefined;
  const index = membersByShape[(to - from) * 256 + (bytes[from] ?? 0)] ?? noMember;
  const name = memberBytes[index];
  if (name === undefined) return undefined;
  for (let at = 1; at < name.length; at += 1) if (bytes[from + at] !== name[at]) return undefined;
  return index;
}

function indexMembers(): Readonly<Record<ScannedMember, number>> {
  const index: Partial<Record<ScannedMember, number>> = {};
  scannedMembers.forEach((name, at) => (index[name] = at));
  return index as Record<ScannedMember, number>;
}
