/** Streams of every format as lists of frames, so that a test can write each of them in ways that no provider does. */

export type Frame = { readonly event: string; readonly data: string };

export type Format = {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly framing: 'sse' | 'ndjson' | 'array';
  /** Its frames as they come: these pieces of one text, and the format's own end. */
  readonly say: (pieces: readonly string[]) => readonly Frame[];
  /** A whole answer that is no stream. */
  readonly whole: (text: string) => object;
  readonly plainPath?: string;
  /** What stands in a stream that ended well, and in no other. */
  readonly end: RegExp;
};

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

const quiet = (value: object): Frame => ({ event: '', data: JSON.stringify(value) });
const named = (event: Event): Frame => ({ event: event.type, data: JSON.stringify(event) });

const messages = [{ role: 'user', content: 'hi' }];
const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const choice = (more: object, finish: string | null = null): object => ({
  ...{ index: 0, finish_reason: finish },
  ...more,
});

const chat: Format = {
  name: 'openai-chat',
  path: '/v1/chat/completions',
  body: { model: 'm', messages, stream: true },
  framing: 'sse',
  say: (pieces) => [
    ...pieces.map((content) => quiet({ ...chunk, choices: [choice({ delta: { content } })] })),
    quiet({ ...chunk, choices: [choice({ delta: {} }, 'stop')] }),
    quiet({ ...chunk, choices: [], usage }),
    { event: '', data: '[DONE]' },
  ],
  whole: (content) => ({
    ...{ ...chunk, object: 'chat.completion', usage },
    choices: [choice({ message: { role: 'assistant', content } }, 'stop')],
  }),
  end: /\[DONE\]/,
};

const completions: Format = {
  name: 'openai-completions',
  path: '/v1/completions',
  body: { model: 'm', prompt: 'hi', stream: true },
  framing: 'sse',
  say: (pieces) => [
    ...pieces.map((text) => quiet({ object: 'text_completion', choices: [choice({ text })] })),
    quiet({ object: 'text_completion', choices: [choice({ text: '' }, 'stop')] }),
    { event: '', data: '[DONE]' },
  ],
  whole: (text) => ({ object: 'text_completion', choices: [choice({ text }, 'stop')] }),
  end: /\[DONE\]/,
};

const place = { item_id: 'i', output_index: 0, content_index: 0 };
const part = (text: string): object => ({ type: 'output_text', text, annotations: [] });
const item = (...content: readonly object[]): object => ({
  ...{ type: 'message', id: 'i', role: 'assistant', status: 'completed' },
  content,
});
const response = (status: string, ...output: readonly object[]): object => ({
  ...{ id: 'r', object: 'response', model: 'm', status },
  output,
});

const responses: Format = {
  name: 'openai-responses',
  path: '/v1/responses',
  body: { model: 'm', input: 'hi', stream: true },
  framing: 'sse',
  say: (pieces) => {
    const text = pieces.join('');
    const events: readonly Event[] = [
      { type: 'response.created', response: response('in_progress') },
      { type: 'response.output_item.added', output_index: 0, item: item() },
      { type: 'response.content_part.added', ...place, part: part('') },
      ...pieces.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
      { type: 'response.output_text.done', ...place, text },
      { type: 'response.content_part.done', ...place, part: part(text) },
      { type: 'response.output_item.done', output_index: 0, item: item(part(text)) },
      { type: 'response.completed', response: response('completed', item(part(text))) },
    ];
    return events.map((event, sequence_number) => named({ ...event, sequence_number }));
  },
  whole: (text) => response('completed', item(part(text))),
  end: /response\.completed/,
};

const message = (stop: string | null, ...content: readonly object[]): object => ({
  ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', stop_reason: stop },
  content,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const anthropic: Format = {
  name: 'anthropic-messages',
  path: '/v1/messages',
  body: { model: 'm', max_tokens: 9, messages, stream: true },
  framing: 'sse',
  say: (pieces) => {
    const delta = (text: string): Event => ({
      ...{ type: 'content_block_delta', index: 0 },
      delta: { type: 'text_delta', text },
    });
    const events: readonly Event[] = [
      { type: 'message_start', message: message(null) },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...pieces.map(delta),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 1 },
      },
      { type: 'message_stop' },
    ];
    return events.map(named);
  },
  whole: (text) => message('end_turn', { type: 'text', text }),
  end: /message_stop/,
};

const candidate = (text: string, finish?: string): object => ({
  candidates: [
    {
      ...{ index: 0, content: { role: 'model', parts: [{ text }] } },
      ...(finish !== undefined && { finishReason: finish }),
    },
  ],
});

const gemini: Format = {
  name: 'gemini',
  path: '/v1beta/models/m:streamGenerateContent?alt=sse',
  plainPath: '/v1beta/models/m:generateContent',
  body: { contents: [{ parts: [{ text: 'hi' }] }] },
  framing: 'sse',
  say: (pieces) => [...pieces.map((text) => quiet(candidate(text))), quiet(candidate('', 'STOP'))],
  whole: (text) => candidate(text, 'STOP'),
  end: /STOP/,
};

const geminiArray: Format = {
  ...gemini,
  name: 'gemini as an array',
  path: '/v1beta/models/m:streamGenerateContent',
  framing: 'array',
};

const line = { model: 'm', created_at: '2026-01-01T00:00:00Z' };
const said = (content: string): object => ({ message: { role: 'assistant', content } });

const ollamaChat: Format = {
  name: 'ollama-chat',
  path: '/api/chat',
  body: { model: 'm', messages },
  framing: 'ndjson',
  say: (pieces) => [
    ...pieces.map((text) => quiet({ ...line, ...said(text), done: false })),
    quiet({ ...line, ...said(''), done: true, done_reason: 'stop' }),
  ],
  whole: (text) => ({ ...line, ...said(text), done: true, done_reason: 'stop' }),
  end: /"done":true/,
};

const ollamaGenerate: Format = {
  ...ollamaChat,
  name: 'ollama-generate',
  path: '/api/generate',
  body: { model: 'm', prompt: 'hi' },
  say: (pieces) => [
    ...pieces.map((text) => quiet({ ...line, response: text, done: false })),
    quiet({ ...line, response: '', done: true, done_reason: 'stop' }),
  ],
  whole: (text) => ({ ...line, response: text, done: true, done_reason: 'stop' }),
};

export const formats: readonly Format[] = [
  chat,
  completions,
  responses,
  anthropic,
  gemini,
  geminiArray,
  ollamaChat,
  ollamaGenerate,
];
