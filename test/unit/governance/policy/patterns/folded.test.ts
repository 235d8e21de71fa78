/** Patterns in any script are found however their letters are written, and plain letters in their place are another word. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyRedaction } from '../../../../../src/governance/redact.ts';
import { compilePattern } from '../../../../../src/governance/policy/patterns/pattern.ts';
import { countDraws, draws } from '../../../../support/draws.ts';
import { bundleOf, callOf, policyOf, ruleOn, type Spec } from '../../../../support/policy.ts';
import { govern } from '../../../../../src/governance/govern.ts';

function specOf(pattern: Spec): Spec {
  const redact = { patterns: ['it'], with: '[IT]' };
  const rule = { id: 'it', when: 'hit("it")', action: 'redact', message: 'told', redact };
  return { patterns: { it: pattern }, rules: [rule] };
}

function copyOf(pattern: Spec, text: string): string | undefined {
  const call = callOf({ text });
  const ruling = ruleOn(specOf(pattern), call);
  if (ruling.action === 'allow') return text;
  if (ruling.action !== 'redact') return undefined;
  return applyRedaction(call, ruling.edits).parts[0]?.text;
}

const zeroWidth = '\u200b';
const keyword = (...keywords: readonly string[]): Spec => ({ keywords });
const word = (...keywords: readonly string[]): Spec => ({ keywords, wholeWord: true });
const anyCase = (...keywords: readonly string[]): Spec => ({ keywords, ignoreCase: true });
const regex = (source: string): Spec => ({ regex: source });

describe('a pattern is found in whatever form its letters are written', () => {
  test.each<[what: string, pattern: Spec, text: string, copy: string]>([
    ['letters apart from their marks', keyword('Müller'), 'at Mu\u0308ller’s', 'at [IT]’s'],
    ['a pattern with marks apart', keyword('Mu\u0308ller'), 'at Müller’s', 'at [IT]’s'],
    ['signs that show nothing', keyword('Müller'), `Mül${zeroWidth}ler`, '[IT]'],
    ['Cyrillic with Latin look-alikes', keyword('Проект Сокол'), 'Пpoeкт Coкол', '[IT]'],
    ['Cyrillic with signs between', keyword('Сокол'), `о Со${zeroWidth}коле`, 'о [IT]е'],
    ['Greek without its accents', anyCase('ΟΔΟΣ'), 'η οδός εδώ', 'η [IT] εδώ'],
    ['letters in full width', keyword('Zoë'), 'Ｚｏë', '[IT]'],
    ['a ligature', keyword('ﬁle-é'), 'a file-é', 'a [IT]'],
    ['base64 of letters apart', keyword('Müllersprojekt'), base64('Mu\u0308llersprojekt'), '[IT]'],
    ['a sharp s in capitals', anyCase('Straße'), 'die STRASSE', 'die [IT]'],
    ['a sharp s that is a capital', anyCase('Straße'), 'die STRAẞE', 'die [IT]'],
    ['a Turkish i', anyCase('İstanbul'), 'in istanbul', 'in [IT]'],
    ['a Turkish i without its dot', anyCase('ısı'), 'ISI', '[IT]'],
    ['a class', regex('M[üö]ller-\\d+'), 'Mu\u0308ller-7 x', '[IT] x'],
    ['a class with what becomes two letters', regex('Stra[ßz]e\\d'), `Stra${zeroWidth}ße1`, '[IT]'],
    ['a range', regex('№[а-я]{4}'), `№ме${zeroWidth}ст`, '[IT]'],
    ['a repeat', regex('né{2,3}x'), 'ne\u0301e\u0301x', '[IT]'],
    ['a character by its number', regex('\\x{fc}ber\\d'), 'u\u0308ber1', '[IT]'],
    ['what is quoted', regex('\\Qü.\\Ex'), 'u\u0308.x', '[IT]'],
  ])('%s', (_, pattern, text, copy) => {
    expect(copyOf(pattern, text)).toBe(copy);
  });

  test('signs that a text processor puts in are those that were typed', () => {
    const typed = word("O'Brien", 'Q-4', '"soon"', 'wait...', 'and…');
    for (const text of ['O’Brien', 'O`Brien', 'Q–4', '„soon“', '«soon»', 'and...'])
      expect(copyOf(typed, `x ${text} y`)).toBe('x [IT] y');
  });

  test('plain letters in the place of letters with marks are another word', () => {
    const marked = keyword('né', 'Maß', 'año', 'сор');
    for (const text of ['ne', 'a Mass of it', 'ano', 'a cop', 'n e', base64('the mass is ne')])
      expect(copyOf(marked, text)).toBe(text);
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('`wholeWord` asks for an end of the word only where a script has one', () => {
  test.each<[pattern: Spec, text: string, copy: string]>([
    [word('東京'), '私は東京に住む', '私は[IT]に住む'],
    [word('東京'), '東京Tower', '[IT]Tower'],
    [word('Halcyon'), '项目Halcyon的文件', '项目[IT]的文件'],
    [word('Halcyon'), 'Halcyon은', '[IT]은'],
    [word('โครงการ'), 'ดูโครงการนี้', 'ดู[IT]นี้'],
    [word('Halcyon'), 'Halcyons', 'Halcyons'],
    [word('Halcyon'), 'éHalcyon', 'éHalcyon'],
    [word('сокол'), 'соколы', 'соколы'],
    [word('сокол'), `соко${zeroWidth}лы`, `соко${zeroWidth}лы`],
    [word('.NET'), 'ASP.NET', 'ASP.NET'],
  ])('%j in %s', (pattern, text, copy) => {
    expect(copyOf(pattern, text)).toBe(copy);
  });
});

const letters = Array.from(
  'äöüßéèñçøåžšůłőğıабвгдеёжзийклмнопрстуфхцчшщыэюяαβγδεζηθικλμνξοπρστφχψω',
);
const disguises: readonly ((text: string) => string)[] = [
  (text) => text.normalize('NFD'),
  (text) => Array.from(text).join(zeroWidth),
  (text) => Array.from(text).join('\u00ad'),
  (text) => text.normalize('NFD').split('').join('\u2060'),
];

describe('drawn at random', () => {
  const words = fc
    .array(fc.constantFrom(...letters, 'n', 'k'), { minLength: 5, maxLength: 12 })
    .map((signs) => signs.join(''))
    .filter((text) => /[^\0-\x7f]/.test(text));

  test('no disguise of a keyword hides it, and exactly it is taken out', () => {
    const told: string[] = [];
    fc.assert(
      fc.property(words, fc.constantFrom(...disguises), (drawn, disguise) => {
        const copy = copyOf(keyword(drawn), `42 ${disguise(drawn)} 43`);
        expect(copy).toBe('42 [IT] 43');
        told.push(drawn);
      }),
      draws(200),
    );
    expect(told.length).toBeGreaterThanOrEqual(countDraws(200));
  });

  const atoms = fc.constantFrom(
    ...['ä', 'ß', '[öü]', '[а-я]', '[éx]', 'ф', '(?:ñ|ç)', 'k', '\\d', 'е{1,2}', 'ü?', 'σ+'],
  );
  test('no disguise of a match of an expression hides it', () => {
    const pieces = fc.array(atoms, { minLength: 3, maxLength: 6 }).map((all) => all.join(''));
    fc.assert(
      fc.property(pieces, fc.nat(), fc.constantFrom(...disguises), (source, seed, disguise) => {
        fc.pre(!('message' in compilePattern({ regex: source })));
        const bundle = bundleOf([policyOf(specOf(regex(source)))]);
        const text = `. ${disguise(matchOf(source, seed))} .`;
        expect(govern(bundle, callOf({ text })).fired).not.toEqual([]);
      }),
      draws(200),
    );
  });
});

/** Some text that a row of those atoms matches. */
function matchOf(source: string, seed: number): string {
  const among = (signs: string, at: number): string => signs[(seed + at) % signs.length] ?? '';
  return source
    .replaceAll('[öü]', (_, at: number) => among('öü', at))
    .replaceAll('[а-я]', (_, at: number) => among('абвгдежзклмн', at))
    .replaceAll('[éx]', (_, at: number) => among('éx', at))
    .replaceAll('(?:ñ|ç)', (_, at: number) => among('ñç', at))
    .replaceAll('\\d', (_, at: number) => among('1234567890', at))
    .replaceAll('е{1,2}', (_, at: number) => (at % 2 === 0 ? 'е' : 'ее'))
    .replaceAll('ü?', (_, at: number) => (at % 2 === 0 ? 'ü' : ''))
    .replaceAll('σ+', (_, at: number) => 'σ'.repeat(1 + (at % 3)));
}
