/** Texts that make a pattern read one stretch in as many ways as it can: what each of its repeats repeats, over and over, and an end that fits nothing. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

const parser = new RegExpParser({ ecmaVersion: 2025 });
/** What a class of characters is most often about. */
const candidates = [
  'a',
  'A',
  ' ',
  '0',
  '-',
  '.',
  ',',
  '\n',
  '_',
  '/',
  '"',
  'é',
  'ж',
  '字',
  'ก',
  'ا',
];
const choicesMax = 12;
/** What hardly any pattern goes on with: each of them alone is a letter to some that begin with `[^`. */
const ends = ['\u0001', ' \u0001', '\t\u0001', '\n\n', '."'];

export type Pump = { readonly before: string; readonly body: string; readonly behind: string };

export function findPumps(pattern: RegExp): readonly Pump[] {
  const { unicode: isUnicode, unicodeSets } = pattern;
  const mode = { unicode: isUnicode, unicodeSets };
  const root = parser.parsePattern(pattern.source, 0, pattern.source.length, mode);
  const sampler = new Sampler(pattern.flags.replace(/[gyd]/g, ''));
  const pumps: Pump[] = [];
  const visit = (node: AST.Pattern | AST.Element | AST.Alternative, before: string): void => {
    if (node.type === 'Quantifier') {
      if (node.max > 1)
        for (const body of sampler.choicesOf(node.element))
          for (const behind of ends) if (body !== '') pumps.push({ before, body, behind });
      visit(node.element, before);
    } else if (node.type === 'Alternative') {
      let said = before;
      for (const element of node.elements) {
        visit(element, said);
        said += sampler.sampleOf(element);
      }
    } else if ('alternatives' in node)
      for (const alternative of node.alternatives) visit(alternative, before);
  };
  visit(root, '');
  return pumps;
}

class Sampler {
  readonly #flags: string;
  readonly #known = new Map<string, string>();

  constructor(flags: string) {
    this.#flags = flags;
  }

  sampleOf(node: AST.Element | AST.Alternative): string {
    switch (node.type) {
      case 'Alternative':
        return node.elements.map((element) => this.sampleOf(element)).join('');
      case 'Quantifier':
        return this.sampleOf(node.element).repeat(Math.min(node.min, 8));
      case 'Group':
      case 'CapturingGroup': {
        const [first] = node.alternatives;
        return first === undefined ? '' : this.sampleOf(first);
      }
      case 'Character':
        return String.fromCodePoint(node.value);
      case 'CharacterClass':
      case 'CharacterSet':
      case 'ExpressionCharacterClass':
        return this.#characterOf(node);
      case 'Assertion':
      case 'Backreference':
        return '';
    }
  }

  /** Each choice of it, with whatever may be left out said once. */
  choicesOf(node: AST.QuantifiableElement | AST.Alternative): readonly string[] {
    if (node.type === 'Group' || node.type === 'CapturingGroup')
      return node.alternatives.flatMap((one) => this.choicesOf(one)).slice(0, choicesMax);
    if (node.type !== 'Alternative') return [this.sampleOf(node)];
    let said = [''];
    for (const element of node.elements) {
      const isMore = element.type === 'Group' || element.type === 'CapturingGroup';
      const next = isMore
        ? this.choicesOf(element)
        : [
            this.sampleOf(element),
            ...(element.type === 'Quantifier' && element.min === 0
              ? this.choicesOf(element.element)
              : []),
          ];
      said = said.flatMap((before) => next.map((one) => before + one)).slice(0, choicesMax);
    }
    return said;
  }

  #characterOf(node: AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass): string {
    const known = this.#known.get(node.raw);
    if (known !== undefined) return known;
    const one = new RegExp(`^(?:${node.raw})$`, this.#flags);
    const found = candidates.find((each) => one.test(each)) ?? this.#search(one);
    this.#known.set(node.raw, found);
    return found;
  }

  #search(one: RegExp): string {
    for (let point = 1; point < 0x3000; point++) {
      const each = String.fromCodePoint(point);
      if (one.test(each)) return each;
    }
    return '';
  }
}

const charactersMax = 4000;
/** What takes the square of so short a text is back in a tenth of it, also where others take most of the machine. */
const mostMs = 250;

/** How long a text is that holds the pattern up; undefined where none is that could be built of it. */
export function findHeldUp(pattern: RegExp, { before, body, behind }: Pump): number | undefined {
  const takes = (text: string): number => {
    pattern.lastIndex = 0;
    const begun = performance.now();
    pattern.exec(text);
    return performance.now() - begun;
  };
  // In steps of a few first: what doubles with each would not come back from a longer one.
  for (let times = 4; ; times = times < 64 ? times + 4 : Math.ceil(times * 1.5)) {
    const text = before + body.repeat(times) + behind;
    if (text.length > charactersMax) return undefined;
    // The first time also makes the pattern ready, and the machine may have been elsewhere.
    if (takes(text) > mostMs && takes(text) > mostMs) return text.length;
  }
}
