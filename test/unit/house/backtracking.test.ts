/** No pattern of the house reads one stretch of a text in very many ways; of those that are written out the linter sees the plainest by itself. */
import { describe, expect, test } from '@jest/globals';
import { analyse } from 'scslre';
import ts from 'typescript';
import { nameThenNumber } from '../../../src/governance/detectors/street-shapes.ts';
import { findHeldUp, findPumps } from '../../support/pumps.ts';
import { listFiles, readText, root } from '../../support/repository.ts';

type Made = { readonly source: string; readonly flags: string };

/** What `new RegExp` is called with while these files are read. */
async function patternsMadeBy(paths: readonly string[]): Promise<readonly Made[]> {
  const Pattern = globalThis.RegExp;
  const made = new Map<string, Made>();
  globalThis.RegExp = new Proxy(Pattern, {
    construct(target, given: [string | RegExp, string?], newTarget) {
      const pattern = Reflect.construct(target, given, newTarget) as RegExp;
      made.set(String(pattern), { source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    for (const path of paths) await import(`${root}/${path}`);
  } finally {
    globalThis.RegExp = Pattern;
  }
  return [...made.values()];
}

/** Why one character over and over takes longer and longer; each further reader of the same stretch multiplies it. */
function findDearIn(made: Made): readonly string[] {
  const { reports } = analyse(made, {
    reportTypes: { Self: true, Trade: true, Move: true },
    assumeRejectingSuffix: false,
  });
  return reports.map(({ type, character }) => {
    const shown = `/${made.source.slice(0, 120)}/${made.flags}`;
    return `${shown}: ${JSON.stringify(character.pick)} over and over (${type})`;
  });
}

function patternsWrittenIn(path: string): readonly Made[] {
  const source = ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true);
  const written: Made[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      written.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return written;
}

/** A text that holds it up: of what it repeats, each choice over and over, and then what does not fit. */
function findHeldUpIn({ source, flags }: Made): readonly string[] {
  const pattern = new RegExp(source, flags);
  for (const pump of findPumps(pattern)) {
    const characters = findHeldUp(pattern, pump);
    if (characters === undefined) continue;
    const shown = `/${source.slice(0, 120)}/${flags}`;
    return [`${shown}: ${characters} characters of ${JSON.stringify(pump)}`];
  }
  return [];
}

/** It is shown only what stands right before a number, the length of an address. */
const shownLittle: readonly string[] = [nameThenNumber.source];

const code = listFiles(/^(?:src|console\/src)\/.*\.tsx?$/).filter(
  (path) => !path.endsWith('.d.ts'),
);
const judging = code.filter((path) => path.startsWith('src/governance/'));

describe('patterns', () => {
  test('that are put together do not take the square of one character over and over', async () => {
    const made = await patternsMadeBy(judging);
    expect(made.length).toBeGreaterThan(500);
    const all = made.filter(({ source }) => !shownLittle.includes(source));
    expect(all.flatMap(findDearIn)).toEqual([]);
  });

  test('are held up by no text that repeats what they repeat', async () => {
    const made = await patternsMadeBy(judging);
    const written = code.flatMap(patternsWrittenIn);
    expect(written.length).toBeGreaterThan(1000);
    expect([...made, ...written].flatMap(findHeldUpIn)).toEqual([]);
  });
});

describe('of patterns it is told', () => {
  test.each(['who wrote (?:[^\\s.!?]+ ?){1,6}(?=[.!?\\n]|$)', '(?:[a-z]+[ _]?){1,3} ?:', 'a+$'])(
    'that one character holds up %s',
    (source) => {
      expect(findDearIn({ source, flags: 'gi' })).not.toEqual([]);
    },
  );

  test.each([
    'who wrote (?:[^\\s.!?]+ ?){1,6}(?=[.!?\\n]|$)',
    'task ?:(?=\\s{0,4}(?:[a-z]+[ _]?){1,3} ?:)',
    'kill(?: (?:online|with [a-z]+(?: [a-z]+){0,2}|so none [a-z]+(?: [a-z]+){0,3}))*(?=[.!?\\n]|$)',
    '(?:[a-z]+ )*(?:[a-z ]+,)*;',
  ])('that a text holds up %s', (source) => {
    expect(findHeldUpIn({ source, flags: 'gi' })).not.toEqual([]);
  });
});
