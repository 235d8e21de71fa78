/** Checks in the browser that an entry stands in the tree that the checkpoint signs: RFC 6962 over its canonical line. */

export type Proof = {
  readonly checkpoint: string;
  readonly seq: number;
  readonly size: number;
  readonly hashes: readonly string[];
};

/** RFC 8785, for what entries hold: strings, whole numbers, booleans, lists and members in the order of their code units. */
export function writeCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${writeCanonical(member)}`);
  return `{${members.join(',')}}`;
}

async function digest(...pieces: readonly Uint8Array[]): Promise<Uint8Array> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

const mark = (byte: number): Uint8Array => Uint8Array.of(byte);
const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The root that follows from an entry and its proof (RFC 9162, 2.1.3.2); undefined where the proof does not fit. */
export async function toRoot(entry: unknown, proof: Proof): Promise<string | undefined> {
  const line = new TextEncoder().encode(writeCanonical(entry));
  let root = await digest(mark(0), line);
  let index = BigInt(proof.seq);
  let last = BigInt(proof.size) - 1n;
  for (const hash of proof.hashes) {
    if (last === 0n) return undefined;
    const sibling = fromHex(hash);
    if ((index & 1n) === 1n || index === last) {
      root = await digest(mark(1), sibling, root);
      while ((index & 1n) === 0n && index !== 0n) {
        index >>= 1n;
        last >>= 1n;
      }
    } else root = await digest(mark(1), root, sibling);
    index >>= 1n;
    last >>= 1n;
  }
  return last === 0n ? btoa(String.fromCharCode(...root)) : undefined;
}

/** The third line of a checkpoint (C2SP tlog-checkpoint). */
export function rootOf(checkpoint: string): string {
  return checkpoint.split('\n')[2] ?? '';
}
