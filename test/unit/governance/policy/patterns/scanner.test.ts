/** The automaton finds what each pattern by itself would find, and what makes it slow is kept out of it. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import {
  compilePattern,
  type Pattern,
} from '../../../../../src/governance/policy/patterns/pattern.ts';
import {
  countStates,
  createScanner,
  statesMax,
} from '../../../../../src/governance/policy/patterns/scanner.ts';
import type { PatternDocument } from '../../../../../src/governance/policy/schema.ts';
import { draws } from '../../../../support/draws.ts';

function compile(document: PatternDocument): Pattern {
  const compiled = compilePattern(document);
  if ('message' in compiled) throw new Error(compiled.message);
  return compiled;
}

function scan(patterns: readonly Pattern[], text: string): readonly string[] {
  const numbered = patterns.map((compiled, number) => ({ number, compiled }));
  const wanted = new Set(numbered.map(({ number }) => number));
  const hits = createScanner(numbered).scan(text, wanted) ?? [];
  return hits.map(({ pattern, start, end }) => `${pattern} ${start} ${end}`).sort();
}

/** Each pattern looked for by itself over the whole text. */
function scanSlowly(sources: readonly string[], text: string): readonly string[] {
  return sources
    .flatMap((source, number) => {
      const matcher = RE2JS.compile(source).matcher(text);
      const found: string[] = [];
      while (matcher.find()) found.push(`${number} ${matcher.start()} ${matcher.end()}`);
      return found;
    })
    .sort();
}

const atoms = fc.constantFrom(
  ...['a', 'b', 'ab', 'k1', '.', '\\w', '\\s', '\\S', '[ab]', '[^a]', '\\b', '(?:a|bb)', 'é', '😀'],
  ...['\\x{61}', '\\pL', '[[:digit:]a*+]'],
  ...['(?:ab){1,2}', '(?:\\w+\\s){0,3}', '(?i)', '(?-i)', '(?s)'],
);
const repeats = fc.constantFrom(
  '',
  '',
  '',
  '+',
  '*',
  '?',
  '{2}',
  '{1,3}',
  '{0,6}',
  '{2,30}',
  '{3,}',
);
const sources = fc
  .tuple(
    fc.constantFrom('', '(?i)', '\\b'),
    fc.array(fc.tuple(atoms, repeats), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '', '\\b', '|b{2,40}', '[ab]{2,40}', '\\S{1,20}'),
  )
  .map(([before, pieces, after]) => {
    const repeated = pieces.map(([atom, repeat]) =>
      atom === '\\b' || /^\(\?[-is]+\)$/.test(atom) ? atom : atom + repeat,
    );
    return before + repeated.join('') + after;
  });
const texts = fc
  .array(fc.constantFrom('a', 'b', 'A', ' ', '\n', 'k1', 'ab', 'é', '😀', '\ud800', 'x', 'abab'), {
    maxLength: 120,
  })
  .map((pieces) => pieces.join(''));

