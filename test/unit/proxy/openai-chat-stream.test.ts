import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyEdits } from '../../../src/governance/redact.ts';
import type { Edit } from '../../../src/governance/decision.ts';
import { pathOf, type Part } from '../../../src/governance/interaction.ts';
import { openaiChat } from '../../../src/proxy/dialects/openai-chat.ts';
import { framings } from '../../../src/proxy/framing.ts';
import {
  readHeldStream,
  writeHeldStream,
  type HeldStream,
} from '../../../src/proxy/held-stream.ts';
import { readJsonText } from '../../../src/proxy/json.ts';
import { draws } from '../../support/draws.ts';

const limits = { jsonDepthMax: 100, jsonKeysMax: 10_000 };
const asked = openaiChat.readRequest(
  readJsonText('{"model":"m","n":3,"messages":[]}', limits, 'it'),
  {
    route: '',
    params: {},
  },
);

function hold(text: string): HeldStream {
  if (openaiChat.stream === undefined) throw new Error('chat has no stream');
  return readHeldStream(Buffer.from(text), framings.sse, openaiChat.stream, asked, limits);
}

const chunk = (...choices: object[]): string => `data: ${JSON.stringify({ id: 'c', choices })}\n\n`;
const delta = (delta: object, index = 0): object => ({ index, delta, finish_reason: null });
const done = `${chunk({ index: 0, delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`;

function parts(text: string): string[] {
  return hold(text).parts.map(describePart);
}

function describePart(part: Part): string {
  const how = `${part.mapped ? '' : 'unmapped '}${part.fixed ? 'fixed ' : ''}`;
  return `${how}${part.kind} ${part.channel} ${pathOf(part.at)}: ${part.text}`;
}

