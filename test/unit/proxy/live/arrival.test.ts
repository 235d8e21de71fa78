/** A stream that goes back and forth between its texts is judged as clients see it: text by text, and as it comes. */
import { expect, test } from '@jest/globals';
import { govern } from '../../../../src/governance/govern.ts';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { countDraws, randomOf, seedOf } from '../../../support/draws.ts';
import { bundleOf, callOf, policyOf } from '../../../support/policy.ts';
import { cutEvery, framingOf, tellHeld, tellLive } from './scene.ts';

const bundle = bundleOf([
  policyOf({
    rules: [
      { id: 'card', when: 'found("pii/card")', action: 'redact' },
      { id: 'mail', when: 'found("pii/email")', action: 'redact' },
    ],
  }),
]);
/** What is taken out leaves nothing behind, so that what stood around it may look like something else. */
const removing = bundleOf([
  policyOf({
    rules: ['card', 'email'].map((id) => ({
      ...{ id, when: `found("pii/${id}")`, action: 'redact', redact: { operator: 'remove' } },
    })),
  }),
]);
const counting = bundleOf([
  policyOf({ rules: [{ id: 'many', when: 'count("pii/email") > 1', action: 'flag' }] }),
]);

type Piece = { readonly place: number; readonly text: string };
type Format = { readonly dialect: Dialect; readonly write: (pieces: readonly Piece[]) => string };

const event = (body: { readonly type: string; readonly [name: string]: unknown }): string =>
  `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`;
const placesMax = 3;
const places = Array.from({ length: placesMax }, (_, place) => place);

const messages: Format = {
  dialect: anthropicMessages,
  write: (pieces) =>
    [
      {
        type: 'message_start',
        message: { id: 'x', type: 'message', role: 'assistant', model: 'm' },
      },
      ...places.map((index) => ({
        type: 'content_block_start',
        index,
        content_block: { type: 'text', text: '' },
      })),
      ...pieces.map(({ place, text }) => ({
        type: 'content_block_delta',
        index: place,
        delta: { type: 'text_delta', text },
      })),
      ...places.map((index) => ({ type: 'content_block_stop', index })),
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ]
      .map(event)
      .join(''),
};

