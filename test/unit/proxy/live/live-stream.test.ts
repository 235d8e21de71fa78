/** Live streams: the same rulings and the same text in any chunking, and never a character of what is cut out. */
import { describe, expect, test } from '@jest/globals';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, cutText, formats, framingOf, tellHeld, tellLive } from './scene.ts';

const rules = {
  detect: { 'pii/*': { confidence: 0.7 }, 'secret/*': { confidence: 0.7 } },
  patterns: { codename: { keywords: ['project blue heron'], ignoreCase: true, wholeWord: true } },
  rules: [
    {
      id: 'card',
      when: 'found("pii/card")',
      action: 'redact',
      redact: { operator: 'mask', keep: 4 },
    },
    { id: 'account', when: 'found("pii/iban")', action: 'redact' },
    { id: 'codename', when: 'hit("codename")', action: 'redact' },
    { id: 'mail', when: 'found("pii/email")', action: 'flag' },
    { id: 'credential', when: 'found("secret/*")', action: 'block' },
  ],
};
const bundle = bundleOf([policyOf(rules)]);

const filler =
  'The weather in the mountains is clear today, and the café on the square serves räksmörgås 🦊 to all who ask for it. ';

const texts = {
  clean: filler.repeat(9),
  card: `${filler.repeat(4)}Her card is 4111 1111 1111 1111, valid until May. ${filler.repeat(5)}`,
  two: `${filler.repeat(3)}Pay to DE89370400440532013000 for Project Blue Heron. ${filler.repeat(2)}Or with 5555555555554444. ${filler.repeat(3)}`,
  late: `${filler.repeat(5)}Write to ada@example.org about project blue heron`,
  short: 'Card 4111111111111111.',
};
const secret = `${filler.repeat(5)}The base is at postgres://svc:Zx81kQpp29vw@db.corp.net:5432/main and stays. ${filler.repeat(6)}`;

function said(released: string, framing: ReturnType<typeof framingOf>): string {
  const parser = framing.createParser();
  const frames = [...parser.push(Buffer.from(released)), ...parser.end()];
  let text = '';
  for (const { data } of frames) {
    if (data === undefined || !data.startsWith('{')) continue;
    const value = JSON.parse(data) as Record<string, never>;
    text += pieceOf(value);
  }
  return text;
}

function pieceOf(value: Record<string, unknown>): string {
  const chat = value as {
    choices?: { delta?: { content?: string }; text?: string }[];
    delta?: string | { text?: string };
    candidates?: { content?: { parts?: { text?: string }[] } }[];
    message?: { content?: unknown };
    response?: unknown;
  };
  const { delta } = chat;
  if (typeof delta === 'string') return delta;
  return (
    (chat.choices?.[0]?.delta?.content ?? chat.choices?.[0]?.text ?? '') +
    (delta?.text ?? '') +
    (chat.candidates?.[0]?.content?.parts?.[0]?.text ?? '') +
    (typeof chat.message?.content === 'string' ? chat.message.content : '') +
    (typeof chat.response === 'string' ? chat.response : '')
  );
}

const chat = formats[0]?.dialect;
const chunkOf = (delta: unknown, more: object = {}, finish: string | null = null): string => {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
  return `data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`;
};
const pieces = (member: string, text: string): string =>
  cutText(text, [9])
    .map((piece) => chunkOf({ [member]: piece }))
    .join('');
const ending = `${chunkOf({}, {}, 'stop')}data: [DONE]\n\n`;

async function tellChat(frames: string) {
  if (chat === undefined) throw new Error('no format');
  return tellLive(chat, bundle, cutEvery(Buffer.from(frames), 200));
}

