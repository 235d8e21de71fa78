/** Anthropic Messages: `POST /v1/messages`. */
import { readObject } from '../json.ts';
import { readMessage } from './anthropic-messages-answer.ts';
import { readMessagesRequest } from './anthropic-messages-request.ts';
import { createMessageFrameReader } from './anthropic-messages-stream.ts';
import { anthropic } from './anthropic.ts';
import type { Dialect, Notice } from './dialect.ts';

export const anthropicMessages: Dialect = {
  name: 'anthropic-messages',
  family: anthropic,
  readRequest: (json) => readMessagesRequest(json),
  readAnswer: (json) => readMessage(json),
  drop: () => [],
  writeRefusal: (notice) =>
    JSON.stringify({
      ...head(notice),
      content: [{ type: 'text', text: notice.message }],
      ...refused(notice),
    }),
  stream: {
    framing: 'sse',
    createReader: createMessageFrameReader,
    writeRefusal: (notice) =>
      writeEvents(
        { type: 'message_start', message: { ...head(notice), content: [], ...unfinished } },
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'text', text: '' },
        },
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: notice.message },
        },
        { type: 'content_block_stop', index: 0 },
        ...end(notice),
      ),
    writeBlockedEnd: (notice, last) => {
      const index = findOpenBlock(last);
      const stop = index === undefined ? [] : [{ type: 'content_block_stop', index }];
      return writeEvents(...stop, ...end(notice));
    },
    // Agents retry an `api_error`, which this is none.
    writeBlockedError: ({ message }) =>
      writeEvents({
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message,
          details: { error_code: 'content_policy_violation' },
        },
      }),
    writeFailedEnd: (message, code) =>
      writeEvents({
        type: 'error',
        error: { type: 'api_error', message, details: { error_code: code } },
      }),
  },
};

const usage = { input_tokens: 0, output_tokens: 0 };

const unfinished = { stop_reason: null, stop_sequence: null, stop_details: null };

function head(notice: Notice): Readonly<Record<string, unknown>> {
  return {
    id: `msg_${notice.id}`,
    type: 'message',
    role: 'assistant',
    model: notice.model,
    container: null,
    usage,
  };
}

function refused(notice: Notice): Readonly<Record<string, unknown>> {
  return {
    stop_reason: 'refusal',
    stop_sequence: null,
    stop_details: { type: 'refusal', category: null, explanation: notice.message },
  };
}

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

function end(notice: Notice): Event[] {
  const delta = { ...refused(notice), container: null };
  return [{ type: 'message_delta', delta, usage }, { type: 'message_stop' }];
}

/** SDKs drop every event without an `event:` line. */
function writeEvents(...events: readonly Event[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** The block that the last event began or went on with. */
function findOpenBlock(last: unknown): number | undefined {
  const event = readObject(last);
  const open = event?.type === 'content_block_start' || event?.type === 'content_block_delta';
  return open && typeof event.index === 'number' ? event.index : undefined;
}
