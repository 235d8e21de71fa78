/** Whether words of a set stand in a text, for texts that are asked about in turn. */
import { describe, expect, test } from '@jest/globals';
import { Scan } from '../../../../src/governance/text/scan.ts';
import { WordSet } from '../../../../src/governance/text/word-set.ts';

const fruit = new WordSet('mentionapple mentionpear');
const tools = new WordSet('mentionhammer mentionsaw');

describe('what is noted of one text', () => {
  test('says nothing of another one that is asked about in between', () => {
    const one = new Scan('a mentionapple and another mentionapple');
    const other = new Scan('a mentionsaw');
    for (let again = 0; again < 2; again += 1) {
      expect([one.mentions(fruit), one.mentions(tools)]).toEqual([true, false]);
      expect([other.mentions(fruit), other.mentions(tools)]).toEqual([false, true]);
    }
  });

  test('is worked out anew for another text of the same words', () => {
    const [one, other] = [new Scan('a mentionpear'), new Scan('a mentionpear')];
    expect([one.mentions(fruit), other.mentions(fruit)]).toEqual([true, true]);
  });

  test('finds each of many words beside each other', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `mention${toLetters(at)}`);
    const sets = many.map((name) => new WordSet(name));
    const odd = new Scan(many.filter((_, at) => at % 2 === 1).join(' '));
    expect(sets.map((set) => odd.mentions(set))).toEqual(many.map((_, at) => at % 2 === 1));
  });
});

describe('a set', () => {
  test('takes a stem that a text is asked for, and tells of one that no text ever would be', () => {
    const plums = new WordSet('mentionplu*');
    expect(new Scan('many mentionplums').mentions(plums)).toBe(true);
    expect(() => new WordSet('plum*')).toThrow('the stem `plum*` is shorter than the 5 characters');
  });
});

function toLetters(number: number): string {
  return number
    .toString(26)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
}
