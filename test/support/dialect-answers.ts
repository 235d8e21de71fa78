/** One call of each wire format, with the answers that its provider documents, plain and streamed: 100 tokens in, 40 of them cached, 20 out. */
import type { Script } from './upstream.ts';

type Body = Readonly<Record<string, unknown>>;

export type DialectCall = {
  readonly name: string;
  readonly path: string;
  /** Where the stream has an address of its own. */
  readonly streamPath?: string;
  readonly body: Body;
  readonly streamBody?: Body;
  readonly answer: Body;
  /** Absent where the format has no streams. */
  readonly stream?: { readonly type: string; readonly text: string };
  /** What the format says of tokens, where it is less than all three figures. */
  readonly told?: { readonly cached?: number; readonly output?: number };
};

const text = 'All is well.';
const said = [{ role: 'user', content: 'Is all well?' }];
const date = '2026-01-31T12:00:00Z';

function writeData(events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

function writeEvents(events: readonly (Body & { readonly type: string })[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function writeLines(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const chatUsage = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 40, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
};
const chatHead = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'gpt-test' };
const chunkHead = { ...chatHead, object: 'chat.completion.chunk' };

const chat: DialectCall = {
  name: 'openai-chat',
  path: '/v1/chat/completions',
  body: { model: 'gpt-test', messages: said, max_completion_tokens: 50 },
  streamBody: { stream: true, stream_options: { include_usage: true } },
  answer: {
    ...chatHead,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        finish_reason: 'stop',
        logprobs: null,
      },
    ],
    usage: chatUsage,
  },
  stream: {
    type: 'text/event-stream',
    text:
      writeData([
        {
          ...chunkHead,
          choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
        },
        { ...chunkHead, choices: [{ index: 0, delta: { content: text }, finish_reason: null }] },
        { ...chunkHead, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        { ...chunkHead, choices: [], usage: chatUsage },
      ]) + 'data: [DONE]\n\n',
  },
};

const responsesHead = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'gpt-test',
};
const content = { type: 'output_text', text, annotations: [] };
const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' };
const completed = {
  ...responsesHead,
  status: 'completed',
  output: [{ ...message, content: [content] }],
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 40 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  },
};
const begun = { ...responsesHead, status: 'in_progress', output: [], usage: null };
const at = { item_id: 'msg_1', output_index: 0 };

const responses: DialectCall = {
  name: 'openai-responses',
  path: '/v1/responses',
  body: { model: 'gpt-test', input: 'Is all well?', max_output_tokens: 50 },
  answer: completed,
  stream: {
    type: 'text/event-stream',
    text: writeEvents(
      [
        { type: 'response.created', response: begun },
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { ...message, status: 'in_progress', content: [] },
        },
        {
          type: 'response.content_part.added',
          ...at,
          content_index: 0,
          part: { ...content, text: '' },
        },
        { type: 'response.output_text.delta', ...at, content_index: 0, delta: text },
        { type: 'response.output_text.done', ...at, content_index: 0, text },
        { type: 'response.content_part.done', ...at, content_index: 0, part: content },
        {
          type: 'response.output_item.done',
          output_index: 0,
          item: { ...message, content: [content] },
        },
        { type: 'response.completed', response: completed },
      ].map((event, index) => ({ ...event, sequence_number: index })),
    ),
  },
};

const messageUsage = {
  input_tokens: 50,
  cache_creation_input_tokens: 10,
  cache_read_input_tokens: 40,
  output_tokens: 20,
};
const messageHead = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-test',
  stop_sequence: null,
};

const messages: DialectCall = {
  name: 'anthropic-messages',
  path: '/v1/messages',
  body: { model: 'claude-test', max_tokens: 50, messages: said },
  answer: {
    ...messageHead,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: messageUsage,
  },
  stream: {
    type: 'text/event-stream',
    text: writeEvents([
      {
        type: 'message_start',
        message: {
          ...messageHead,
          content: [],
          stop_reason: null,
          usage: { ...messageUsage, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 20 },
      },
      { type: 'message_stop' },
    ]),
  },
};

function candidate(more: Body): Body {
  return {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...more }],
    modelVersion: 'gemini-test',
    responseId: 'r1',
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 15,
      thoughtsTokenCount: 5,
      totalTokenCount: 120,
    },
  };
}
const geminiBody = {
  contents: [{ role: 'user', parts: [{ text: 'Is all well?' }] }],
  generationConfig: { maxOutputTokens: 50 },
};
const gemini: DialectCall = {
  name: 'gemini-generate',
  path: '/v1beta/models/gemini-test:generateContent',
  streamPath: '/v1beta/models/gemini-test:streamGenerateContent?alt=sse',
  body: geminiBody,
  streamBody: {},
  answer: candidate({ finishReason: 'STOP' }),
  stream: {
    type: 'text/event-stream',
    text: writeData([candidate({}), candidate({ finishReason: 'STOP' })]),
  },
};