describe('scan()', () => {
  test('finds what each pattern by itself finds', () => {
    fc.assert(
      fc.property(fc.array(sources, { minLength: 1, maxLength: 4 }), texts, (given, text) => {
        const sound = given.filter((regex) => !('message' in compilePattern({ regex })));
        const patterns = sound.map((regex) => compile({ regex }));
        const found = scan(patterns, text);
        // Where a pattern has no longest match, a match may be told without a beginning far before it.
        const exact = patterns.every((pattern) => Number.isFinite(pattern.before));
        if (exact) expect(found).toEqual(scanSlowly(sound, text));
        else {
          const hit = (lines: readonly string[]): string[] =>
            lines.map((line) => line.split(' ')[0] ?? '');
          expect(new Set(hit(found))).toEqual(new Set(hit(scanSlowly(sound, text))));
        }
      }),
      draws(500),
    );
  });

  test.each<[regex: string, text: string, found: string]>([
    ['[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}', `${'x'.repeat(3000)}@example.com`, `0 0 3012`],
    ['-----BEGIN[^-]*-----', `${' '.repeat(900)}-----BEGIN ${'k'.repeat(2000)}-----`, '0 900 2916'],
    ['\\bpassword\\s*[=:]\\s*.{0,40}end\\b', `password${' '.repeat(500)}= 1 end`, '0 0 515'],
    ['^first$', 'first', '0 0 5'],
    ['(?m)^line$', 'a\nline\nb', '0 2 6'],
    ['\\p{Lu}{2}-\\d+', 'ÄÖ-12', '0 0 5'],
    ['[[:alpha:]]{3,40}\\]', 'x abc]', '0 2 6'],
    ['(?i)straße', 'STRASSE Straße', '0 8 14'],
    ['key=\\S{8,20}', `key=short key=${'k'.repeat(30)}`, '0 10 34'],
    ['key😀{2,30}=😀{2,30}', 'key😀😀=😀😀😀', '0 0 14'],
    ['key=\\s*\\S{8,20}', `key= \n  ${'k'.repeat(12)} x`, '0 0 20'],
    ['key=[a-zé]{4,20}', `key=${'é'.repeat(5)}`, '0 0 9'],
    ['key=\\w{4,20}?', `key=${'k'.repeat(9)}`, '0 0 8'],
    ['(?U)key=\\w{4,20}', `key=${'k'.repeat(9)}`, '0 0 8'],
    ['key(?i)=[a-z]{20,40}', `key=${'K'.repeat(22)}`, '0 0 26'],
    ['key(?s)=.{8,40}', 'key=a\nbcdefgh', '0 0 13'],
    ['key(?U)=[a-z]{20,40}', `key=${'k'.repeat(30)}`, '0 0 24'],
    ['(?i)key(?-i)=[a-z]{20,40}', `KEY=${'K'.repeat(22)} KEY=${'k'.repeat(22)}`, '0 27 53'],
    ['(?i)KEY=k{4,20}', `key=${'K'.repeat(9)}`, '0 0 13'],
    ['(?:ab|abab)c?[a-c]{2,30}', 'xababcab', '0 1 8'],
    ['\\bcvv\\b\\D{0,10}\\b\\d{3,4}\\b', 'cvvs 1 cvv cvv 123', '0 7 18'],
    ['key\\b.{0,40}\\bend\\b', 'keys end keyend key😀end', '0 16 24'],
    ['key(?:\\w\\s){0,9}\\bend', 'keyend keyx end', '0 7 15'],
    ['key\\x{41}?', 'key', '0 0 3'],
    ['key\\x{20}+end', 'key  end', '0 0 8'],
    ['key[[:digit:]*+]{2}', 'key1+', '0 0 5'],
    ['key=\\pL{20,40}', `key=${'é'.repeat(22)}`, '0 0 26'],
  ])('finds the whole of %s', (regex, text, found) => {
    expect(scan([compile({ regex })], text)).toEqual([found]);
  });

  test('takes the end of what it looks at for no end of a word', () => {
    const text = 'ab😀ababaab';
    expect(scan([compile({ regex: '\\S{2}\\b' })], text)).toEqual(scanSlowly(['\\S{2}\\b'], text));
  });

  test('tells apart what was asked for and what was not', () => {
    const patterns = ['a', 'b'].map((regex, number) => ({ number, compiled: compile({ regex }) }));
    expect(createScanner(patterns).scan('ab', new Set([1]))).toEqual([
      { pattern: 1, start: 1, end: 2 },
    ]);
  });
});

describe('keywords', () => {
  test.each<[what: string, document: PatternDocument, text: string, found: readonly string[]]>([
    ['as they stand', { keywords: ['Halcyon'] }, 'Halcyon halcyon xHalcyony', ['0 0 7', '0 17 24']],
    ['in any case', { keywords: ['Halcyon'], ignoreCase: true }, 'HALCYON', ['0 0 7']],
    [
      'as whole words',
      { keywords: ['hal'], wholeWord: true },
      'hal halo hal-db',
      ['0 0 3', '0 9 12'],
    ],
    [
      'of other scripts as whole words',
      { keywords: ['école'], wholeWord: true },
      'lécole école écoles',
      ['0 7 12'],
    ],
    [
      'that begin with a sign',
      { keywords: ['.NET'], wholeWord: true },
      'use .NET, ASP.NET',
      ['0 4 8'],
    ],
    [
      'inside and behind a longer one that is part of another word',
      { keywords: ['ober-arzt', 'arzt', "'A", 'a'], wholeWord: true, ignoreCase: true },
      'éober-arzt a’a',
      ['0 11 12', '0 13 14', '0 6 10'],
    ],
    [
      'at the beginning of a longer one with which another word goes on',
      { keywords: ['blue', 'blue-sky', 'blue-sky-l'], wholeWord: true },
      'blue-sky-läufer blue-skyé',
      ['0 0 8', '0 16 20'],
    ],
    ['over several spaces', { keywords: ['blue moon'] }, 'blue  \n moon', ['0 0 12']],
    ['the longest first', { keywords: ['blue', 'blue moon'] }, 'blue moon', ['0 0 9']],
    [
      'with signs that mean something elsewhere',
      { keywords: ['a.b(c)'] },
      'axb(c) a.b(c)',
      ['0 7 13'],
    ],
  ])('are found %s', (_, document, text, found) => {
    expect(scan([compile(document)], text)).toEqual(found);
  });

  test('of a long list are found as those of one expression, though none that is compiled is as long', () => {
    const word = (at: number): string => (at * 7919).toString(36).replaceAll(/\d/g, 'x');
    const keywords = Array.from({ length: 1000 }, (_, at) => `${word(at)}${'y'.repeat(at % 16)}`);
    const pattern = compile({ keywords });
    const text = Array.from({ length: 400 }, (_, at) => `${word(at * 3)}yyyy${word(at)}`).join('');
    const longestFirst = [...keywords].sort((left, right) => right.length - left.length);
    const expected = scanSlowly([longestFirst.join('|')], text);
    expect(expected.length).toBeGreaterThan(400);
    expect(scan([pattern], text)).toEqual(expected);
    expect(Math.max(...pattern.probes.map(({ length }) => length))).toBeLessThan(4200);
  });
});

