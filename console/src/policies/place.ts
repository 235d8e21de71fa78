/** Where in a policy the caret stands, told by indentation alone: the text is unfinished, so no parser would take it. */

/** `*` for an item of a list. */
export type Place = {
  readonly path: readonly string[];
  /** What is written of the key or the value so far. */
  readonly word: string;
  /** True after `key:` or within a list of values. */
  readonly value: boolean;
  /** Keys that stand beside the one that is written. */
  readonly beside: readonly string[];
};

type Line = {
  /** Column of the key, after the dashes of list items. */
  readonly column: number;
  /** Column of the first dash; undefined where there is none. */
  readonly dash: number | undefined;
  readonly key: string | undefined;
  readonly rest: string;
};

function readLine(text: string): Line | undefined {
  const [, indent = '', dashes = '', rest = ''] = /^( *)((?:- +)*)(.*)/s.exec(text) ?? [];
  if (rest.trim() === '' && dashes === '') return undefined;
  const [, key, after] = /^([\w.-]+):(?:\s+(\S.*)?)?$/s.exec(rest) ?? [];
  return {
    column: indent.length + dashes.length,
    dash: dashes === '' ? undefined : indent.length,
    key,
    rest: key === undefined ? rest : (after ?? ''),
  };
}

/** The keys above a column, outermost first, and those beside it. */
function climb(
  lines: readonly string[],
  column: number,
  dash: number | undefined,
): Pick<Place, 'path' | 'beside'> {
  const path: string[] = dash === undefined ? [] : ['*'];
  const beside: string[] = [];
  // What is looked for: a key further left; the list that an item belongs to may stand right above its dash.
  let above = { column: dash ?? column, list: dash !== undefined };
  for (const text of lines.toReversed()) {
    const line = readLine(text);
    if (line === undefined) continue;
    if (!above.list && line.column === above.column) {
      if (path.length === 0 && line.key !== undefined) beside.push(line.key);
      if (line.dash === undefined) continue;
      path.unshift('*');
      above = { column: line.dash, list: true };
    } else if (line.key !== undefined && line.rest === '' && isAbove(line, above)) {
      path.unshift(line.key);
      if (line.dash !== undefined) path.unshift('*');
      above = { column: line.dash ?? line.column, list: line.dash !== undefined };
    }
  }
  return { path, beside };
}

function isAbove(line: Line, above: { readonly column: number; readonly list: boolean }): boolean {
  return line.column < above.column || (above.list && line.column === above.column);
}

export function placeAt(text: string, caret: number): Place {
  const lines = text.slice(0, caret).split('\n');
  const current = lines.pop() ?? '';
  const word = /(?<![\w.-])[\w.-]*$/.exec(current)?.[0] ?? '';
  const before = current.slice(0, current.length - word.length);
  const [, indent = '', dashes = '', written = ''] = /^( *)((?:- +)*)(.*)/s.exec(before) ?? [];
  const column = indent.length + dashes.length;
  const { path, beside } = climb(lines, column, dashes === '' ? undefined : indent.length);
  const key = /^([\w.-]+):\s/.exec(written)?.[1];
  if (key === undefined) return { path, word, value: false, beside };
  const list = written.lastIndexOf('[') > written.lastIndexOf(']');
  return { path: list ? [...path, key, '*'] : [...path, key], word, value: true, beside };
}
