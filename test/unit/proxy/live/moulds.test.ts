/** Frames of several shapes that take turns are told by them, and say what reading each in full would say. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import type { Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { openaiChat } from '../../../../src/proxy/dialects/openai-chat.ts';
import { openaiCompletions } from '../../../../src/proxy/dialects/openai-completions.ts';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { draws } from '../../../support/draws.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { tellLive, withoutShapes } from './scene.ts';

const bundle = bundleOf([
  policyOf({
    patterns: { codename: { keywords: ['blueheron'] } },
    rules: [
      { id: 'codename', when: 'hit("codename")', action: 'redact' },
      { id: 'tool', when: 'tool.name == "evil"', action: 'block' },
    ],
  }),
]);

type Say = (text: string, at: number) => object;
const delta =
  (said: (text: string) => object): Say =>
  (text, index) => ({ choices: [{ index, delta: said(text), finish_reason: null }] });
const calling = (more: object): object => ({ tool_calls: [{ index: 0, ...more }] });
const args = (text: string): object => ({ function: { arguments: text } });

const chat: readonly Say[] = [
  delta((content) => ({ content })),
  delta((content) => ({ content })),
  delta((reasoning_content) => ({ reasoning_content })),
  delta((text) => calling(args(text))),
  delta((text) => calling({ id: 'c', function: { name: 'look', arguments: text } })),
  (content, index) => ({ choices: [{ index, delta: { content }, message: { content } }] }),
  (novel, index) => ({ novel, choices: [{ index, delta: { content: novel } }] }),
  (content, index) => ({ choices: [{ index, delta: { content }, finish_reason: 'stop' }] }),
];
const completions: readonly Say[] = [
  (text, index) => ({ choices: [{ index, text, finish_reason: null }] }),
  (text, index) => ({
    choices: [{ index, text, logprobs: { tokens: [text], token_logprobs: [-1] } }],
  }),
];
const blockDelta =
  (said: (text: string) => object): Say =>
  (text, index) => ({ type: 'content_block_delta', index, delta: said(text) });
const messages: readonly Say[] = [
  blockDelta((text) => ({ type: 'text_delta', text })),
  blockDelta((thinking) => ({ type: 'thinking_delta', thinking })),
  blockDelta((partial_json) => ({ type: 'input_json_delta', partial_json })),
  (_, index) => ({ type: 'content_block_stop', index }),
  (text, index) => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'text', text },
  }),
  (name, index) => ({
    type: 'content_block_start',
    index,
    content_block: { type: 'tool_use', id: 't', name, input: {} },
  }),
];
const event =
  (type: string, more: object = {}): Say =>
  (said, output_index) => ({
    type: `response.${type}.delta`,
    item_id: `i${output_index}`,
    output_index,
    sequence_number: 3,
    ...more,
    delta: said,
  });
/** All that a call is given, over again each time: not the next piece of it. */
const sayCall =
  (type: string, say: (call: object) => object): Say =>
  (text, output_index) => ({ type: `response.${type}`, output_index, ...say({ arguments: text }) });
const responses: readonly Say[] = [
  event('output_text', { content_index: 0 }),
  event('reasoning_summary_text', { summary_index: 0 }),
  event('function_call_arguments'),
  event('function_call_arguments', { item_id: 'blueheron' }),
  sayCall('in_progress', (call) => ({
    response: { output: [{ type: 'function_call', ...call }] },
  })),
  sayCall('function_call_arguments.done', (call) => call),
];

const formats: readonly (readonly [string, Dialect, readonly Say[], string])[] = [
  ['chat', openaiChat, chat, 'data: [DONE]\n\n'],
  ['completions', openaiCompletions, completions, 'data: [DONE]\n\n'],
  ['messages', anthropicMessages, messages, 'data: {"type":"message_stop"}\n\n'],
  [
    'responses',
    openaiResponses,
    responses,
    'data: {"type":"response.completed","response":{}}\n\n',
  ],
];
const write = (frame: object): string => `data: ${JSON.stringify(frame)}\n\n`;

/** How many frames are read in full. */
function counting(dialect: Dialect): { readonly dialect: Dialect; readonly reads: () => number } {
  const { stream } = dialect;
  if (stream === undefined) throw new Error('no stream');
  let reads = 0;
  const createReader: typeof stream.createReader = (asked) => {
    const reader = stream.createReader(asked);
    return {
      ...reader,
      read: (...frame) => {
        reads += 1;
        return reader.read(...frame);
      },
    };
  };
  return { dialect: { ...dialect, stream: { ...stream, createReader } }, reads: () => reads };
}

test.each(formats)('a stream of %s, whatever takes turns in it', async (_, dialect, says, end) => {
  const frame = fc.record({
    say: fc.constantFrom(...says),
    text: fc.oneof(
      fc.constantFrom('blue', 'heron', 'blueheron', 'a', '7', '"b"'),
      fc.string({ maxLength: 5 }),
    ),
    at: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 60 }), async (frames) => {
      const said = frames.map(({ say, text, at }) => write(say(text, at)));
      const chunks = [...said, end].map((each) => Buffer.from(each));
      const told = await tellLive(dialect, bundle, chunks);
      expect(told).toEqual(await tellLive(withoutShapes(dialect), bundle, chunks));
    }),
    draws(150),
  );
});

const cards = bundleOf([
  policyOf({ rules: [{ id: 'card', when: 'found("pii/card", 0.7)', action: 'redact' }] }),
]);

test.each(responses.slice(-2))(
  'calls that are said whole in frames of one shape are judged one by one: %#',
  async (say) => {
    const said = ['a', '4111111111111111', 'b'].map((text) => say(text, 0));
    const end = { type: 'response.completed', response: {} };
    const chunks = [...said, end].map((each) => Buffer.from(write(each)));
    const told = await tellLive(openaiResponses, cards, chunks);
    expect(told.action).toBe('redact');
    expect(told.released).not.toContain('4111111111111111');
  },
);

test('few frames of a call are read, whose item is named before anything of it is judged', async () => {
  const { dialect, reads } = counting(openaiResponses);
  const frames = Array.from({ length: 400 }, () => write(event('function_call_arguments')('1', 0)));
  const end = write({ type: 'response.completed', response: {} });
  const told = await tellLive(dialect, bundle, [Buffer.from(frames.join('') + end)]);
  expect(told.released).toBe(frames.join('') + end);
  expect(reads()).toBeLessThan(20);
});

test.each(formats)('few frames of %s are read that take turns', async (_, dialect, says, end) => {
  const { dialect: counted, reads } = counting(dialect);
  // Choices take turns; of one answer its words and its thoughts may, but no two of its blocks or items.
  const choices = dialect === openaiChat || dialect === openaiCompletions;
  const frames = Array.from({ length: 400 }, (_, turn) => {
    const say = says[choices ? 0 : turn % 2];
    return write(say?.(`word${turn} `, choices ? turn % 2 : 0) ?? {});
  });
  const told = await tellLive(
    counted,
    bundle,
    [...frames, end].map((each) => Buffer.from(each)),
  );
  expect(told.failed).toBeUndefined();
  expect(reads()).toBeLessThan(20);
});
