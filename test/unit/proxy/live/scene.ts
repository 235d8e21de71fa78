/** Streams of every format in which a choice says texts in pieces, and the same judged live and as a whole. */
import { Buffer } from 'node:buffer';
import type { Edit, Ruling } from '../../../../src/governance/decision.ts';
import { govern } from '../../../../src/governance/govern.ts';
import type { Interaction } from '../../../../src/governance/interaction.ts';
import { holdOf } from '../../../../src/governance/policy/hold.ts';
import type { Bundle } from '../../../../src/governance/policy/policy.ts';
import { createPlaceholders, settleEdits } from '../../../../src/governance/placeholders.ts';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import type { Asked, Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { geminiStream, geminiStreamArray } from '../../../../src/proxy/dialects/gemini-generate.ts';
import { ollamaChat, ollamaGenerate } from '../../../../src/proxy/dialects/ollama-generation.ts';
import { openaiChat } from '../../../../src/proxy/dialects/openai-chat.ts';
import { openaiCompletions } from '../../../../src/proxy/dialects/openai-completions.ts';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { framings, type Framing } from '../../../../src/proxy/framing.ts';
import { readHeldStream, writeHeldStream } from '../../../../src/proxy/held-stream.ts';
import { LiveStream } from '../../../../src/proxy/live/live-stream.ts';
import { callOf } from '../../../support/policy.ts';

export const limits = { jsonDepthMax: 100, jsonKeysMax: 100_000, streamHeldBytesMax: 10_000_000 };

export const asked: Asked = {
  model: 'm',
  stream: true,
  choices: 2,
  user: '',
  session: '',
  tools: [],
  references: [],
  history: 1,
  parts: [],
  unjudged: [],
};

type Format = {
  readonly dialect: Dialect;
  /** One choice that says these pieces. */
  readonly say: (pieces: readonly string[]) => string;
};

const json = (value: unknown, escaped: boolean): string => {
  const text = JSON.stringify(value);
  if (!escaped) return text;
  return Array.from(text, (character) =>
    character < '\u0080'
      ? character
      : Array.from({ length: character.length }, (_, at) =>
          toEscape(character.charCodeAt(at)),
        ).join(''),
  ).join('');
};

const toEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

let turn = 0;
/** Every other value is written with escapes for what is beyond ASCII. */
const write = (value: unknown): string => json(value, (turn += 1) % 2 === 0);
const data = (value: unknown): string => `data: ${write(value)}\n\n`;
const named = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\ndata: ${write(value)}\n\n`;

const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' };

function sayChat(pieces: readonly string[]): string {
  const choice = (delta: unknown, finish: string | null = null): string =>
    data({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] });
  return [
    choice({ role: 'assistant', content: '' }),
    ...pieces.map((content) => choice({ content })),
    choice({}, 'stop'),
    data({
      ...chunk,
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    }),
    'data: [DONE]\n\n',
  ].join('');
}

function sayCompletions(pieces: readonly string[]): string {
  const choice = (text: string, finish: string | null = null): string =>
    data({
      id: 'c',
      object: 'text_completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, text, finish_reason: finish }],
    });
  return [...pieces.map((text) => choice(text)), choice('', 'stop'), 'data: [DONE]\n\n'].join('');
}

function sayResponses(pieces: readonly string[]): string {
  const text = pieces.join('');
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const part = (said: string): unknown => ({ type: 'output_text', text: said, annotations: [] });
  const item = (status: string, content: readonly unknown[]): unknown => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status,
    content,
  });
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'in_progress',
    model: 'm',
    output: [] as unknown[],
  };
  const events = [
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item: item('in_progress', []) },
    { type: 'response.content_part.added', ...place, part: part('') },
    ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part: part(text) },
    { type: 'response.output_item.done', output_index: 0, item: item('completed', [part(text)]) },
    {
      type: 'response.completed',
      response: { ...response, status: 'completed', output: [item('completed', [part(text)])] },
    },
  ];
  return events.map((event, sequence_number) => named({ ...event, sequence_number })).join('');
}

function sayMessages(pieces: readonly string[]): string {
  const usage = { input_tokens: 1, output_tokens: 2 };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    ...pieces.map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
    .map(named)
    .join('');
}

function geminiChunks(pieces: readonly string[]): unknown[] {
  return pieces.map((text, at) => ({
    candidates: [
      {
        content: { role: 'model', parts: [{ text }] },
        index: 0,
        ...(at === pieces.length - 1 ? { finishReason: 'STOP' } : {}),
      },
    ],
    modelVersion: 'm',
  }));
}

const line = (value: unknown): string => `${write(value)}\n`;
const model = { model: 'm', created_at: '2026-01-01T00:00:00Z' };
const sayLines =
  (say: (text: string) => object) =>
  (pieces: readonly string[]): string =>
    pieces.map((text) => line({ ...model, ...say(text), done: false })).join('') +
    line({ ...model, ...say(''), done: true, done_reason: 'stop' });

export const formats: readonly Format[] = [
  { dialect: openaiChat, say: sayChat },
  { dialect: openaiCompletions, say: sayCompletions },
  { dialect: openaiResponses, say: sayResponses },
  { dialect: anthropicMessages, say: sayMessages },
  {
    dialect: geminiStream,
    say: (pieces) =>
      geminiChunks(pieces)
        .map((one) => `data: ${write(one)}\r\n\r\n`)
        .join(''),
  },
  {
    dialect: geminiStreamArray,
    say: (pieces) => `[${geminiChunks(pieces).map(write).join(',\r\n')}\n]`,
  },
  {
    dialect: ollamaChat,
    say: sayLines((content) => ({ message: { role: 'assistant', content } })),
  },
  { dialect: ollamaGenerate, say: sayLines((response) => ({ response })) },
];

export type Told = {
  /** As it left, frame by frame, and whether it was blocked. */
  readonly released: string;
  readonly action: string;
  readonly rules: readonly string[];
  readonly findings: readonly string[];
  readonly failed: unknown;
};

/** A judge as the gateway has it, for one exchange. */
function judgeOf(bundle: Bundle, call: Interaction) {
  const placeholders = createPlaceholders();
  return {
    judge: (parts: Interaction['parts'], unjudged: Interaction['unjudged'] = []): Ruling =>
      govern(bundle, { ...call, stage: 'response', parts, unjudged }, { placeholders }),
    settle: (edits?: readonly Edit[]) => settleEdits(placeholders, edits),
  };
}

export const answerCall = callOf({ text: '' }, { stage: 'response', parts: [] });

export function framingOf(dialect: Dialect): Framing {
  if (dialect.stream === undefined) throw new Error('no stream');
  return framings[dialect.stream.framing];
}

export async function tellLive(
  dialect: Dialect,
  bundle: Bundle,
  chunks: readonly Uint8Array[],
  bounds: Partial<typeof limits> = {},
): Promise<Told & { readonly early: string }> {
  const hold = holdOf(bundle, answerCall);
  if (hold.kind === 'whole') throw new Error(`${hold.rule} needs all of it: ${hold.why}`);
  const stream = new LiveStream({
    dialect,
    framing: framingOf(dialect),
    asked,
    limits: { ...limits, ...bounds },
    reach: hold.characters,
    again: hold.again,
    ...judgeOf(bundle, answerCall),
  });
  let early = '';
  for (const bytes of chunks) {
    for (const one of await stream.push(bytes)) early += one.released;
    if (stream.isOver()) break;
  }
  const rest = stream.isOver() ? [] : await stream.end();
  const ruling = stream.failed === undefined ? stream.record.toRuling(stream.blocked) : undefined;
  return {
    early,
    released: early + rest.map((one) => one.released).join(''),
    failed: stream.failed,
    ...toTold(ruling),
  };
}

/** The same format, each of whose frames is read in full. */
export function withoutShapes(dialect: Dialect): Dialect {
  const { stream } = dialect;
  if (stream === undefined) throw new Error('no stream');
  const createReader: typeof stream.createReader = (asked) => {
    const reader = stream.createReader(asked);
    return {
      ...reader,
      read: (json, event) => {
        const { fragments, unjudged, closed } = reader.read(json, event);
        return { fragments, unjudged, ...(closed && { closed }) };
      },
    };
  };
  return { ...dialect, stream: { ...stream, createReader } };
}

export function tellHeld(dialect: Dialect, bundle: Bundle, bytes: Uint8Array): Told {
  if (dialect.stream === undefined) throw new Error('no stream');
  const held = readHeldStream(
    Buffer.from(bytes),
    framingOf(dialect),
    dialect.stream,
    asked,
    limits,
  );
  const ruling = judgeOf(bundle, answerCall).judge(held.parts, held.unjudged);
  const released =
    ruling.action === 'block' ? '' : writeHeldStream(held, ruling.edits, dialect.drop);
  return { released, failed: undefined, ...toTold(ruling) };
}

function toTold(ruling: Ruling | undefined): Pick<Told, 'action' | 'rules' | 'findings'> {
  return {
    action: ruling?.action ?? '',
    rules: [...new Set(ruling?.fired.map(({ policy, rule }) => `${policy}/${rule}`))].sort(),
    findings: (ruling?.findings ?? []).map(
      ({ category, spans }) =>
        `${category} ${spans.map(({ start, end }) => `${start}-${end}`).join(' ')}`,
    ),
  };
}

export function cutEvery(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

export function cutText(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  // Half of a pair is no JSON that a provider would send.
  return pieces
    .map((piece, index) => {
      const before = pieces[index - 1] ?? '';
      const head = /[\ud800-\udbff]$/.test(before) ? piece.slice(1) : piece;
      return /[\ud800-\udbff]$/.test(piece) ? head + (pieces[index + 1] ?? '').slice(0, 1) : head;
    })
    .filter((piece) => piece !== '');
}
