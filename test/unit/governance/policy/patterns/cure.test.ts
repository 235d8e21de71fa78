/** What other dialects of regular expressions know is refused where it stands, with what RE2 has in its place. */
import { describe, expect, test } from '@jest/globals';
import { findSlips } from '../../../../../src/governance/policy/patterns/slips.ts';
import { compilePattern } from '../../../../../src/governance/policy/patterns/pattern.ts';

describe('compilePattern() names the place and the cure', () => {
  test.each<[regex: string, offset: number, cure: string, mended: string]>([
    ['key\\Z', 3, 'write `\\z` for the end of the text', 'key\\z'],
    ['a\\hb', 1, 'write `[\\t ]` for a blank', 'a[\\t ]b'],
    ['[\\h=]x', 1, 'inside `[…]` write `\\t` and a space', '[\\t =]x'],
    ['a\\Hb', 1, 'write `[^\\t ]`', 'a[^\\t ]b'],
    ['a\\Rb', 1, 'write `\\r?\\n`', 'a\\r?\\nb'],
    ['a\\Nb', 1, 'write `[^\\n]`', 'a[^\\n]b'],
    ['a\\Kb', 1, 'leave it out', 'ab'],
    ['\\Gab', 0, 'leave it out', 'ab'],
    ['a\\Xb', 1, 'write `.`', 'a.b'],
    ['x\\u00e9y', 1, 'write `\\x{e9}`', 'x\\x{e9}y'],
    ['x\\u{1F600}y', 1, 'write `\\x{1F600}`', 'x\\x{1F600}y'],
    ['x\\U0001F600y', 1, 'write `\\x{1F600}`', 'x\\x{1F600}y'],
    ['a\\eb', 1, 'write `\\x1b`', 'a\\x1bb'],
    ['a\\yb', 1, 'leave out the backslash', 'ayb'],
    ['a\\éb', 1, 'leave out the backslash', 'aéb'],
    ['(?x)a b', 0, 'write it in one line, without blanks and notes', 'ab'],
    ['ab(?i-x:c)', 2, 'there are the flags `i`, `m`, `s` and `U` only', 'ab(?i:c)'],
    ['(?u)ab', 0, 'leave this one out', 'ab'],
    ['(?g)ab', 0, 'there are the flags `i`, `m`, `s` and `U` only', 'ab'],
    ['a(?#note)b', 1, 'write the note as a comment of YAML', 'ab'],
    ['(?P<n>a)(?P=n)', 8, 'backreferences are not available', '(?P<n>a)a'],
    ['a(?R)b', 1, 'recursion is not available', 'ab'],
    ['a(?1)b', 1, 'recursion is not available', 'ab'],
    ['(?(1)a|b)c', 0, 'conditions are not available', '(?:a|b)c'],
    ['(?|a|b)c', 0, 'write `(?:…|…)`', '(?:a|b)c'],
    ["(?'name'ab)", 0, 'write `(?<name>…)`', '(?<name>ab)'],
    ['(*UTF8)ab', 1, 'leave out what stands in `(*…)`', 'ab'],
    ['\\p{Script=Greek}x', 0, 'write `\\p{Greek}`', '\\p{Greek}x'],
    ['[\\p{sc=Greek}a]x', 1, 'write `\\p{Greek}`', '[\\p{Greek}a]x'],
    ['\\P{IsGreek}x', 0, 'write `\\P{Greek}`', '\\P{Greek}x'],
    ['\\p{General_Category=Lu}x', 0, 'write `\\p{Lu}`', '\\p{Lu}x'],
    ['\\p{L&}x', 0, 'write `\\p{LC}`', '\\p{LC}x'],
    ['\\p{Lowercase_Letter}x', 0, 'a category by its short name', '\\p{Ll}x'],
    ['\\pGreek', 0, 'write the name in braces', '\\p{Greek}'],
    ['[[:letter:]]x', 1, '`[:alpha:]`', '[[:alpha:]]x'],
    ['[z-a]x', 1, 'write the lower character first', '[a-z]x'],
    ['ab{2000}', 2, 'a repeat counts to 1,000 at most', 'ab{500}'],
    ['ab**', 2, 'leave one of the repeats', 'ab*'],
    ['+49', 0, 'write a backslash before the sign itself', '\\+49'],
    ['a(b)(c', 4, 'close it with `)`', 'a(b)(c)'],
    ['a(b))c', 4, 'write `\\)` for the sign itself', 'a(b)\\)c'],
    ['ab[c', 2, 'close it with `]`', 'ab[c]'],
    ['a\\101b', 1, 'write `\\x41` for the character', 'a\\x41b'],
    ['a\\400b', 1, 'write `\\x{100}` for the character', 'a\\x{100}b'],
    ['[\\1]b', 1, 'write `\\x01`', '[\\x01]b'],
    ['[\\8]b', 1, 'leave out the backslash if the digit is meant', '[8]b'],
    ['a\\x4', 1, 'write `\\x04`, with two digits', 'a\\x04'],
    ['[\\x4]b', 1, 'write `\\x04`, with two digits', '[\\x04]b'],
    ['a\\x{4', 1, 'write `\\x{4}`', 'a\\x{4}'],
    ['a\\x{}', 1, 'as in `\\x41` or `\\x{1f600}`', 'a\\x{1f600}'],
    ['a\\x{110000}', 1, 'the last character has the number `\\x{10ffff}`', 'a\\x{10ffff}'],
    ['a\\u0041b', 1, 'write `\\x{41}`', 'a\\x{41}b'],
    ['\\uD83D\\uDE00', 0, 'write `\\x{1f600}`', '\\x{1f600}'],
    ['a\\cAb', 1, 'write `\\x01`', 'a\\x01b'],
    ['[\\c[]b', 1, 'write `\\x1b`', '[\\x1b]b'],
    ['a\\o{101}b', 1, 'write `\\x41`', 'a\\x41b'],
    ['[\\R]b', 1, 'inside `[…]` write `\\r\\n`', '[\\r\\n]b'],
    ['\\Cab', 0, 'write `.`', '.ab'],
    ['\\mab', 0, 'write `\\b` for the edge of a word', '\\bab'],
    ['[[:<:]]ab', 1, 'write `\\b` for the edge of a word', '\\bab'],
    ['[\\A]b', 1, 'it has a meaning outside `[…]` only', '\\Ab'],
    ['[\\Q*\\E]b', 1, 'write a backslash before each sign', '[\\*]b'],
    ['a\\Eb', 1, 'leave it out', 'ab'],
    ['[a-\\d]b', 3, 'put the `-` first in `[…]`', '[-a\\d]b'],
    [
      'a++b',
      1,
      'possessive repeats are not available; patterns always run in linear time without them, so write `+`',
      'a+b',
    ],
    ['a{2,3}+b', 1, 'so write `{2,3}`', 'a{2,3}b'],
    ['\\(?+b', 2, 'so write `?`', '\\(?b'],
    ['a(?>bc)', 1, 'so write `(?:…)`', 'a(?:bc)'],
    ['(*atomic:bc)', 0, 'so write `(?:…)`', '(?:bc)'],
    ['a(?=b)', 1, 'match the context too', 'ab'],
    ['(?<!a)b', 0, 'match the context too', '[^a]b'],
    ['(*nlb:a)b', 0, 'match the context too', '[^a]b'],
    ['(a|b)\\1', 5, 'write out what may come again, as in `(?:aa|bb)`', '(?:aa|bb)'],
    ['(a)\\11', 3, 'or `\\x09` for the character of this number', '(a)\\x09'],
    ['(?<n>a)\\g{n}', 7, 'write out what may come again', 'aa'],
    ['\\g<1>(a)', 0, 'write it out as deep as it may go', '(a)'],
    ['(a)(?+1)', 3, 'recursion is not available', '(a)a'],
    ['(?P<n>a)(?P>n)', 8, 'recursion is not available', '(?P<n>a)a'],
    ['(?(?=a)b|c)', 0, 'write a choice as in `(?:a|b)`', '(?:ab|c)'],
    ['(?<n>a)(?P<n>b)', 7, 'each once', '(?<n>a)(?P<m>b)'],
    ['a(?P!b)', 1, 'write `(?<name>…)`', 'a(?<b>b)'],
    ['(?{a})b', 0, 'leave it out: a pattern runs no code', 'b'],
    ['(?C1)b', 0, 'leave it out: a pattern runs no code', 'b'],
    ['(?~a)b', 0, 'there are the groups `(…)`, `(?:…)`, `(?i:…)` and `(?<name>…)` only', '(?:a)b'],
    ['(?i:a', 0, 'close it with `)`', '(?i:a)'],
    ['\\p{Alnum}b', 0, 'write `[[:alnum:]]`', '[[:alnum:]]b'],
    ['(a{500}){500}', 8, 'with those inside it together', '(a{50}){10}'],
    ['ab\\', 2, 'write `\\\\` for the sign itself', 'ab\\\\'],
  ])('of %s', (regex, offset, cure, mended) => {
    const refused = compilePattern({ regex });
    if (!('message' in refused)) throw new Error('it compiles');
    expect(refused.offset).toBe(offset);
    expect(refused.message).toContain(cure);
    expect(compilePattern({ regex: mended })).not.toHaveProperty('message');
  });
});

