/** OpenAI's completions without a conversation: `POST /v1/completions`, which older and local servers still offer. */
import { readObject } from '../json.ts';
import type { Answered, Dialect, Notice } from './dialect.ts';
import { readCount, readWord } from './members.ts';
import { furtherModels, readOpenaiRequest, textOrTokens } from './openai-asked.ts';
import { envelope, filterResults, readUsage, usage } from './openai-chat-answer.ts';
import { chunkShape, createChunkReader } from './openai-chat-stream.ts';
import { searches } from './openai-searches.ts';
import { dropTokens } from './openai-repeats.ts';
import { openai, writeBlockedError } from './openai.ts';
import { inPieces } from './pieces.ts';
import { figure, free, list, object, text, unmapped, word, type Shape } from './shape.ts';
import { Sink } from './sink.ts';
import { saidOf, tokenIds } from './tokens.ts';

const metadata = text('metadata');
const said = text('assistant');

const request = object({
  model: metadata,
  models: furtherModels,
  fallbacks: furtherModels,
  ...searches,
  prompt: textOrTokens,
  suffix: text('user'),
  stop: free('metadata'),
  user: metadata,
  safety_identifier: metadata,
  logit_bias: free('metadata'),
  stream_options: object({ include_usage: figure, include_obfuscation: figure }),
  ...Object.fromEntries(
    (
      'stream temperature top_p n max_tokens seed logprobs best_of echo presence_penalty ' +
      'frequency_penalty'
    )
      .split(' ')
      .map((name) => [name, figure]),
  ),
});

/** The tokens say the text again, joined to one so that no value hides in the seams. */
const tokens: Shape = (value, sink) => {
  const joined = Array.isArray(value) ? saidOf(value) : undefined;
  if (joined === undefined) unmapped(value, sink);
  else said(joined, sink);
};

/** At each place the likeliest tokens by name: each rank is one text. */
const alternatives: Shape = (value, sink) => {
  if (!Array.isArray(value)) {
    unmapped(value, sink);
    return;
  }
  const ranks: string[] = [];
  const strange: unknown[] = [];
  for (const each of value) {
    const record = readObject(each);
    if (record === undefined) strange.push(each);
    else
      for (const [rank, [token, chance]] of Object.entries(record).entries()) {
        ranks[rank] = (ranks[rank] ?? '') + token;
        strange.push(chance);
      }
  }
  for (const [rank, joined] of ranks.entries()) {
    sink.enter(rank);
    sink.text('assistant', joined);
    sink.leave();
  }
  for (const each of strange) figure(each, sink);
};

const choice = object({
  index: figure,
  text: said,
  logprobs: object({
    tokens,
    token_logprobs: list(figure),
    top_logprobs: alternatives,
    text_offset: list(figure),
  }),
  content_filter_results: filterResults,
  finish_reason: word('stop', 'length', 'content_filter'),
  stop_reason: metadata,
  token_ids: tokenIds,
  prompt_token_ids: tokenIds,
});

/** In a stream each chunk goes on with the texts of its choices, whose place is their index. */
function choices(streamed: boolean): Shape {
  const shape = streamed ? inPieces(choice) : choice;
  return (value, sink) => {
    if (!Array.isArray(value)) {
      unmapped(value, sink);
      return;
    }
    sink.role = 'assistant';
    for (let at = 0; at < value.length; at += 1) {
      sink.channel = readCount(readObject(value[at])?.index ?? at);
      sink.enter(at, streamed ? sink.channel : at);
      shape(value[at], sink);
      sink.leave();
    }
    sink.role = '';
    sink.channel = 0;
  };
}

const completion = object({
  ...envelope,
  object: word('text_completion'),
  choices: choices(false),
  usage,
});

const chunk = chunkShape('text_completion', choices(true));

function readCompletion(value: unknown): Answered {
  const sink = new Sink('answer');
  completion(value, sink);
  const body = readObject(value);
  const first: unknown = Array.isArray(body?.choices) ? body.choices[0] : undefined;
  return {
    parts: sink.parts,
    unjudged: sink.unjudged,
    facts: {
      id: readWord(body?.id),
      model: readWord(body?.model),
      finish: readWord(readObject(first)?.finish_reason),
      usage: readUsage(body?.usage),
    },
  };
}

export const openaiCompletions: Dialect = {
  name: 'openai-completions',
  family: openai,
  readRequest: (json, target) => readOpenaiRequest(json, target, { request, input: 'prompt' }),
  readAnswer: (json) => readCompletion(json.value),
  drop: dropTokens,
  writeRefusal: (notice) =>
    JSON.stringify({
      ...writeCompletion(notice, notice.message, 'content_filter'),
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    }),
  stream: {
    framing: 'sse',
    createReader: (asked) => createChunkReader(chunk, asked),
    writeRefusal: (notice) =>
      writeData(writeCompletion(notice, notice.message, null)) +
      writeData(writeCompletion(notice, '', 'content_filter')) +
      done,
    writeBlockedEnd: (notice, last, open = [0]) => {
      const id = readObject(last)?.id;
      const ends = (open.length === 0 ? [0] : open).map((index) => {
        const end = writeCompletion(notice, '', 'content_filter', index);
        return writeData(typeof id === 'string' ? { ...end, id } : end);
      });
      return ends.join('') + done;
    },
    writeBlockedError,
    writeFailedEnd: (message, code) =>
      writeData({ error: { message, type: 'server_error', param: null, code } }),
  },
};

const done = 'data: [DONE]\n\n';

function writeData(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function writeCompletion(
  notice: Notice,
  text: string,
  finish: string | null,
  index = 0,
): Readonly<Record<string, unknown>> {
  return {
    id: `cmpl-${notice.id}`,
    object: 'text_completion',
    created: Math.floor(notice.at / 1000),
    model: notice.model,
    choices: [{ index, text, logprobs: null, finish_reason: finish }],
  };
}