describe('a streamed chat completion is read to whole texts:', () => {
  const cases: readonly (readonly [name: string, stream: string, part: string])[] = [
    [
      'content',
      chunk(delta({ content: 'CAN' })) + chunk(delta({ content: 'ARY' })),
      'assistant 0 choices[0].message.content: CANARY',
    ],
    [
      'content that a message beside it says again',
      chunk({ ...delta({ content: 'CAN' }), message: { content: 'CAN' } }) +
        chunk({ ...delta({ content: 'ARY' }), message: { content: 'CANARY' } }),
      'assistant 0 choices[0].message.content: CANARY',
    ],
    [
      'a message beside a delta',
      chunk({ ...delta({ content: 'x' }), message: { content: 'CANARY' } }),
      'assistant 0 choices[0].message.beside.content: CANARY',
    ],
    [
      'content that is said a second time beside the delta',
      chunk({ ...delta({ content: 'x' }), text: 'CAN' }) +
        chunk({ ...delta({ content: 'y' }), text: 'ARY' }),
      'assistant 0 choices[0].text: CANARY',
    ],
    [
      'a refusal',
      chunk(delta({ refusal: 'CAN' })) + chunk(delta({ refusal: 'ARY' })),
      'assistant 0 choices[0].message.refusal: CANARY',
    ],
    [
      'reasoning',
      chunk(delta({ reasoning_content: 'CAN' })) + chunk(delta({ reasoning_content: 'ARY' })),
      'reasoning 0 choices[0].message.reasoning_content: CANARY',
    ],
    [
      'choices apart',
      chunk(delta({ content: 'CAN' }, 2)) +
        chunk(delta({ content: 'x' }, 0)) +
        chunk(delta({ content: 'ARY' }, 2)) +
        chunk({ index: 2, delta: {}, finish_reason: 'stop' }),
      'assistant 2 choices[2].message.content: CANARY',
    ],
    [
      'choices in one chunk',
      chunk(delta({ content: 'x' }, 1), delta({ content: 'CANARY' }, 0)) +
        chunk({ index: 1, delta: {}, finish_reason: 'stop' }),
      'assistant 0 choices[0].message.content: CANARY',
    ],
    [
      'arguments',
      chunk(
        delta({ tool_calls: [{ index: 1, id: 'i', function: { name: 'f', arguments: '{"a":' } }] }),
      ) + chunk(delta({ tool_calls: [{ index: 1, function: { arguments: '"CANARY"}' } }] })),
      'tool_call 0 choices[0].message.tool_calls[1].function.arguments: {"a":"CANARY"}',
    ],
    [
      'arguments behind escapes',
      chunk(
        delta({ tool_calls: [{ index: 0, function: { name: 'f', arguments: '{"a":"\\u00' } }] }),
      ) + chunk(delta({ tool_calls: [{ index: 0, function: { arguments: '43ANARY"}' } }] })),
      'fixed tool_call 0 choices[0].message.tool_calls[0].function.arguments: CANARY',
    ],
    [
      'a custom call',
      chunk(
        delta({ tool_calls: [{ index: 0, type: 'custom', custom: { name: 'f', input: 'CAN' } }] }),
      ) + chunk(delta({ tool_calls: [{ index: 0, custom: { input: 'ARY' } }] })),
      'tool_call 0 choices[0].message.tool_calls[0].custom.input: CANARY',
    ],
    [
      'the old form of a call',
      chunk(delta({ function_call: { name: 'f', arguments: 'CAN' } })) +
        chunk(delta({ function_call: { arguments: 'ARY' } })),
      'tool_call 0 choices[0].message.function_call.arguments: CANARY',
    ],
    [
      'a transcript',
      chunk(delta({ audio: { transcript: 'CAN' } })) +
        chunk(delta({ audio: { transcript: 'ARY' } })),
      'assistant 0 choices[0].message.audio.transcript: CANARY',
    ],
    [
      'tokens',
      chunk({ ...delta({}), logprobs: { content: [{ token: 'CAN' }] } }) +
        chunk({ ...delta({}), logprobs: { content: [{ token: 'ARY' }] } }),
      'assistant 0 choices[0].logprobs.content: CANARY',
    ],
    [
      'tokens that might have been',
      ['CAN', 'ARY']
        .map((token) =>
          chunk({
            ...delta({}),
            logprobs: { content: [{ token: 'x', top_logprobs: [{ token: 'x' }, { token }] }] },
          }),
        )
        .join(''),
      'assistant 0 choices[0].logprobs.content.top_logprobs[1]: CANARY',
    ],
    [
      'what a delta should not hold',
      chunk(delta({ novel: 'CAN' })) + chunk(delta({ novel: 'ARY' })),
      'unmapped assistant 0 choices[0].message.novel: CANARY',
    ],
    [
      'what a chunk should not hold',
      'data: {"choices":[],"novel":"CANARY"}\n\n',
      'unmapped assistant 0 novel: CANARY',
    ],
    [
      'padding',
      'data: {"choices":[],"obfuscation":"CAN"}\n\ndata: {"choices":[],"obfuscation":"ARY"}\n\n',
      'metadata 0 obfuscation: CANARY',
    ],
    [
      'a fingerprint',
      'data: {"choices":[],"system_fingerprint":"CANARY"}\n\n',
      'metadata 0 system_fingerprint: CANARY',
    ],
    ['an error', 'data: {"error":{"message":"CANARY"}}\n\n', 'assistant 0 error.message: CANARY'],
    ['a comment', ': CANARY\n\n', 'unmapped fixed assistant 0 comment: CANARY'],
    [
      'an event name',
      'event: CANARY\ndata: {"choices":[]}\n\n',
      'unmapped fixed assistant 0 : CANARY',
    ],
  ];
  test.each(cases)('%s', (_, stream, part) => {
    expect(parts(stream + done)).toContain(part);
  });

  test('what is said in every chunk is judged once', () => {
    const all = parts(chunk(delta({ content: 'a' })).repeat(50) + done);
    expect(all).toEqual([
      `metadata 0 id: c`,
      `assistant 0 choices[0].message.content: ${'a'.repeat(50)}`,
    ]);
  });

  test('a call carries its tool once, with what its arguments say', () => {
    const call = (more: object): string => chunk(delta({ tool_calls: [{ index: 0, ...more }] }));
    const tools = (stream: string): unknown[] =>
      hold(stream + done).parts.flatMap((part) => (part.tool === undefined ? [] : [part.tool]));
    expect(
      tools(
        call({ function: { name: 'pay', arguments: '{"a"' } }) +
          call({ function: { arguments: ':1}' } }),
      ),
    ).toEqual([{ name: 'pay', args: { a: 1 } }]);
    expect(tools(call({ function: { name: 'pay', arguments: '' } }))).toEqual([
      { name: 'pay', args: {} },
    ]);
    expect(tools(call({ custom: { name: 'run', input: 'ls' } }))).toEqual([
      { name: 'run', args: 'ls' },
    ]);
  });

  test('audio is listed as unjudged, once, with all its bytes', () => {
    const { unjudged } = hold(chunk(delta({ audio: { data: 'AAAA' } })).repeat(3) + done);
    expect(unjudged).toEqual([
      {
        kind: 'audio',
        at: ['choices', 0, 'message', 'audio', 'data'],
        bytes: 12,
        why: 'a spoken answer',
      },
    ]);
  });

  test('its facts', () => {
    const usage =
      'data: {"id":"c","model":"gpt","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n';
    expect(hold(chunk(delta({ content: 'x' })) + usage + done).facts).toEqual({
      id: 'c',
      model: 'gpt',
      finish: 'stop',
      usage: { input: 3, output: 4 },
    });
  });
});

