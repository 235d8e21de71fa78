/** Values of free JSON beside the names that they stand under, as they would be read in the JSON itself. */
import type { Part } from './interaction.ts';
import { stretchesOf, type Stretch } from './pieces.ts';
import type { Asked } from './policy/policy.ts';
import type { Piece, Run } from './runs.ts';

/** What a name says of a longer value, the value says as well. */
const valueCharactersMax = 256;
/** A name that says what a value is, is a few words. */
const nameCharactersMax = 64;

/** Values that follow each other are one text, a line for each. */
export function namedOf(parts: readonly Part[]): readonly Run[] {
  const runs: Run[] = [];
  let open: Lines | undefined;
  parts.forEach((part, index) => {
    const { under, text } = part;
    if (under === undefined || under.length > nameCharactersMax) return;
    for (const value of [{ from: 0, text }, ...stretchesOf(part)]) {
      if (value.text.length > valueCharactersMax) continue;
      if (open === undefined || !open.goesOnWith(part)) {
        open = new Lines(part, index);
        runs.push(open);
      }
      open.add(under, value, index);
    }
  });
  return runs;
}

const unweighed = new WeakMap<Asked, Asked>();

/** What weighs a text as a whole has weighed the values; their names would only stand in its way. */
export function askedOfNamed(asked: Asked): Asked {
  const known = unweighed.get(asked);
  if (known !== undefined) return known;
  const detectors = asked.detectors.filter(({ weighs }) => weighs !== true);
  const own = { ...asked, detectors };
  unweighed.set(asked, own);
  return own;
}

class Lines implements Run {
  readonly kind: Run['kind'];
  readonly first: number;
  readonly pieces: Piece[] = [];
  text = '';
  readonly #channel: number;

  constructor({ kind, channel }: Part, first: number) {
    this.kind = kind;
    this.first = first;
    this.#channel = channel;
  }

  goesOnWith({ kind, channel }: Part): boolean {
    return kind === this.kind && channel === this.#channel;
  }

  add(name: string, { from, text: value }: Stretch, part: number): void {
    const start = this.text.length + name.length + before.length + between.length;
    const end = start + value.length;
    this.text += `${before}${name}${between}${value}${after}`;
    this.pieces.push({ part, start, end, from, whole: true });
  }
}

const [before, between, after] = ['"', '": "', '"\n'];
