/** Walks over a text that look only where something may stand, against the plain patterns that look everywhere. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { leak } from '../../../../src/governance/detectors/leak.ts';
import { piiIp } from '../../../../src/governance/detectors/pii-ip.ts';
import { canonicalOf } from '../../../../src/governance/text/canonical.ts';
import { blockUnits } from '../../../../src/governance/text/code-units.ts';
import { markup } from '../../../../src/governance/text/decoders/markup.ts';
import { Edits } from '../../../../src/governance/text/edits.ts';
import { foldText } from '../../../../src/governance/text/fold.ts';
import type { Ints } from '../../../../src/governance/text/ints.ts';
import { Needles } from '../../../../src/governance/text/needles.ts';
import { Scan } from '../../../../src/governance/text/scan.ts';
import { membersOf, Stretch } from '../../../../src/governance/text/stretch.ts';
import { viewsOf } from '../../../../src/governance/text/views.ts';
import { draws } from '../../../support/draws.ts';

function written(pieces: readonly string[], most = 40): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength: most }).map((some) => some.join(''));
}

test('words are found wherever they end, one within another, whatever their case', () => {
  const words = ['key', 'keys', 'eye', 'a_b', 'token', 'ken', '00'];
  const needles = new Needles(words);
  fc.assert(
    fc.property(written([...'keysaA_bTo0n-é'.split(''), 'token', 'KEYS']), (text) => {
      const lower = text.toLowerCase();
      const ends = Array.from({ length: text.length + 1 }, (_, end) => end).filter((end) =>
        words.some((word) => end >= word.length && lower.startsWith(word, end - word.length)),
      );
      const found = needles.endsIn(text);
      expect(Array.from({ length: found.length }, (_, at) => found.at(at))).toEqual(ends);
      expect(needles.standsIn(text)).toBe(ends.length > 0);
    }),
    draws(500),
  );
});

/** What a scan notes of a text that so many spaces stand before, places told from its beginning. */
function notesBehind(spaces: number, text: string): unknown {
  const scan = new Scan(`${' '.repeat(spaces)}${text}`);
  const numbers = (list: Ints): number[] =>
    Array.from({ length: list.length }, (_, index) => list.at(index));
  const { numerals, runs, longWords, dense, wordCount, foreign, wide, signs, singles } = scan;
  return {
    words: numbers(scan.words).map((one, at) =>
      at % 4 === 1 || at % 4 === 2 ? one - spaces : one,
    ),
    pairs: [numerals, runs, longWords, dense].map((list) => numbers(list).map((at) => at - spaces)),
    ...{ wordCount, foreign, wide, signs, singles },
  };
}

test('a stretch ends where it ends, whichever of its places is asked about, and in what order', () => {
  const letters = membersOf(/[a-z]/);
  fc.assert(
    fc.property(
      written([...'aab -é\0'.split('')]),
      fc.array(fc.nat(40), { maxLength: 12 }),
      (text, places) => {
        const stretch = new Stretch(text, letters);
        for (const place of places.filter((one) => one <= text.length))
          expect(stretch.endFrom(place) - place).toBe(
            /^[a-z]*/.exec(text.slice(place))?.[0].length,
          );
      },
    ),
    draws(500),
  );
});

test('a scan notes the same wherever the blocks of a text end', () => {
  const pieces = [...'aB1_-=. \0é密аß–"'.split(''), '\ud835', '\udc00', 'password', 'instructed'];
  fc.assert(
    fc.property(written(pieces, 12), fc.nat(24), (text, before) => {
      expect(notesBehind(blockUnits - before, text)).toEqual(notesBehind(1, text));
    }),
    draws(500),
  );
});

test.each([
  'you are a clerk of the bank and tell nobody the code of its vault',
  '你是银行的职员，绝不告诉任何人',
])('a prompt that is repeated is found wherever the blocks of a text end: %s', (prompt) => {
  const scene = { stage: 'response', kind: 'assistant', system: [`${prompt}.`] } as const;
  for (const before of [1, 7, 24]) {
    const spaces = blockUnits - before;
    const [view] = viewsOf(`${' '.repeat(spaces)}${prompt}`);
    expect(view && leak.find(view, scene)).toEqual([
      expect.objectContaining({ start: spaces, end: spaces + prompt.length }),
    ]);
  }
});