describe('lists of keywords', () => {
  const words = fc.array(
    fc.stringMatching(/^[abAB'.]{1,5}(?: [abAB]{1,3})?$/).filter((word) => word.trim() === word),
    { minLength: 1, maxLength: 30 },
  );
  const texts = fc.array(fc.constantFrom('a', 'b', 'A', 'B', "'", '’', '.', ' ', '  ', 'é'), {
    maxLength: 60,
  });

  test('are found as their words are one by one, the longest of those that begin at a place', () => {
    fc.assert(
      fc.property(words, texts, fc.boolean(), fc.boolean(), (keywords, parts, any, whole) => {
        const text = parts.join('');
        const options = { ignoreCase: any, wholeWord: whole };
        const found = scan([compile({ keywords, ...options })], text);
        expect(found).toEqual(findOneByOne(keywords, options, text));
      }),
      draws(400),
    );
  });

  /** All matches of each word alone, of which the first is taken, and of several at a place the longest. */
  function findOneByOne(
    keywords: readonly string[],
    { ignoreCase, wholeWord }: Readonly<Record<'ignoreCase' | 'wholeWord', boolean>>,
    text: string,
  ): readonly string[] {
    const found: string[] = [];
    const edge = '(?<![\\p{L}\\p{N}_])X(?![\\p{L}\\p{N}_])';
    const sources = keywords.map((word) => {
      const source = word.replaceAll(/[.]/g, '\\.').replaceAll("'", "['’]");
      const spaced = source.replaceAll(' ', '\\s{1,4}');
      return new RegExp(wholeWord ? edge.replace('X', spaced) : spaced, ignoreCase ? 'iuy' : 'uy');
    });
    for (let at = 0; at < text.length;) {
      const ends = sources.map((source) => {
        source.lastIndex = at;
        return source.test(text) ? source.lastIndex : at;
      });
      const end = Math.max(...ends);
      if (end > at) found.push(`0 ${at} ${end}`);
      at = Math.max(at + 1, end);
    }
    return found.sort();
  }

  test('tell a text that holds all of five thousand names, which no list of them fits into a step', () => {
    const syllables = 'ka lo mi ter von ber sta ra ne gu pol din fa zu wal mar os il em tan'.split(
      ' ',
    );
    const word = (at: number): string =>
      [0, 1, 2].map((place) => syllables[Math.floor(at / 20 ** place) % 20]).join('');
    const names = Array.from({ length: 5000 }, (_, at) => `${word(at)} ${word(at * 7 + 3)}`);
    const lists = [0, 1, 2, 3, 4].map((list) =>
      compile({
        keywords: names.slice(list * 1000, (list + 1) * 1000),
        ignoreCase: true,
        wholeWord: true,
      }),
    );
    const found = scan(lists, names.map((name) => name.toUpperCase()).join(', '));
    expect(found).toHaveLength(names.length);
  });

  test('of words that each begin the next one are as deep as the library takes them', () => {
    const keywords = Array.from({ length: 199 }, (_, at) => 'x'.repeat(at + 1));
    expect(scan([compile({ keywords })], `y${'x'.repeat(190)}y`)).toEqual(['0 1 191']);
  });
});

describe('compilePattern()', () => {
  test('keeps the tail of a class with a short name out of the automaton', () => {
    expect(compile({ regex: 'key=\\pL{20,40}' }).probes).toEqual(['key=']);
  });
});

describe('countStates()', () => {
  const many = (count: number, regex: (index: number) => string): readonly Pattern[] =>
    Array.from({ length: count }, (_, index) => compile({ regex: regex(index) }));

  test.each<[what: string, patterns: readonly Pattern[]]>([
    ['gaps', many(100, (index) => `foo${index}.{0,60}bar${index}`)],
    ['long tails', many(200, (index) => `(?i)\\bfoo${index}\\s*[=:]\\s*\\S{8,64}`)],
    ['long classes', many(200, (index) => `\\bk${index}_[A-Za-z0-9_-]{20,60}\\b`)],
    ['phrases', many(30, (index) => `(?i)drop${index}\\s+(?:\\w+\\s+){0,4}rules`)],
  ])('stays low for %s, because they are looked at behind their heads', (_, patterns) => {
    expect(countStates(patterns)).toBeLessThan(statesMax(patterns.length));
  });

  test('is high where gaps hide in groups', () => {
    const patterns = many(40, (index) => `k${index}(?:.{0,30}a|b{0,30}x)`);
    expect(countStates(patterns)).toBeGreaterThan(statesMax(patterns.length));
  });
});
