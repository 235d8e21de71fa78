/** OpenAI chat completions: `POST /v1/chat/completions`. */
import { readObject } from '../json.ts';
import type { Dialect, Notice } from './dialect.ts';
import { readWord } from './members.ts';
import { readChatAnswer } from './openai-chat-answer.ts';
import { readChatRequest } from './openai-chat-request.ts';
import { createChatFrameReader } from './openai-chat-stream.ts';
import { dropMessages, dropSound, dropTokens } from './openai-repeats.ts';
import { openai, writeBlockedError } from './openai.ts';

export const openaiChat: Dialect = {
  name: 'openai-chat',
  family: openai,
  readRequest: readChatRequest,
  readAnswer: readChatAnswer,
  drop: (json, channels) =>
    [dropTokens, dropSound, dropMessages].flatMap((drop) => drop(json, channels)),
  writeRefusal: (notice) =>
    JSON.stringify({
      ...head(notice, 'chat.completion'),
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, refusal: notice.message },
          logprobs: null,
          finish_reason: endOf(notice),
        },
      ],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    }),
  stream: {
    framing: 'sse',
    createReader: createChatFrameReader,
    writeRefusal: (notice) => {
      const said = { role: 'assistant', content: null, refusal: notice.message };
      return (
        writeChunk(head(notice, 'chat.completion.chunk'), said, null) +
        writeChunk(head(notice, 'chat.completion.chunk'), {}, endOf(notice)) +
        done
      );
    },
    writeBlockedEnd: (notice, last, open = [0]) => {
      const chunk = readObject(last);
      const same = {
        ...head(notice, 'chat.completion.chunk'),
        ...(chunk?.id === undefined ? {} : { id: readWord(chunk.id) }),
      };
      const ends = (open.length === 0 ? [0] : open).map((index) =>
        writeChunk(same, {}, 'content_filter', index),
      );
      return ends.join('') + done;
    },
    writeBlockedError,
    writeFailedEnd: (message, code) =>
      `data: ${JSON.stringify({ error: { message, type: 'server_error', param: null, code } })}\n\n`,
  },
};

const done = 'data: [DONE]\n\n';

/**
 * As models end a refusal of their own where JSON was asked for: clients that parse the answer take the other word for an
 * error that may pass, and some ask seven times.
 */
function endOf({ structured }: Notice): string {
  return structured ? 'stop' : 'content_filter';
}

function head(notice: Notice, object: string): Readonly<Record<string, unknown>> {
  return {
    id: `chatcmpl-${notice.id}`,
    object,
    created: Math.floor(notice.at / 1000),
    model: notice.model,
  };
}

function writeChunk(
  head: Readonly<Record<string, unknown>>,
  delta: Readonly<Record<string, unknown>>,
  finish: string | null,
  index = 0,
): string {
  const choices = [{ index, delta, logprobs: null, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...head, choices })}\n\n`;
}
