/** Words of any script, however their letters are written, are cut out of a stream as they are out of the whole answer. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { draws } from '../../../support/draws.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutText, formats, tellHeld, tellLive } from './scene.ts';

const words = ['Müllersprojekt', 'Проект Сокол', 'Straße', '東京計画', 'dự án Đà Lạt'];
const rule = { id: 'name', when: 'hit("name")', action: 'redact', message: 'told' };
const bundle = bundleOf([
  policyOf({ patterns: { name: { keywords: words, ignoreCase: true } }, rules: [rule] }),
]);

const disguises: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.normalize('NFD'),
  (text) => text.toUpperCase(),
  (text) => Array.from(text).join('\u200b'),
  (text) => text.normalize('NFD').split('').join('\u2060\u00ad'),
  (text) => text.replaceAll('о', 'o').replaceAll('е', 'e').replaceAll('р', 'p'),
];
const filler = 'Wetter und Σήμερα, погода 天気 is fine. ';

test('held and live agree, and nothing of the word is left', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...formats),
      fc.array(fc.tuple(fc.nat(90), fc.constantFrom(...words), fc.constantFrom(...disguises)), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async ({ dialect, say }, placed, sizes) => {
        const hidden = placed.map(([gap, word, disguise]) => ({ gap, text: disguise(word) }));
        const text = hidden
          .map(({ gap, text: one }) => `${filler.repeat(gap / 20)}${one} `)
          .join('');
        const bytes = Buffer.from(say(cutText(`${text}${filler}`, sizes)));
        const held = tellHeld(dialect, bundle, bytes);
        const live = await tellLive(dialect, bundle, [bytes]);
        expect(live.failed).toBeUndefined();
        expect(held.action).toBe('redact');
        expect(live.released).toBe(held.released);
        expect(live.findings).toEqual(held.findings);
        const left = JSON.stringify(live.released);
        for (const { text: one } of hidden)
          expect(left).not.toContain(JSON.stringify(one).slice(1, -1));
      },
    ),
    draws(60),
  );
});
