/** A YAML document as data, and the way back to its lines. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { readYaml } from '../../../src/config/yaml-document.ts';
import { draws } from '../../support/draws.ts';

/** The source from the place of a character on, for the eye. */
function sourceAt(source: string, at: { readonly line: number; readonly column: number }): string {
  const line = source.split('\n')[at.line - 1] ?? '';
  return line.slice(at.column - 1);
}

describe('readYaml() reads', () => {
  test.each([
    ['a mapping', 'a: 1\nb: [x, true, null]', { a: 1, b: ['x', true, null] }],
    ['keys as strings', '1: x\nnull: y', { '1': 'x', null: 'y' }],
    [
      'a member called __proto__ as data',
      '__proto__: {a: 1}',
      Object.fromEntries([['__proto__', { a: 1 }]]),
    ],
    ['`<<` as an ordinary key', '<<: {a: 1}', { '<<': { a: 1 } }],
    ['words that YAML 1.1 took for booleans', 'a: yes\nb: on', { a: 'yes', b: 'on' }],
    ['an alias', 'a: &x [1]\nb: *x', { a: [1], b: [1] }],
    ['nothing', '# only a comment\n', null],
  ])('%s', (_name, source, value) => {
    expect(readYaml(source)).toMatchObject({ value, faults: [] });
  });
});

describe('readYaml() refuses', () => {
  test.each([
    ['a key that stands twice', 'a: 1\nb: 2\na: 3', 3, 1, 'the key `a` stands here twice'],
    ['a nested key that stands twice', 'a:\n  b: 1\n  b: 2', 3, 3, 'twice'],
    ['a key twice in flow style', 'a: {b: 1, b: 2}', 1, 11, 'twice'],
    ['lone carriage returns', 'a: 1\n# note\rb: 2\nc: [', 2, 7, 'save the file with line feeds'],
    ['nothing but carriage returns', '# note\ra: 1\rb: [', 1, 7, 'save the file with line feeds'],
    ['bad syntax', 'a: 1\nb: [1', 2, 6, 'flow sequence'],
    ['an alias without anchor', 'a: 1\nb: *nope', 2, 4, 'unresolved alias'],
    ['a second document', 'a: 1\n---\nb: 2', 2, 1, 'several documents'],
    ['an unknown tag', 'a: !js/function x', 1, 4, 'begins with `!` needs quotes'],
    ['a text that begins with `!`', 'a:\n  when: !hit("x") && b', 2, 9, 'needs quotes around it'],
    ['a text with a colon', 'a: Careful: it is hot', 1, 4, 'a text with `: ` in it needs quotes'],
    ['a text that goes on behind its quote', 'a: "b" in c', 1, 8, 'other quotes around it all'],
    ['an escape that is none', 'a: "\\d+"', 1, 5, 'in single quotes a backslash stands for itself'],
    ['a tab', 'a:\n\tb: 1', 2, 1, 'indent with spaces'],
    ['what is nested too deep', `a: ${'['.repeat(20_000)}`, 1, undefined, 'nested too deep'],
    ['another YAML version', '%YAML 1.1\n---\na: yes', 1, 1, 'yaml 1.2'],
    ['a list as a key', '? [a]\n: 1', 1, 3, 'keys must be strings'],
  ])('%s', (_name, source, line, column, message) => {
    const { value, faults } = readYaml(source);
    expect(value).toBeNull();
    expect(faults[0]).toMatchObject({ line, column: column ?? expect.any(Number) });
    expect(faults[0]?.message.toLowerCase()).toContain(message);
    // One fault is told once, whatever the parser makes of what follows on its line.
    expect(new Set(faults.map((fault) => fault.line)).size).toBe(faults.length);
  });

  test('aliases that would grow without bound', () => {
    const levels = 'abcdefgh'.split('').map(
      (name, index) =>
        `${name}: &${name} [${Array(9)
          .fill(index === 0 ? 'x' : `*${'abcdefgh'[index - 1] ?? ''}`)
          .join(', ')}]`,
    );
    const { value, faults } = readYaml(levels.join('\n'));
    expect(value).toBeNull();
    expect(faults[0]?.message).toContain('excessive alias count');
  });

  test('nesting beyond what can be read, without a crash', () => {
    expect(readYaml(`a: ${'['.repeat(50_000)}`).faults.length).toBeGreaterThan(0);
  });

  test('many keys in linear time', () => {
    const keys = (count: number) =>
      Array.from({ length: count }, (_, index) => `key${index}: v`).join('\n');
    const timeOf = (source: string) => {
      const start = performance.now();
      expect(readYaml(source).faults).toEqual([]);
      return performance.now() - start;
    };
    timeOf(keys(5_000));
    expect(timeOf(keys(40_000))).toBeLessThan(30 * Math.max(timeOf(keys(5_000)), 10));
  });
});

