/** What is split over texts that follow each other in a live answer is held as what is split inside one, and short texts flow. */
import { describe, expect, test } from '@jest/globals';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { geminiStream } from '../../../../src/proxy/dialects/gemini-generate.ts';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { answerCall, cutEvery, cutText, tellHeld, tellLive } from './scene.ts';
import { holdOf } from '../../../../src/governance/policy/hold.ts';

const ruling = (action: 'block' | 'redact') =>
  bundleOf([
    policyOf({
      patterns: { word: { keywords: ['BLOCKME'] } },
      rules: [{ id: 'word', when: 'hit("word")', action }],
    }),
  ]);

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;
type Way = { readonly dialect: Dialect; readonly say: (texts: readonly string[]) => string };

const named = (event: Event): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const usage = { input_tokens: 1, output_tokens: 2 };
const message = {
  ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] as object[] },
  ...{ stop_reason: null, stop_sequence: null, usage },
};
const messageEnd: readonly Event[] = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
  { type: 'message_stop' },
];

function toBlock(text: string, index: number): readonly Event[] {
  const delta = (said: string): Event => ({
    ...{ type: 'content_block_delta', index },
    delta: { type: 'text_delta', text: said },
  });
  return [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    ...cutText(text, [4]).map(delta),
    { type: 'content_block_stop', index },
  ];
}

const blocks: Way = {
  dialect: anthropicMessages,
  say: (texts) =>
    [{ type: 'message_start', message }, ...texts.flatMap(toBlock), ...messageEnd]
      .map(named)
      .join(''),
};

/** Some servers begin a message with what it says already. */
const begun: Way = {
  dialect: anthropicMessages,
  say: ([first = '', ...texts]) =>
    [
      { type: 'message_start', message: { ...message, content: [{ type: 'text', text: first }] } },
      ...texts.flatMap((text, at) => toBlock(text, at + 1)),
      ...messageEnd,
    ]
      .map(named)
      .join(''),
};

type Told = 'in pieces' | 'with its part' | 'when it is done' | 'with its item';

const itemOf = (text: string, at: number) => ({
  ...{ id: `i${at}`, type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [] as unknown[] }],
});

function toItem(told: Told, text: string, at: number): readonly Event[] {
  const item = itemOf(text, at);
  const place = { item_id: item.id, output_index: at, content_index: 0 };
  const first = told === 'with its part' ? text : '';
  const pieces = told === 'in pieces' ? cutText(text, [4]) : [];
  const part = { type: 'output_text', text, annotations: [] };
  const events: readonly Event[] = [
    { type: 'response.content_part.added', ...place, part: { ...part, text: first } },
    ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part },
  ];
  return [
    { type: 'response.output_item.added', output_index: at, item: { ...item, content: [] } },
    ...(told === 'with its item' ? [] : events),
    { type: 'response.output_item.done', output_index: at, item },
  ];
}

const items = (...told: readonly Told[]): Way => ({
  dialect: openaiResponses,
  say: (texts) => {
    const output = texts.map(itemOf);
    const response = { id: 'r', object: 'response', model: 'm' };
    return [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...texts.flatMap((text, at) => toItem(told[at % told.length] ?? 'in pieces', text, at)),
      { type: 'response.completed', response: { ...response, status: 'completed', output } },
    ]
      .map((event, sequence_number) => named({ ...event, sequence_number }))
      .join('');
  },
});

/** Of Gemini only thoughts part what is said; a short one does not, for those who read the words alone. */
const parts: Way = {
  dialect: geminiStream,
  say: (texts) => {
    const said = texts.flatMap((text) => [
      ...cutText(text, [4]).map((piece) => [{ text: piece }]),
      [{ text: 'hm, so ', thought: true }],
    ]);
    return [...said, [{ text: '' }]]
      .map((each, at, all) => ({
        ...{ index: 0, content: { role: 'model', parts: each } },
        ...(at === all.length - 1 ? { finishReason: 'STOP' } : {}),
      }))
      .map((candidate) => `data: ${JSON.stringify({ candidates: [candidate] })}\r\n\r\n`)
      .join('');
  },
};

const ways: readonly (readonly [string, Way])[] = [
  ['blocks of a message', blocks],
  ['the beginning of a message and a block', begun],
  ['parts of a candidate', parts],
  ['items in pieces', items('in pieces')],
  ['items with their part', items('with its part')],
  ['items when they are done', items('when it is done')],
  ['items alone', items('with its item')],
  ['an item alone and one in pieces', items('with its item', 'in pieces')],
  ['an item in pieces and one when it is done', items('in pieces', 'when it is done')],
];

const prose = 'the quick brown fox jumps over the lazy dog and walks home '.repeat(20);
const around = ['', prose.slice(0, 60), prose] as const;
const splits = around.flatMap((lead) => around.map((tail) => [lead, tail] as const));

describe('a word that is split over', () => {
  test.each(ways)('%s never shows, and is taken out', async (_, { dialect, say }) => {
    for (const [lead, tail] of splits) {
      const bytes = Buffer.from(say([`${lead}~BLO`, `CKME ${tail}`]));
      const live = await tellLive(dialect, ruling('redact'), cutEvery(bytes, 50));
      expect([live.failed, live.action]).toEqual([undefined, 'redact']);
      expect(live.released).not.toMatch(/~","|~B|~"\}.{1,200}"B|CK/);
      expect(live.released).toBe(tellHeld(dialect, ruling('redact'), bytes).released);
    }
  });

  test.each(ways)('%s stops the stream before its first half', async (_, { dialect, say }) => {
    for (const [lead, tail] of splits) {
      const bytes = Buffer.from(say([`${lead}~BLO`, `CKME ${tail}`]));
      const live = await tellLive(dialect, ruling('block'), cutEvery(bytes, 50));
      expect(live.action).toBe('block');
      expect(live.released).not.toMatch(/BLO|CK/);
    }
  });
});

test.each(ways)('%s flow though each is short', async (_, { dialect, say }) => {
  const hold = holdOf(ruling('block'), answerCall);
  const short = Math.ceil((hold.kind === 'live' ? hold.characters : 0) / 2);
  const texts = Array.from({ length: 200 }, () => prose.slice(0, short));
  const bytes = Buffer.from(say(texts));
  const live = await tellLive(dialect, ruling('block'), cutEvery(bytes, 50));
  expect(live.released).toBe(bytes.toString());
  const end = bytes.lastIndexOf('event: response.completed');
  expect(live.early.length).toBeGreaterThan((end === -1 ? bytes.length : end) * 0.9);
});