const ollamaHead = { model: 'llama-test', created_at: date };
const ollamaEnd = { done: true, done_reason: 'stop', prompt_eval_count: 100, eval_count: 20 };
const ollamaChat: DialectCall = {
  name: 'ollama-chat',
  path: '/api/chat',
  body: { model: 'llama-test', messages: said, stream: false, options: { num_predict: 50 } },
  answer: { ...ollamaHead, message: { role: 'assistant', content: text }, ...ollamaEnd },
  stream: {
    type: 'application/x-ndjson',
    text: writeLines([
      { ...ollamaHead, message: { role: 'assistant', content: text }, done: false },
      { ...ollamaHead, message: { role: 'assistant', content: '' }, ...ollamaEnd },
    ]),
  },
  told: { cached: 0 },
};
const ollamaGenerate: DialectCall = {
  name: 'ollama-generate',
  path: '/api/generate',
  body: {
    model: 'llama-test',
    prompt: 'Is all well?',
    stream: false,
    options: { num_predict: 50 },
  },
  answer: { ...ollamaHead, response: text, ...ollamaEnd },
  stream: {
    type: 'application/x-ndjson',
    text: writeLines([
      { ...ollamaHead, response: text, done: false },
      { ...ollamaHead, response: '', ...ollamaEnd },
    ]),
  },
  told: { cached: 0 },
};

const completionHead = {
  id: 'cmpl-1',
  object: 'text_completion',
  created: 1_700_000_000,
  model: 'gpt-test',
};
const completion = { text, index: 0, logprobs: null, finish_reason: 'stop' };
const completions: DialectCall = {
  name: 'openai-completions',
  path: '/v1/completions',
  body: { model: 'gpt-test', prompt: 'Is all well?', max_tokens: 50 },
  streamBody: { stream: true, stream_options: { include_usage: true } },
  answer: { ...completionHead, choices: [completion], usage: chatUsage },
  stream: {
    type: 'text/event-stream',
    text:
      writeData([
        { ...completionHead, choices: [{ ...completion, finish_reason: null }] },
        { ...completionHead, choices: [{ ...completion, text: '' }] },
        { ...completionHead, choices: [], usage: chatUsage },
      ]) + 'data: [DONE]\n\n',
  },
};

const embeddings: DialectCall = {
  name: 'openai-embeddings',
  path: '/v1/embeddings',
  body: { model: 'gpt-test', input: 'Is all well?' },
  answer: {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }],
    model: 'gpt-test',
    usage: { prompt_tokens: 100, total_tokens: 100 },
  },
  told: { cached: 0, output: 0 },
};
const ollamaEmbed: DialectCall = {
  name: 'ollama-embed',
  path: '/api/embed',
  body: { model: 'llama-test', input: 'Is all well?' },
  answer: { model: 'llama-test', embeddings: [[0.1, 0.2]], prompt_eval_count: 100 },
  told: { cached: 0, output: 0 },
};

export const dialectCalls: readonly DialectCall[] = [
  ...[chat, responses, completions, embeddings],
  ...[messages, gemini, ollamaChat, ollamaGenerate, ollamaEmbed],
];

/** Answers each call as its provider would. */
export const answerInKind: Script = ({ url, body }, response) => {
  const known = dialectCalls.find(
    ({ path, streamPath }) => path.endsWith(bare(url)) || streamPath?.split('?')[0] === bare(url),
  );
  if (known === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const { stream, answer, streamPath } = known;
  const asked = JSON.parse(body.toString()) as { stream?: boolean };
  const streams = asked.stream === true || streamPath?.split('?')[0] === bare(url);
  if (streams && stream !== undefined) {
    response.writeHead(200, { 'content-type': stream.type });
    response.end(stream.text);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
};

function bare(url: string): string {
  return url.split('?')[0] ?? '';
}
