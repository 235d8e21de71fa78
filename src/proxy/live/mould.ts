/** The shape of a frame that was read: another of that shape, which only says the next pieces, need not be read again. */
import type { Frame } from '../frame.ts';
import { walkLiterals } from '../json-paths.ts';
import { pointerOf, type Step } from '../../governance/interaction.ts';

/** Members at the top of a frame whose values may change without saying anything, and how those are written. */
export type Drifting = Readonly<Record<string, RegExp>>;

/** A place of the shape where frames may differ: a piece of a text, or something that drifts. */
type Gap = {
  readonly start: number;
  readonly end: number;
  /** Which piece stands there; undefined where what stands there says nothing. */
  readonly piece: number | undefined;
  readonly drift: RegExp | undefined;
};

type Seam = Omit<Gap, 'start' | 'end'> & { readonly before: string };

/** As they are, no string of JSON holds these. */
const control = /[^\u0020-\uffff]/;

// Invariant: what fits is read as JSON.parse and the format's own reader would, or it does not fit.
export class Mould {
  readonly #event: string;
  readonly #seams: readonly Seam[];
  readonly #after: string;
  readonly #pieces: string[];

  private constructor(event: string, data: string, gaps: readonly Gap[]) {
    let from = 0;
    const seams: Seam[] = [];
    for (const { start, end, piece, drift } of gaps) {
      seams.push({ before: data.slice(from, start), piece, drift });
      from = end;
    }
    this.#event = event;
    this.#seams = seams;
    this.#after = data.slice(from);
    this.#pieces = gaps.flatMap(({ piece }) => (piece === undefined ? [] : ['']));
  }

  /** `pieces`: where in the frame's JSON the strings stand that are pieces; undefined where they cannot be told apart. */
  static of(
    frame: Frame,
    pieces: readonly (readonly Step[])[],
    drifting: Drifting,
  ): Mould | undefined {
    const { data, event } = frame;
    if (data === undefined) return undefined;
    const numbers = new Map(pieces.map((within, index) => [pointerOf(within), index]));
    if (numbers.size < pieces.length) return undefined;
    const gaps: Gap[] = [];
    walkLiterals(data, {
      string: ({ path, start, end }) => {
        const piece = numbers.get(pointerOf(path));
        if (piece !== undefined) gaps.push({ start, end, piece, drift: undefined });
      },
      value: ({ path, start, end }) => {
        const [name] = path;
        const drift = path.length === 1 && typeof name === 'string' ? drifting[name] : undefined;
        if (drift !== undefined && skip(data, start, drift) === end)
          gaps.push({ start, end, piece: undefined, drift });
      },
    });
    const found = gaps.filter(({ piece }) => piece !== undefined).length;
    return found === pieces.length ? new Mould(event, data, gaps) : undefined;
  }

  /** What the pieces of a frame say, valid until the next call; undefined where it is not of this shape. */
  read({ event, data, aside }: Frame): readonly string[] | undefined {
    if (data === undefined || aside !== '' || event !== this.#event) return undefined;
    let at = 0;
    for (const { before, piece, drift } of this.#seams) {
      // Compared as a whole, which is several times as fast as `startsWith`.
      if (data.slice(at, at + before.length) !== before) return undefined;
      at += before.length;
      const end = piece === undefined ? skip(data, at, drift) : this.#take(data, at, piece);
      if (end === -1) return undefined;
      at = end;
    }
    return data.slice(at) === this.#after ? this.#pieces : undefined;
  }

  /** Behind the string that begins at `start`, its quotes apart; -1 where no piece stands there. */
  #take(data: string, start: number, piece: number): number {
    let end = data.indexOf('"', start);
    const plain = data.slice(start, end);
    // Nothing said is no piece, and a string that is no JSON is for the parser to refuse.
    if (end <= start || control.test(plain)) return -1;
    if (!plain.includes('\\')) {
      this.#pieces[piece] = plain;
      return end;
    }
    while (end !== -1 && isEscaped(data, start, end)) end = data.indexOf('"', end + 1);
    const said = end === -1 ? undefined : readEscaped(data.slice(start, end));
    if (said === undefined) return -1;
    this.#pieces[piece] = said;
    return end;
  }
}

function skip(data: string, at: number, drift: RegExp | undefined): number {
  if (drift === undefined) return -1;
  drift.lastIndex = at;
  return drift.test(data) ? drift.lastIndex : -1;
}

function isEscaped(data: string, start: number, end: number): boolean {
  let before = end - 1;
  while (before >= start && data.charCodeAt(before) === 0x5c) before -= 1;
  return (end - before) % 2 === 0;
}

/** Half a surrogate pair is refused where frames are read in full. */
function readEscaped(literal: string): string | undefined {
  try {
    const said: unknown = JSON.parse(`"${literal}"`);
    return typeof said === 'string' && said.isWellFormed() ? said : undefined;
  } catch {
    return undefined;
  }
}