describe('findSlips() warns of what means something else here', () => {
  test.each<[regex: string, offset: number, said: string]>([
    ['/abc/i', 0, 'write what stands between them, with `(?i)` before it'],
    ['/abc\\d/gsu', 0, 'with `(?s)` before it'],
    ['/abc/g', 0, 'write what stands between them'],
    ['/^abc$/', 0, 'write what stands between them'],
    ['ab{,5}c', 2, 'write `{0,5}`'],
    ['\\<ab', 0, 'write `\\b`'],
    ['[a-z&&[^aeiou]]x', 4, 'this `&&` takes nothing away'],
    ['[!-/--[+-]]x', 4, 'this `--` takes nothing away'],
    ['ab{2, 3}c', 2, '`{2, 3}` is looked for as it stands; write `{2,3}`'],
    ['ab{ 2 }c', 2, 'write `{2}`'],
    ['\\d{3}-\\d{2', 8, 'write `{2}`'],
    ['a\\vb', 1, 'write `[\\r\\n]` for the end of a line, else `\\x0b`'],
    ['[ \\v]b', 2, 'write `\\r\\n` for the end of a line, else `\\x0b`'],
    ['[[.a.]]b', 1, '`[.a.]` is read sign by sign; write `a`'],
    ['[x[.-.]]b', 2, 'write `\\-`'],
    ['[[.hyphen.]]b', 1, 'write the character itself'],
    ['[[=e=]x]b', 1, 'write `e` and the like, with accents and without'],
    ['a\\x{D83D}b', 1, 'as in `\\x{1f600}`'],
    ['a\\x{D83D}\\x{DE00}b', 1, 'write `\\x{1f600}`'],
    ['[\\x{00d83c}-\\x{dbff}]b', 1, 'as in `\\x{1f600}`'],
  ])('in %s', (regex, offset, said) => {
    const [slip, ...others] = findSlips(regex);
    expect(others).toEqual([]);
    expect(slip?.offset).toBe(offset);
    expect(slip?.message).toContain(said);
  });

  test.each([
    '/api/v1',
    '/etc/passwd/',
    'https?://\\w+/',
    '[{,5}]x',
    'a{2,5}',
    'a{2,}',
    '[&]x',
    '[+-]x',
    '[a{2]x',
    '\\{2 x',
    '\\x{41}b',
    '\\p{L}b',
    '{name}',
    '\\\\v',
    '\\Q\\v[[.a.]]\\E',
    '[.a.]b',
    '[[:alpha:].]b',
    '[=][=a]b',
    '\\x{1f600}\\x{d7ff}\\x{e000}\\x{d83}',
  ])('but not in %s', (regex) => {
    expect(findSlips(regex)).toEqual([]);
  });
});

describe('what stands for a foreign form means what was meant', () => {
  test.each<[foreign: string, mended: string, text: string]>([
    ['x\\v', 'x[\\r\\n]', 'x\n'],
    ['x[[.a.]]', 'x[a]', 'xa'],
    ['x[[.-.]]', 'x[\\-]', 'x-'],
    ['x[[=e=]]', 'x[eé]', 'xé'],
    ['x\\x{D83D}\\x{DE00}', 'x\\x{1f600}', 'x😀'],
    ['x\\x{D83D}', 'x\\x{1f600}', 'x😀'],
  ])('%s is %s', (foreign, mended, text) => {
    const finds = (regex: string): boolean => {
      const pattern = compilePattern({ regex });
      if ('message' in pattern) throw new Error(pattern.message);
      return pattern.regexes.some((one) => one.matcher(text).find());
    };
    expect([foreign, mended].map(finds)).toEqual([false, true]);
    expect(findSlips(mended)).toEqual([]);
  });
});
