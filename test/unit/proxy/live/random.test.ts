/** Random streams in every format: live they say what redacting the whole says. */
import { expect, test } from '@jest/globals';
import { countDraws, randomOf, seedOf } from '../../../support/draws.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, cutText, formats, tellHeld, tellLive } from './scene.ts';

const found = (...categories: readonly string[]): string =>
  categories.map((category) => `found("${category}", 0.7)`).join(' || ');
const bundle = bundleOf([
  policyOf({
    patterns: { codename: { keywords: ['project blue heron'], ignoreCase: true, wholeWord: true } },
    rules: [
      { id: 'card', when: found('pii/card'), action: 'redact' },
      { id: 'account', when: found('pii/iban', 'pii/us_ssn'), action: 'redact' },
      { id: 'contact', when: found('pii/email', 'pii/phone'), action: 'redact' },
      { id: 'secret', when: found('secret/*'), action: 'redact' },
      { id: 'codename', when: 'hit("codename")', action: 'redact' },
    ],
  }),
]);

const words =
  'the weather in mountains is clear today and café on square serves räksmörgås 🦊 to all who ask for it 12 34 2024 and then she went home again www.example.org/path?x=1 \n - * ** `code` 你好世界 2,000.50'.split(
    ' ',
  );
const values = [
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  '5555555555554444',
  'DE89 3704 0044 0532 0130 00',
  'GB82WEST12345698765432',
  'Project\nBlue Heron',
  'ada.lovelace@example.org',
  '+49 30 901820',
  '+1 (212) 555-0187',
  'postgres://svc:Zx81kQpp29vw@db.corp.net:5432/main',
  'Authorization: Bearer abcDEF1234567890abcDEF1234567890xyz',
  Buffer.from('the card is 4111 1111 1111 1111 ok').toString('base64'),
  '４１１１ １１１１ １１１１ １１１１',
  '4111 1111 1111 1112',
  'ada@example',
];

function writeText(random: () => number): string {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const length = 300 + random() * 1_500;
  let text = '';
  while (text.length < length) text += random() < 0.012 ? ` ${pick(values)} ` : `${pick(words)} `;
  return text;
}

/** Which number a placeholder has hangs on how often its value was seen unfinished. */
const withoutNumbers = (text: string): string => text.replaceAll(/_\d+\]/g, '_N]');

const streams = countDraws(24);

test.each(formats.map((format) => [format.dialect.name, format] as const))(
  '%s',
  async (_, { dialect, say }) => {
    for (let seed = seedOf(1); seed < seedOf(1) + Math.ceil(streams / formats.length); seed += 1) {
      const random = randomOf(seed * 7_919);
      const sizes = Array.from({ length: 5 }, () => 1 + Math.floor(random() * 16));
      const bytes = Buffer.from(say(cutText(writeText(random), sizes)));
      const held = tellHeld(dialect, bundle, bytes);
      const live = await tellLive(
        dialect,
        bundle,
        cutEvery(bytes, 1 + Math.floor(random() * 2_000)),
      );
      expect([seed, live.action]).toEqual([seed, held.action]);
      expect(withoutNumbers(live.released)).toBe(withoutNumbers(held.released));
    }
  },
);