describe('a text that is left for another', () => {
  test('goes when the other has gone on for as long as is held back', async () => {
    const thoughts = filler.repeat(2);
    const frames = pieces('reasoning_content', thoughts) + pieces('content', filler.repeat(5));
    const { early, released } = await tellChat(frames + ending);
    expect(released).toBe(frames + ending);
    const last = cutText(thoughts, [9]).at(-1) ?? '';
    expect(early).toContain(JSON.stringify({ reasoning_content: last }));
    expect(early.length).toBeGreaterThan(frames.length / 3);
  });

  test('and gone on with after its end stops the stream before a value is whole', async () => {
    const before = chunkOf({ content: `${filler} 4111 1111 ` }, {}, 'stop');
    const after = chunkOf({ content: '1111 1111 it is' }, {}, 'stop');
    const open = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 1, delta: { content: 'x' }, finish_reason: null }] })}\n\n`;
    const { action, released } = await tellChat(open + before + after);
    expect(action).toBe('block');
    expect(released).not.toContain('it is');
  });
});

describe('frames that wait', () => {
  test('go however many they are', async () => {
    const held = chunkOf({ content: 'Her card is 4111 1111 1111 ' });
    const frames = held + chunkOf({}).repeat(200_000 / 8) + 'data: {}\n\n'.repeat(200_000) + ending;
    const { released, action } = await tellChat(frames);
    expect(action).toBe('allow');
    expect(released).toBe(frames);
  });
});

describe('filler beside an answer', () => {
  test('is judged and holds nothing back', async () => {
    const frames = cutText(filler.repeat(8), [6])
      .map((content, at) => chunkOf({ content }, { obfuscation: `aB${at}xYz`.repeat(2) }))
      .join('');
    const { early, released } = await tellChat(frames + ending);
    expect(released).toBe(frames + ending);
    expect(early.length).toBeGreaterThan(frames.length / 2);
  });
});

describe('a member that the format has not', () => {
  const detail = (text: string): string => chunkOf({ details: [{ type: 'reasoning.text', text }] });

  test('holds nothing back with a word that is the same in every frame', async () => {
    const frames = cutText(filler.repeat(9), [9]).map(detail).join('');
    const { early, released } = await tellChat(frames + ending);
    expect(released).toBe(frames + ending);
    expect(early.length).toBeGreaterThan(frames.length / 2);
  });

  test('hides no number in groups that are the same', async () => {
    const groups = ['4', '111', '111', '111', '111', '111'].map(detail).join('');
    const frames = pieces('content', filler.repeat(3)) + groups + ending;
    const { action, released } = await tellChat(frames);
    expect(action).toBe('redact');
    expect(released).not.toContain('"text":"111"');
  });
});

describe('what hides a value in more characters than are held back', () => {
  const card = '4111 1111 1111 1111';
  const story = `${filler.repeat(2)}It is a test of the card ${card} in a longer story. ${filler}`;
  test.each([
    ['in base64', Buffer.from(story).toString('base64')],
    ['in hexadecimal', Buffer.from(story).toString('hex')],
    [
      'in codes',
      [...Buffer.from(story)].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
    ],
    ['in bits', [...Buffer.from(card)].map((byte) => byte.toString(2).padStart(8, '0')).join(' ')],
    ['behind what shows nothing', card.split('').join('\u200b'.repeat(30))],
  ])('is found and shows nothing of it: %s', async (_, hidden) => {
    for (const member of ['content', 'reasoning_content']) {
      const text = `${filler.repeat(6)}Look: ${hidden} and so on. ${filler.repeat(6)}`;
      const frames = pieces(member, text) + ending;
      if (chat === undefined) throw new Error('no format');
      const held = tellHeld(chat, bundle, Buffer.from(frames));
      const live = await tellChat(frames);
      expect(held.action).toBe('redact');
      expect(live.released).toBe(held.released);
      expect(live.findings).toEqual(held.findings);
    }
  });
});

describe.each(formats.map((format) => [format.dialect.name, format] as const))(
  '%s',
  (_, format) => {
    const { dialect, say } = format;
    const framing = framingOf(dialect);

    test.each(Object.entries(texts))(
      'gives what redacting the whole text gives: %s',
      async (_name, text) => {
        for (const sizes of [
          [1, 2],
          [3, 11, 1, 40],
        ]) {
          const bytes = Buffer.from(say(cutText(text, sizes)));
          const held = tellHeld(dialect, bundle, bytes);
          const live = await tellLive(dialect, bundle, cutEvery(bytes, 4096));
          expect(live.failed).toBeUndefined();
          expect(live.released).toBe(held.released);
          expect({ action: live.action, rules: live.rules }).toEqual({
            action: held.action,
            rules: held.rules,
          });
          expect(said(live.released, framing)).not.toMatch(/4111|5555|DE89|blue heron/i);
        }
      },
    );

    test('gives the same in any chunking, splits inside characters and escapes included', async () => {
      for (const text of [texts.two, secret]) {
        const bytes = Buffer.from(say(cutText(text, [5, 9, 2])));
        const whole = await tellLive(dialect, bundle, [bytes]);
        for (const size of [1, 3, 64]) {
          const live = await tellLive(dialect, bundle, cutEvery(bytes, size));
          expect({ ...live, early: '' }).toEqual({ ...whole, early: '' });
        }
      }
    });

    test('lets text go before the end, and nothing where nothing fires is changed', async () => {
      const bytes = Buffer.from(say(cutText(texts.clean, [6])));
      const live = await tellLive(dialect, bundle, cutEvery(bytes, 100));
      expect(live.released).toBe(bytes.toString());
      const { length } = said(live.early, framing);
      expect(length).toBeGreaterThan(texts.clean.length / 3);
      expect(live.action).toBe('allow');
    });

    test('stops before a credential and says nothing of it', async () => {
      const bytes = Buffer.from(say(cutText(secret, [4])));
      const live = await tellLive(dialect, bundle, cutEvery(bytes, 50));
      expect(live.action).toBe('block');
      expect(live.released).not.toMatch(/postgres|Zx81/);
      expect(secret.startsWith(said(live.released, framing))).toBe(true);
      expect(said(live.released, framing).length).toBeGreaterThan(100);
    });
  },
);

test('what only seemed to be an address gets no number among those that are taken out', async () => {
  if (chat === undefined) throw new Error('no format');
  const mail = bundleOf([
    policyOf({ rules: [{ id: 'mail', when: 'found("pii/email", 0.5)', action: 'redact' }] }),
  ]);
  // Each begins with what is an address as well, and windows end inside one or the other of them.
  const addresses = ['ada@example.co.uk', 'bob@example.community', 'eve@example.network'];
  for (let shift = 0; shift < 120; shift += 7) {
    const lead = 'Nothing of note. '.repeat(20).slice(0, 120 + shift);
    const text = addresses.map((one) => `${lead} Write to ${one} about it. `).join('') + filler;
    const frames = pieces('content', text) + ending;
    const held = tellHeld(chat, mail, Buffer.from(frames));
    const live = await tellLive(chat, mail, cutEvery(Buffer.from(frames), 200));
    expect(held.released).toContain('[EMAIL_3]');
    expect(live.released).toBe(held.released);
  }
});
