/** Every layout that a shape can be written in: where its letters, digits and signs stand, whatever they are. */

/** What stands for any letter and for any digit. */
const [letter, digit] = ['A', '0'];

/**
 * All layouts of a regular expression made of characters, classes, groups, repeats and lookaheads. What has to come
 * again (`\1`) is taken for any of what it could have been, so that there may be layouts too many and never too few.
 */
export function layoutsOf(source: string): readonly string[] {
  return new Reader(source).read();
}

class Reader {
  readonly #source: string;
  readonly #groups: (readonly string[])[] = [];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Choices up to the end of the group. */
  read(): readonly string[] {
    const choices = new Set<string>();
    let row: readonly string[] = [''];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#skip('|')) {
        for (const layout of row) choices.add(layout);
        row = [''];
      } else row = join(row, this.#repeat(this.#item()));
    }
    for (const layout of row) choices.add(layout);
    return [...choices];
  }

  #skip(text: string): boolean {
    const here = this.#source.startsWith(text, this.#at);
    if (here) this.#at += text.length;
    return here;
  }

  #item(): readonly string[] {
    if (this.#skip('(?!')) {
      this.#close();
      return [''];
    }
    if (this.#skip('(?:')) return this.#close();
    if (this.#skip('(')) {
      const number = this.#groups.push([]) - 1;
      return (this.#groups[number] = this.#close());
    }
    const match = /\[[^\]]*\]|\\?./uy;
    match.lastIndex = this.#at;
    const item = match.exec(this.#source)?.[0] ?? '';
    this.#at += item.length;
    const again = /^\\([1-9])$/.exec(item)?.[1];
    return again === undefined ? signsOf(item) : (this.#groups[Number(again) - 1] ?? ['']);
  }

  #close(): readonly string[] {
    const inner = this.read();
    this.#at += 1;
    return inner;
  }

  #repeat(item: readonly string[]): readonly string[] {
    if (this.#skip('?')) return ['', ...item];
    const counts = /\{(\d+)(?:,(\d+))?\}/y;
    counts.lastIndex = this.#at;
    const match = counts.exec(this.#source);
    if (match === null) return item;
    this.#at += match[0].length;
    const least = Number(match[1]);
    const most = Number(match[2] ?? least);
    const all: string[] = [];
    for (let count = 0, row: readonly string[] = ['']; count <= most; count++) {
      if (count >= least) all.push(...row);
      row = join(row, item);
    }
    return all;
  }
}

function join(left: readonly string[], right: readonly string[]): readonly string[] {
  return [...new Set(left.flatMap((one) => right.map((other) => one + other)))];
}

/** Hundreds of shapes are made of some dozens of classes. */
const known = new Map<string, readonly string[]>();

/** What one character of a shape looks like in a layout. */
function signsOf(item: string): readonly string[] {
  const signs = known.get(item) ?? readSigns(item);
  known.set(item, signs);
  return signs;
}

function readSigns(item: string): readonly string[] {
  const pattern = new RegExp(`^${item}$`, 'i');
  const signs = new Set<string>();
  for (const sign of candidates) {
    if (pattern.test(sign)) signs.add(toSign(sign));
  }
  return [...signs];
}

function toSign(sign: string): string {
  if (/\d/.test(sign)) return digit;
  return /[A-Z]/.test(sign) ? letter : sign;
}

const candidates = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter(
    (sign) => !/[a-z]/.test(sign),
  ),
  '№',
];