describe('locate() points at', () => {
  const source = 'a:\n  b: 1\n  c:\n    - x\n    - d: &anchor {e: 2}\nf: *anchor\n';
  const { locate } = readYaml(source);
  test.each([
    ['a value', ['a', 'b'], 'value', 2, 6],
    ['a key', ['a', 'b'], 'key', 2, 3],
    ['an element', ['a', 'c', 0], 'value', 4, 7],
    ['a value within an element', ['a', 'c', 1, 'd', 'e'], 'value', 5, 22],
    ['a value behind an alias', ['f', 'e'], 'value', 5, 22],
    ['the nearest ancestor of what is missing', ['a', 'zzz', 'deep'], 'value', 1, 1],
    ['the list of an element that is missing', ['a', 'c', 9], 'value', 3, 3],
    ['the document for the empty path', [], 'value', 1, 1],
  ] as const)('%s', (_name, path, of, line, column) => {
    expect(locate(path, of)).toEqual({ line, column });
  });
});

test('each of many keys is found without a look at all before it', () => {
  const keys = Array.from({ length: 40_000 }, (_, at) => `k${at}`);
  const { locate } = readYaml(keys.map((key) => `${key}: 1\n`).join(''));
  const begun = performance.now();
  expect(keys.map((key) => locate([key], 'key').line)).toEqual(keys.map((_, at) => at + 1));
  // Each looked for from the top takes ten seconds.
  expect(performance.now() - begun).toBeLessThan(2500);
});

describe('locateInside() finds a character of', () => {
  test.each([
    ['a plain scalar', 'a: one two', 4, 'two'],
    ['a plain scalar over two lines', 'a: one\n   two', 4, 'two'],
    ['a single-quoted scalar', "a: 'it''s here'", 5, 'here'],
    ['a double-quoted scalar', 'a: "x\\t\\u0041 here"', 4, 'here'],
    ['a double-quoted scalar with an astral escape', 'a: "\\U0001F600 here"', 3, 'here'],
    ['a double-quoted scalar with a continued line', 'a: "one \\\n   two"', 4, 'two'],
    ['a quoted scalar with a space kept after a fold', 'a: "a\n  \\x20b"', 3, 'b'],
    ['a literal block', 'a: |\n  one\n    two\n\n  three', 11, 'three'],
    ['a literal block with deeper first line', 'a: |2\n    one\n  two', 6, 'two'],
    ['a folded block', 'a: >-\n  one\n  two\n\n  three', 8, 'three'],
    ['a block with Windows line ends', 'a: |\r\n  one\r\n  two\r\n', 4, 'two'],
  ])('%s', (_name, source, offset, expected) => {
    const { value, locateInside } = readYaml(source);
    expect((value as { a: string }).a.slice(offset).startsWith(expected)).toBe(true);
    expect(sourceAt(source.replaceAll('\r', ''), locateInside(['a'], offset))).toMatch(
      new RegExp(`^${expected}`),
    );
  });

  test('any text in any style: the character found is the character asked for', () => {
    const words = fc.array(
      fc.constantFrom('a', 'Z', ' ', '  ', '\n', "'", '"', '\\', '#', ': ', 'é'),
      {
        maxLength: 40,
      },
    );
    const styles = fc.constantFrom(
      'PLAIN',
      'QUOTE_SINGLE',
      'QUOTE_DOUBLE',
      'BLOCK_LITERAL',
      'BLOCK_FOLDED',
    );
    fc.assert(
      fc.property(words, styles, fc.nat(60), (parts, style, lineWidth) => {
        const source = stringify(
          { a: { b: parts.join('') } },
          { defaultStringType: style, lineWidth: lineWidth + 20 },
        );
        const { value, locateInside } = readYaml(source);
        // What was read back counts: a block that is only white space is not written as it was.
        const read = (value as { a: { b: string } }).a.b;
        for (const [offset, character] of Array.from(read).entries()) {
          if (character === '\n' || character === ' ') continue;
          const found = sourceAt(source, locateInside(['a', 'b'], offset));
          expect(found.startsWith(character) || found.startsWith('\\')).toBe(true);
        }
      }),
      draws(500),
    );
  });
});