describe('a stream counts as whole', () => {
  const open = chunk(delta({ content: 'x' }));
  test.each([
    ['with its mark', `${open}data: [DONE]\n\n`],
    [
      'without its mark, where each choice has its reason',
      open + chunk({ index: 0, delta: {}, finish_reason: 'length' }),
    ],
    ['with an error', `${open}data: {"error":{"message":"x"}}\n\n`],
  ])('%s', (_, stream) => {
    expect(hold(stream).frames.length).toBeGreaterThan(1);
  });

  test.each([
    ['where a choice is open', open],
    [
      'where one of two choices is open',
      chunk(delta({ content: 'x' }, 1)) +
        open +
        chunk({ index: 1, delta: {}, finish_reason: 'stop' }),
    ],
    ['where nothing was said', ': hello\n\n'],
  ])('but not %s', (_, stream) => {
    expect(() => hold(stream)).toThrow('stopped before its end');
  });
});

describe('a redacted stream', () => {
  const letters = fc.constantFrom('a', 'b', 'é', '\n', '"', '\\', '\u0000', '漢');
  const edit = (held: HeldStream, word: string): Edit[] =>
    held.parts.flatMap((part, index) => {
      const start = part.text.indexOf(word);
      return start === -1 || part.fixed
        ? []
        : [{ part: index, start, end: start + word.length, replacement: '[GONE]' }];
    });

  test('keeps its frames, and shows no character of the value', () => {
    const stream =
      chunk(delta({ role: 'assistant', content: 'see SE' })) +
      ': keep\n\n' +
      chunk({ ...delta({ content: 'CR' }), logprobs: { content: [{ token: 'CR' }] } }) +
      chunk(delta({ content: 'ET now' })) +
      chunk(delta({ content: 'SECRETS' }, 1)) +
      chunk({ index: 1, delta: {}, finish_reason: 'stop' }) +
      done;
    const held = hold(stream);
    const only = edit(held, 'SECRET').filter(({ part }) => held.parts[part]?.channel === 0);
    expect(writeHeldStream(held, only, openaiChat.drop)).toBe(
      chunk(delta({ role: 'assistant', content: 'see [GONE]' })) +
        ': keep\n\n' +
        chunk({ ...delta({ content: '' }), logprobs: null }) +
        chunk(delta({ content: ' now' })) +
        chunk(delta({ content: 'SECRETS' }, 1)) +
        chunk({ index: 1, delta: {}, finish_reason: 'stop' }) +
        done,
    );
  });

  test('without edits is the very text, behind a mark at its beginning', () => {
    const stream = `: x\r\n\r\ndata:{"choices":[]}\r\n\r\n${done}`;
    expect(writeHeldStream(hold(`\ufeff${stream}`), [], openaiChat.drop)).toBe(`\ufeff${stream}`);
  });

  test('says, joined, what redacting the whole text says, in any division', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 6 }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 6 })), { maxLength: 4 }),
        (pieces, spans) => {
          const stream = pieces.map((content) => chunk(delta({ content }))).join('') + done;
          const held = hold(stream);
          const part = held.parts.findIndex((each) => each.at.at(-1) === 'content');
          const text = pieces.join('');
          let from = 0;
          const edits: Edit[] = [];
          for (const [gap, length] of spans) {
            const start = from + gap;
            const end = Math.min(start + length, text.length);
            if (start >= end) continue;
            edits.push({ part, start, end, replacement: '#' });
            from = end;
          }
          const again = hold(writeHeldStream(held, edits, openaiChat.drop));
          const said = again.parts.find((each) => each.at.at(-1) === 'content')?.text ?? '';
          expect(said).toBe(applyEdits(text, edits));
        },
      ),
      draws(),
    );
  });
});
