/** Texts of a live answer know what stands before them, and no more of it than what they say can hang together with. */
import { expect, test } from '@jest/globals';
import { LiveText } from '../../../../src/proxy/live/live-text.ts';
import { Neighbours } from '../../../../src/proxy/live/neighbours.ts';

function addTexts(says: readonly string[]): readonly LiveText[] {
  const neighbours = new Neighbours();
  return says.map((said, number) => {
    const at = ['candidates', 0, 'content', 'parts', number, 'text'];
    const nature = { role: 'model', mapped: true, past: false, fixed: false, channel: 0 };
    const text = new LiveText({ kind: 'assistant', at, text: said, ...nature }, number, true);
    text.append(said);
    neighbours.add(text);
    return text;
  });
}

function countBefore(text: LiveText | undefined): number {
  let count = 0;
  for (let at = text?.before; at !== undefined; at = at.before) count += 1;
  return count;
}

test('a text knows the one before it, past what says nothing', () => {
  const [first, , third] = addTexts(['4111 1111', '', ' 1111 1111']);
  expect(third?.before).toBe(first);
});

test('one of very many texts lets go of those that went long ago', () => {
  const texts = addTexts(Array.from({ length: 10_000 }, (_, number) => String(number % 10)));
  expect(countBefore(texts.at(-1))).toBeGreaterThan(16);
  expect(countBefore(texts.at(-1))).toBeLessThan(100);
});
