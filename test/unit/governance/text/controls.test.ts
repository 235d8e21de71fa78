/** Control characters that show nothing hide no word: the canonical form is without them, and leads back past them. */
import { describe, expect, test } from '@jest/globals';
import { viewsOf } from '../../../../src/governance/text/views.ts';
import { govern } from '../../../../src/governance/govern.ts';
import { bundleOf, callOf, policyOf } from '../../../support/policy.ts';

const between = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
const hidden = [
  ...[...between(0, 8), ...between(14, 29), 0x1f, 0x7f],
  ...[...between(0x80, 0x84), ...between(0x86, 0x9f)],
];
const bundle = bundleOf([
  policyOf({
    patterns: { codename: { keywords: ['blueheron'] } },
    rules: [{ id: 'codename', when: 'hit("codename")', action: 'redact' }],
  }),
]);

describe('a word with control characters in it', () => {
  test.each(hidden)('is found: %i', (code) => {
    const word = Array.from('blueheron').join(String.fromCharCode(code));
    const ruling = govern(bundle, callOf({ text: `say ${word} now` }));
    expect(ruling.edits).toMatchObject([{ start: 4, end: 4 + word.length }]);
  });

  test('is found among escapes of a terminal', () => {
    const text = 'say blue\u001b\u0007heron now';
    expect(govern(bundle, callOf({ text })).action).toBe('redact');
  });
});

test.each([9, 10, 11, 12, 13])('white space stays what it is: %i', (code) => {
  const views = viewsOf(`blue${String.fromCharCode(code)}heron`);
  expect(views.map(({ text }) => text)).not.toContain('blueheron');
});
