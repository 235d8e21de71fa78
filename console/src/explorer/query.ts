/** The query as terms: read from the box and written back, so that a click on a facet changes the very same text. */

export type Term = {
  readonly negated: boolean;
  /** '' for free text. */
  readonly field: string;
  readonly value: string;
  readonly quoted: boolean;
};

const piece = /\s*(-?)(?:([A-Za-z_]+):)?(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^\s"]+))(?=\s|$)/y;

/** Undefined where the query is not whole yet; the gateway then says what is wrong. */
export function readTerms(query: string): readonly Term[] | undefined {
  const terms: Term[] = [];
  const text = query.trimEnd();
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) {
    const found = piece.exec(text);
    if (found === null) return undefined;
    const [, minus, field = '', quoted, bare = ''] = found;
    terms.push({
      negated: minus === '-',
      field,
      value: quoted === undefined ? bare : quoted.replace(/\\(["\\])/g, '$1'),
      quoted: quoted !== undefined,
    });
  }
  return terms;
}

export function writeTerms(terms: readonly Term[]): string {
  return terms.map(writeTerm).join(' ');
}

function writeTerm({ negated, field, value, quoted }: Term): string {
  const plain = !quoted && /^[^\s"]+$/.test(value);
  const said = plain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
  return `${negated ? '-' : ''}${field === '' ? '' : `${field}:`}${said}`;
}

/** Characters that mean something where they are not quoted. */
const special = /[\s",*<>]|\.\./;

export type Choice = 'include' | 'exclude' | undefined;

/** Whether a value of a field is asked for, kept out, or neither. */
export function choiceOf(query: string, field: string, value: string): Choice {
  const term = readTerms(query)?.find(
    (one) => one.field === field && valuesOf(one).includes(value),
  );
  return term === undefined ? undefined : term.negated ? 'exclude' : 'include';
}

function valuesOf({ value, quoted }: Term): readonly string[] {
  return quoted ? [value] : value.split(',');
}

/** Includes or excludes a value; the same again takes it back. Included values of a field are alternatives. */
export function choose(
  query: string,
  field: string,
  value: string,
  choice: 'include' | 'exclude',
): string {
  const terms = readTerms(query);
  if (terms === undefined) return query;
  const before = choiceOf(query, field, value);
  const without = terms.flatMap((term) => withoutValue(term, field, value));
  if (before === choice) return writeTerms(without);
  const quoted = special.test(value);
  const negated = choice === 'exclude';
  const mate = without.find((one) => one.field === field && !one.negated && !one.quoted);
  if (!negated && mate !== undefined && !quoted) {
    const joined = { ...mate, value: `${mate.value},${value}` };
    return writeTerms(without.map((one) => (one === mate ? joined : one)));
  }
  return writeTerms([...without, { negated, field, value, quoted }]);
}

function withoutValue(term: Term, field: string, value: string): readonly Term[] {
  if (term.field !== field || !valuesOf(term).includes(value)) return [term];
  const rest = valuesOf(term).filter((one) => one !== value);
  return rest.length === 0 ? [] : [{ ...term, value: rest.join(',') }];
}

/** The word at the caret, and where it stands: what a completion replaces. */
export function wordAt(
  query: string,
  caret: number,
): { readonly start: number; readonly word: string } {
  const start = query.lastIndexOf(' ', Math.max(0, caret - 1)) + 1;
  return { start, word: query.slice(start, caret) };
}
