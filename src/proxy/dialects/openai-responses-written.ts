/** What the gateway itself says in the Responses format: a refusal as an answer, and the ends of streams. */
import { readObject } from '../json.ts';
import type { Notice } from './dialect.ts';
import { readCount, readWord } from './members.ts';

type Body = Readonly<Record<string, unknown>>;

const cut = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };

/** Clients refuse an end that is another answer's. */
export function readId(event: unknown): string {
  return readWord(readObject(readObject(event)?.response)?.id);
}

function head(notice: Notice): Body {
  return {
    id: notice.began ?? `resp_${notice.id}`,
    object: 'response',
    created_at: Math.floor(notice.at / 1000),
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: notice.model,
    output: [],
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
  };
}

const usage = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

function writeEvents(events: readonly Body[], from = 0): string {
  return events
    .map((event, at) => {
      const data = JSON.stringify({ ...event, sequence_number: from + at });
      return `event: ${readWord(event.type)}\ndata: ${data}\n\n`;
    })
    .join('');
}

function message(notice: Notice, status: string, content: readonly Body[]): Body {
  return { id: `msg_${notice.id}`, type: 'message', role: 'assistant', status, content };
}

export function writeRefusedResponse(notice: Notice): string {
  const content = [{ type: 'refusal', refusal: notice.message }];
  const output = [message(notice, 'completed', content)];
  return JSON.stringify({ ...head(notice), ...cut, output, usage });
}

export function writeRefusedStream(notice: Notice): string {
  const place = { item_id: `msg_${notice.id}`, output_index: 0, content_index: 0 };
  const part = { type: 'refusal', refusal: notice.message };
  const whole = message(notice, 'completed', [part]);
  const response = head(notice);
  return writeEvents([
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: message(notice, 'in_progress', []),
    },
    { type: 'response.content_part.added', ...place, part: { ...part, refusal: '' } },
    { type: 'response.refusal.delta', ...place, delta: notice.message },
    { type: 'response.refusal.done', ...place, refusal: notice.message },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index: 0, item: whole },
    { type: 'response.incomplete', response: { ...response, ...cut, output: [whole], usage } },
  ]);
}

/** Closes the part and the message that the last event left open, without saying again what they said. */
export function writeBlockedEnd(notice: Notice, last: unknown): string {
  const event = readObject(last);
  const from = readCount(event?.sequence_number) + (event === undefined ? 0 : 1);
  const id = readWord(event?.item_id);
  const output_index = readCount(event?.output_index);
  const type = readWord(event?.type);
  const inMessage = /^response\.(?:output_text|refusal|content_part)\./.test(type) && id !== '';
  const item = { ...message(notice, 'incomplete', []), ...(id === '' ? {} : { id }) };
  const part = type.startsWith('response.refusal.')
    ? { type: 'refusal', refusal: '' }
    : { type: 'output_text', text: '', annotations: [], logprobs: [] };
  const content_index = readCount(event?.content_index);
  const place = { item_id: id, output_index, content_index };
  const open = type !== 'response.content_part.done';
  return writeEvents(
    [
      ...(inMessage && open ? [{ type: 'response.content_part.done', ...place, part }] : []),
      ...(inMessage ? [{ type: 'response.output_item.done', output_index, item }] : []),
      { type: 'response.incomplete', response: { ...head(notice), ...cut, usage } },
    ],
    from,
  );
}

/** As an event of its own, the next in the count. */
export function writeBlockedError({ message }: Notice, last: unknown): string {
  const event = readObject(last);
  const from = readCount(event?.sequence_number) + (event === undefined ? 0 : 1);
  const code = 'content_policy_violation';
  return writeEvents([toError(message, code, 'invalid_request_error')], from);
}

export function writeFailedEnd(message: string, code: string): string {
  return writeEvents([toError(message, code, 'server_error')]);
}

/** The format has it flat; libraries up to OpenAI's 6th version throw only where it stands in an `error`, and pass over it else. */
function toError(message: string, code: string, type: string): Body {
  const error = { message, type, param: null, code };
  return { type: 'error', code, message, param: null, error };
}
