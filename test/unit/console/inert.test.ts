/** What the console shows of texts that somebody else wrote: nothing in them is hidden, turned round or drawn over the rest. */
import { expect, test } from '@jest/globals';
import { toInert, toShort } from '../../../console/src/design/inert.ts';

test.each([
  ['an order turned round', 'a\u202eb\u2066c', 'a⟨U+202E⟩b⟨U+2066⟩c'],
  ['controls of a terminal', '\u001b[31mred\u0000', '⟨U+001B⟩[31mred⟨U+0000⟩'],
  ['half of a pair', 'a\ud83d b', 'a⟨U+D83D⟩ b'],
  ['letters that nobody sees', 'a\u3164b\u115f\u034f', 'a⟨U+3164⟩b⟨U+115F⟩⟨U+034F⟩'],
  ['a letter with a byte on it', 'h\u{e0158}i\ufe05', 'h⟨U+E0158⟩i⟨U+FE05⟩'],
  ['bytes on an emoji', '😀\u{e0158}\u{e0155}', '😀⟨U+E0158⟩⟨U+E0155⟩'],
  ['two variants of one emoji', '❤\ufe0f\ufe0f', '❤\ufe0f⟨U+FE0F⟩'],
  ['bits between words', 'a \u200c\u200db', 'a ⟨U+200C⟩⟨U+200D⟩b'],
  ['one mark too many', `e${'\u0301'.repeat(9)}`, `e${'\u0301'.repeat(8)}⟨U+0301⟩`],
  ['a tower of marks', `e${'\u0301'.repeat(40)}x`, `e${'\u0301'.repeat(8)}⟨32 more marks⟩x`],
])('toInert() shows %s', (_, text, shown) => {
  expect(toInert(text)).toBe(shown);
});

test.each([
  ['lines and tabs', 'one\n\ttwo\r\n'],
  ['families and hearts', '👩🏽‍❤️‍👨 ❤️‍🔥 🏴‍☠️ 1️⃣'],
  ['Persian', 'می‌خواهم'],
  ['Hindi and Sinhala', 'क्‍ष शक्‌ति ශ්‍රී'],
  ['variants of ideographs', '葛\u{e0100} 辻\ufe00'],
  ['Vietnamese and Hebrew with its points', 'tiếng Việt בְּרֵאשִׁ֖ית'],
])('toInert() leaves %s as they are', (_, text) => {
  expect(toInert(text)).toBe(text);
});

test('toShort() cuts what is shown, and says so', () => {
  expect(toShort('lighthouses', 5)).toBe('light…');
  expect(toShort('\u202e'.repeat(3), 8)).toBe('⟨U+202E⟩…');
});