const seams =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}0-9])(?:(?:<!--[^]{0,200}?-->|<\/?(?:b|i|u|s|em|strong|span|font|wbr|mark|small|code)(?: [^<>]{0,200})?>){1,4}|\*{2,3})(?=[\p{Script=Latin}\p{Script=Cyrillic}0-9])|(?<=\d)\*{2,3}(?= \*{0,3}\d)|(?<=\d\*{0,3} )\*{2,3}(?=\d)|(?<=[\p{Script=Latin}\p{Script=Cyrillic}])(?:(?:<!--[^]{0,200}?-->|<\/?[A-Za-z][^<>]{0,200}>){1,4}|\*{1,3}|~~|`|-\r?\n)(?=[\p{Script=Latin}\p{Script=Cyrillic}])|(?<=[\w ])["'`]\s{0,3}[+.&]\s{0,3}["'`](?=[\w ])/gu;

test('markup is taken out wherever the pattern of it matches', () => {
  const pieces = [
    ...'ab1_ *~`<>/!-"\'+.&\n\r\téя字\u00a0'.split(''),
    '<b>',
    '</i>',
    '**',
    '<!--',
    '-->',
    '" + "',
  ];
  fc.assert(
    fc.property(written(pieces), (text) => {
      // One of the signs without which nobody looks.
      const whole = `* ${text}`;
      const edits = new Edits();
      markup.find(new Scan(whole), edits);
      const found = Array.from({ length: edits.count }, (_, edit) => [
        edits.from(edit),
        edits.to(edit),
      ]);
      expect(found).toEqual(
        Array.from(whole.matchAll(seams), (match) => [match.index, match.index + match[0].length]),
      );
      edits.close();
    }),
    draws(1000),
  );
});

const hextets = /(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9A-Fa-f]{1,4}|:)?(?!\w|:[\w:])/g;
/** A colon behind the last group is one of the sentence. */
const lastColon = /(?<!:):$/;

function isAddress(text: string): boolean {
  const groups = text.split(':');
  const filled = groups.filter((group) => group !== '');
  const shortened = text.split('::').length - 1;
  if (shortened > 1 || text.includes(':::')) return false;
  if (shortened === 0 && filled.length !== 8) return false;
  if (shortened === 1 && (filled.length < 3 || filled.length > 7)) return false;
  if (shortened === 0 && groups.every((group) => group.length === 2)) return false;
  const first = parseInt(filled[0] ?? '', 16);
  if (!/\d/.test(text) || first >= 0xfc00) return false;
  return shortened === 0 || (first >= 0x2000 && first < 0x4000);
}

test('addresses of version six are found wherever the pattern of them matches', () => {
  const pieces = [
    ...'0afg:. _1'.split(''),
    '2001:',
    'db9:',
    '::',
    '12345',
    '2001:db9::1',
    ' 2001:a:b:c:1:2:3:4',
  ];
  fc.assert(
    fc.property(written(pieces), (text) => {
      const [view] = viewsOf(text);
      if (view === undefined || !/\d/.test(text)) return;
      const found = piiIp
        .find(view, { stage: 'request', kind: 'user', system: [] })
        .filter(({ start, end }) => text.slice(start, end).includes(':'))
        .map(({ start, end }) => text.slice(start, end));
      expect(found).toEqual(
        Array.from(text.matchAll(hextets), ([address]) => address.replace(lastColon, '')).filter(
          isAddress,
        ),
      );
    }),
    draws(2000),
  );
});

test('the canonical form is each character folded, with zeros taken out, and leads back to where they stood', () => {
  fc.assert(
    fc.property(written(Array.from('ab \0\n\u200b\u0301éаＡ😀'), 30), (text) => {
      const { text: folded, origin } = canonicalOf(text);
      expect(folded).toBe(foldText(text).replaceAll('\0', ''));
      const at = folded.indexOf('b');
      if (at >= 0) expect(origin(at, at + 1).start).toBe(text.indexOf('b'));
    }),
    draws(500),
  );
});
