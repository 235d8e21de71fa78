/** A format that says a text again when it is complete says no more than one that does not: it is ruled on alike. */
import { describe, expect, test } from '@jest/globals';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, cutText, formats, framingOf, tellHeld, tellLive } from './scene.ts';

const card = { id: 'card', when: 'found("pii/card")', action: 'redact' } as const;
const mail = { id: 'mail', when: 'found("pii/email")', action: 'redact' } as const;
const bundle = bundleOf([policyOf({ rules: [card, mail] })]);
const several = bundleOf([
  policyOf({ rules: [{ id: 'several', when: 'count("pii/email") > 1', action: 'block' }] }),
]);
const long = bundleOf([
  policyOf({ rules: [{ id: 'long', when: 'tokens > 30', action: 'block' }] }),
]);

const filler = 'The weather in the mountains is clear today, and it stays so. ';

/** What its end and its beginning would be together is said by nobody. */
const ends: readonly (readonly [said: string, redacted: string])[] = [
  ['ada@example.org is whom to ask, since 1999', '[EMAIL_1] is whom to ask, since 1999'],
  ['1111 1111 1111 is the end of it, and it begins with 4111', ''],
];

describe.each(formats.map(({ dialect, say }) => [dialect.name, dialect, say] as const))(
  '%s',
  (_, dialect, say) => {
    const bytesOf = (text: string): Buffer => Buffer.from(say(cutText(text, [7])));

    test.each(ends)(
      'does not read the end of %j together with its beginning',
      async (said, redacted) => {
        const plain = redacted === '' ? said : redacted;
        const expected = tellHeld(dialect, bundle, Buffer.from(say([plain])));
        const held = tellHeld(dialect, bundle, bytesOf(said));
        const live = await tellLive(dialect, bundle, cutEvery(bytesOf(said), 40));
        for (const { released } of [held, live])
          expect(textOf(dialect, released)).toBe(textOf(dialect, expected.released));
      },
    );

    test('takes what each frame says again out of all of them', async () => {
      const each = /"(item_id|model|modelVersion)":"\w+"/g;
      const stream = say(cutText(filler.repeat(12), [7]));
      const bytes = Buffer.from(stream.replace(each, '"$1":"ada@example.org"'));
      const live = await tellLive(dialect, bundle, cutEvery(bytes, 400));
      expect(live.released).not.toContain('ada@example.org');
      expect(live.released).toBe(tellHeld(dialect, bundle, bytes).released);
      expect(live.action).toBe('redact');
    });

    test('takes what each frame says off the map out of all of them', async () => {
      const stream = say(cutText(filler.repeat(12), [7]));
      const each = /"(index|output_index|created_at)":/g;
      const bytes = Buffer.from(stream.replace(each, '"note":"ada@example.org","$1":'));
      for (const size of [400, bytes.length]) {
        const live = await tellLive(dialect, bundle, cutEvery(bytes, size));
        expect(live.released).not.toContain('ada@example.org');
        expect(live.action).toBe('redact');
      }
      expect(tellHeld(dialect, bundle, bytes).released).not.toContain('ada@example.org');
    });

    test('takes it out of those that still wait when another word comes in its place', async () => {
      const stream = say(cutText(filler.repeat(12), [7]));
      let said = 0;
      const note = (member: string): string => {
        said += 1;
        return `"note":"${said < 20 ? 'to ada@example.org now' : 'more'}",${member}`;
      };
      const bytes = Buffer.from(stream.replace(/"(index|output_index|created_at)":/g, note));
      const live = await tellLive(dialect, bundle, [bytes]);
      expect(said).toBeGreaterThan(20);
      expect(live.released).not.toContain('ada@example.org');
      expect(live.action).toBe('redact');
    });

    test('counts what was said once', () => {
      const said = bytesOf('Write to ada@example.org about it, and to nobody else but her.');
      expect(tellHeld(dialect, several, said).action).toBe('allow');
      expect(tellHeld(dialect, long, said).action).toBe('allow');
    });
  },
);

/** All that the frames say of it, one behind the other. */
function textOf(dialect: (typeof formats)[number]['dialect'], released: string): string {
  const parser = framingOf(dialect).createParser();
  return [...parser.push(Buffer.from(released)), ...parser.end()]
    .map(({ data = '' }) => /"(?:delta|content|text|response)":"((?:[^"\\]|\\.)*)"/.exec(data)?.[1])
    .join('');
}