const responses: Format = {
  dialect: openaiResponses,
  write: (pieces) =>
    [
      ...pieces.map(({ place, text }) => ({
        type: 'response.output_text.delta',
        item_id: `msg_${place}`,
        output_index: place,
        content_index: 0,
        delta: text,
      })),
      ...places.map((place) => ({
        type: 'response.output_text.done',
        item_id: `msg_${place}`,
        output_index: place,
        content_index: 0,
        text: textAt(pieces, place),
      })),
      { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
    ]
      .map(event)
      .join(''),
};

function textAt(pieces: readonly Piece[], place: number): string {
  return pieces
    .filter((piece) => piece.place === place)
    .map(({ text }) => text)
    .join('');
}

/** What the released frames say, piece by piece. */
function read({ dialect }: Format, released: string): readonly Piece[] {
  const parser = framingOf(dialect).createParser();
  return [...parser.push(Buffer.from(released)), ...parser.end()].flatMap(({ data = '' }) => {
    const said = JSON.parse(data) as {
      readonly delta?: string | { readonly text?: string };
      readonly index?: number;
      readonly output_index?: number;
    };
    const { delta } = said;
    const text = typeof delta === 'string' ? delta : delta?.text;
    return text === undefined ? [] : [{ place: said.index ?? said.output_index ?? 0, text }];
  });
}

const words = 'the weather in the mountains is clear today and it stays so 12 34 for a while'.split(
  ' ',
);
const values = ['4111 1111 1111 1111', 'ada.lovelace@example.org'];

/** Pieces at random places; a value is said in one of them, or over several as they come or as they are put together. */
function draw(random: () => number, harmful: boolean): readonly Piece[] {
  const below = (count: number): number => Math.floor(random() * count);
  const pieces: Piece[] = [];
  const count = 6 + below(60);
  while (pieces.length < count) {
    const place = below(placesMax);
    if (!harmful || random() > 0.1) {
      pieces.push({ place, text: `${words[below(words.length)]} ` });
      continue;
    }
    const value = values[below(values.length)] ?? '';
    const cut = 1 + below(value.length - 1);
    const way = below(3);
    if (way === 0) pieces.push({ place, text: ` ${value} ` });
    else {
      pieces.push({ place, text: ` so ${value.slice(0, cut)}` });
      if (way === 1) pieces.push({ place: (place + 1) % placesMax, text: 'and ' });
      const next = way === 1 ? place : below(placesMax);
      pieces.push({ place: next, text: `${value.slice(cut)} so ` });
    }
  }
  return pieces;
}

/** Digits of a card and an address among them, as they come or as they are put together. */
function drawTorn(random: () => number): readonly Piece[] {
  const below = (count: number): number => Math.floor(random() * count);
  const pieces: Piece[] = [];
  while (pieces.length < 24) {
    for (let left = below(5); left >= 0; left -= 1)
      pieces.push({ place: below(placesMax), text: ` ${words[below(words.length)]} ` });
    const torn = ['4111 1111', ' ada@exam', 'ple.org ', '1111 1111'];
    const stay = below(placesMax);
    for (const text of torn) pieces.push({ place: random() < 0.6 ? stay : below(placesMax), text });
  }
  return pieces;
}

/** Each way to read what was released, and what each place says. */
function readingsOf(format: Format, released: string): readonly string[] {
  const left = read(format, released);
  return [left.map(({ text }) => text).join(''), ...places.map((at) => textAt(left, at))];
}

const streams = countDraws(60);

test.each([
  ['Messages', messages],
  ['Responses', responses],
])('%s', async (_, format) => {
  const { dialect, write } = format;
  let redacted = 0;
  for (let seed = seedOf(1); seed < seedOf(1) + streams; seed += 1) {
    const random = randomOf(seed * 7_919);
    const harmful = seed % 3 > 0;
    const bytes = Buffer.from(write(draw(random, harmful)));
    const held = tellHeld(dialect, bundle, bytes);
    const live = await tellLive(dialect, bundle, cutEvery(bytes, 1 + Math.floor(random() * 900)));
    expect([seed, live.failed]).toEqual([seed, undefined]);
    for (const { released } of [held, live]) {
      const readings = readingsOf(format, released);
      for (const value of values)
        expect([seed, readings.filter((text) => text.includes(value))]).toEqual([seed, []]);
      if (!harmful) expect([seed, released]).toEqual([seed, bytes.toString()]);
    }
    if (live.action === 'redact') redacted += 1;
  }
  expect(redacted).toBeGreaterThan(streams / 6);
});

test.each([
  ['Messages', messages],
  ['Responses', responses],
])('%s say in no reading what only a cut has put together', async (_, format) => {
  const { dialect, write } = format;
  let redacted = 0;
  for (let seed = seedOf(1); seed < seedOf(1) + streams; seed += 1) {
    const random = randomOf(seed * 6_007);
    const bytes = Buffer.from(write(drawTorn(random)));
    const held = tellHeld(dialect, removing, bytes);
    const live = await tellLive(dialect, removing, cutEvery(bytes, 1 + Math.floor(random() * 900)));
    expect([seed, live.failed]).toEqual([seed, undefined]);
    for (const { released, action } of [held, live]) {
      for (const text of readingsOf(format, released)) {
        const again = govern(removing, callOf({ text }));
        expect([seed, text, again.action]).toEqual([seed, text, 'allow']);
      }
      if (action === 'redact') redacted += 1;
    }
    // What both let go they cut alike, also where it is said again.
    if (held.action === 'redact' && live.action === 'redact')
      expect([seed, live.released]).toEqual([seed, held.released]);
  }
  expect(redacted).toBeGreaterThan(streams);
});

test.each([
  ['Messages', messages],
  ['Responses', responses],
])('%s are counted once', async (_, format) => {
  const { dialect, write } = format;
  const say = (...texts: readonly string[]): Buffer =>
    Buffer.from(write(texts.map((text, at) => ({ place: at % 2, text }))));
  const once = say('one ', 'two ', 'write to ada@example.org ', 'three ', 'four');
  const twice = say('one ', 'two ', 'write to ada@', 'three ', 'example.org, eve@', 'example.org ');
  for (const [bytes, rules] of [
    [once, []],
    [twice, ['example/many']],
  ] as const) {
    expect(tellHeld(dialect, counting, bytes).rules).toEqual(rules);
    expect((await tellLive(dialect, counting, [bytes])).rules).toEqual(rules);
  }
});
