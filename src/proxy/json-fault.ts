/** Where a text stops being JSON: the parser tells that only beside the text itself, which no error may hold. */

type Expected = 'value' | 'element or end' | 'name' | 'name or end' | 'colon' | 'next' | 'nothing';

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const blank = /[ \t\n\r]*/y;

/** Nobody looks for a slip in a longer text by its line, and others would wait while it is looked for. */
const charactersMax = 65_536;

/** That it is empty, that it ends too early, or the line and the column of what cannot stand there, if that is not too far. */
export function describeJsonFault(source: string): string {
  const looked = source.slice(0, charactersMax);
  if (endOf(blank, looked, 0) === source.length) return 'is empty: a JSON object is expected';
  const at = findJsonFault(looked);
  if (at === source.length) return 'is not JSON: it ends too early';
  if (at === looked.length) return 'is not JSON';
  const before = looked.slice(0, at);
  const line = before.split('\n').length;
  return `is not JSON: see line ${line}, column ${at - before.lastIndexOf('\n')}`;
}

/** The length of the text where more of it was expected. */
function findJsonFault(source: string): number {
  const objects: boolean[] = [];
  let expected: Expected = 'value';
  let at = endOf(blank, source, 0);
  while (at < source.length) {
    const char = source[at];
    const begun: boolean = expected === 'value' || expected === 'element or end';
    if (begun && (char === '{' || char === '[')) {
      objects.push(char === '{');
      expected = char === '{' ? 'name or end' : 'element or end';
      at += 1;
    } else if (char === '"' && (begun || expected === 'name' || expected === 'name or end')) {
      const { end, whole } = readString(source, at + 1);
      if (!whole) return end;
      expected = begun ? after(objects) : 'colon';
      at = end;
    } else if (char === ':' && expected === 'colon') {
      expected = 'value';
      at += 1;
    } else if (char === ',' && expected === 'next') {
      expected = objects.at(-1) === true ? 'name' : 'value';
      at += 1;
    } else if (isEnd(char, objects.at(-1), expected)) {
      objects.pop();
      expected = after(objects);
      at += 1;
    } else {
      const end = begun ? endOf(scalar, source, at) : at;
      if (end === at) return at;
      expected = after(objects);
      at = end;
    }
    at = endOf(blank, source, at);
  }
  return at;
}

function after(objects: readonly boolean[]): Expected {
  return objects.length === 0 ? 'nothing' : 'next';
}

function isEnd(char: string | undefined, object: boolean | undefined, expected: Expected): boolean {
  if (char === '}') return object === true && (expected === 'next' || expected === 'name or end');
  return char === ']' && object === false && (expected === 'next' || expected === 'element or end');
}

/** Where a match that begins here ends; here, where there is none. */
function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const space = 0x20;

/** From behind the first quote to behind the last, or to what no string may hold. */
function readString(
  source: string,
  from: number,
): { readonly end: number; readonly whole: boolean } {
  let at = from;
  while (at < source.length) {
    const char = source[at];
    if (char === '"') return { end: at + 1, whole: true };
    if (source.charCodeAt(at) < space) break;
    const next = char === '\\' ? endOf(escaped, source, at) : at + 1;
    if (next === at) break;
    at = next;
  }
  return { end: at, whole: false };
}
