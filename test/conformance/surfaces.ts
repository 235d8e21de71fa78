/** Every governed operation as data: its smallest request and answer, and every string path of both. */
import type { Dialect } from '../../src/proxy/dialects/dialect.ts';
import { operations } from '../../src/proxy/operations.ts';
import { readPaths, type WirePath } from '../support/paths.ts';

export type Body = Readonly<Record<string, unknown>>;

export type Surface = {
  readonly dialect: Dialect;
  readonly kind: 'plain' | 'stream';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The smallest request, and the smallest answer or frame. */
  readonly least: Body;
  readonly leastAnswer: Body;
  /** The frame that ends a stream, or the line that does. */
  readonly end: Body | string;
  readonly requests: readonly WirePath[];
  readonly answers: readonly WirePath[];
};

type Given = Partial<Omit<Surface, 'dialect'>> & { readonly path: string };

function surface(name: string, given: Given): Surface {
  const operation = operations.find((each) => each.dialect.name === name);
  if (operation === undefined) throw new Error(`there is no dialect ${name}`);
  const { dialect, method } = operation;
  const defaults = { kind: 'plain', headers: {}, least: {}, leastAnswer: {}, end: '' } as const;
  return { ...defaults, method, requests: [], answers: [], ...given, dialect };
}

/** A list that stands among others in one file, under its name. */
function pathsIn(file: string, format: string): WirePath[] {
  return readPaths(file)
    .filter(({ name }) => name.startsWith(`${format}.`))
    .map(({ name, toBody }) => ({
      name: name.slice(format.length + 1),
      toBody: (text) => toBody(text)[format] as Record<string, unknown>,
    }));
}

const others = (format: string): WirePath[] => pathsIn('others.json', format);
const openaiOthers = (format: string): WirePath[] => pathsIn('openai-others.json', format);

const model = { model: 'm' };
const streamed = { stream: true };
const messages = { ...model, messages: [] };
const claude = { ...messages, max_tokens: 9 };
const claudePaths = [
  ...readPaths('anthropic-messages-request.json'),
  ...readPaths('anthropic-messages-beta-request.json'),
];
const version = { headers: { 'anthropic-version': '2023-06-01' } };
const gemini = '/v1beta/models/m';
const geminiPaths = readPaths('gemini-generate-request.json');
const geminiAnswers = readPaths('gemini-generate-answer.json');
const geminiEnd = { candidates: [{ index: 0, finishReason: 'STOP' }] };
const counted = geminiPaths.map(({ name, toBody }) => ({
  name: `generateContentRequest.${name}`,
  toBody: (text: string) => ({ generateContentRequest: toBody(text) }),
}));

const openai: readonly Surface[] = [
  ...(['plain', 'stream'] as const).flatMap((kind) => {
    const more = kind === 'stream' ? streamed : {};
    const part = kind === 'stream' ? 'stream' : 'answer';
    return [
      surface('openai-chat', {
        kind,
        path: '/v1/chat/completions',
        least: { ...messages, ...more },
        end: '[DONE]',
        requests: readPaths('openai-chat-request.json'),
        answers: readPaths(`openai-chat-${part}.json`),
      }),
      surface('openai-responses', {
        kind,
        path: '/v1/responses',
        least: { ...model, ...more },
        leastAnswer: kind === 'stream' ? { sequence_number: 3 } : {},
        end: { type: 'response.completed', sequence_number: 9, response: {} },
        requests: readPaths('openai-responses-request.json'),
        answers: readPaths(`openai-responses-${part}.json`),
      }),
      surface('openai-completions', {
        kind,
        path: '/v1/completions',
        least: { ...model, prompt: 'p', ...more },
        end: '[DONE]',
        requests: openaiOthers('completions'),
        answers: openaiOthers('completions-answer'),
      }),
      surface('openai-images', {
        kind,
        path: '/v1/images/generations',
        least: { ...model, prompt: 'p', ...more },
        requests: openaiOthers('images'),
        end: { type: 'image_generation.completed', b64_json: 'AA' },
        answers: others(`images-${part}`),
      }),
      surface('openai-speech', {
        kind,
        path: '/v1/audio/speech',
        least: { ...model, input: 'i', ...(kind === 'stream' && { stream_format: 'sse' }) },
        end: { type: 'speech.audio.done' },
        requests: [...openaiOthers('speech'), ...openaiOthers('speech-voice')],
        answers: others(`speech-${part}`),
      }),
    ];
  }),
  surface('openai-embeddings', {
    path: '/v1/embeddings',
    least: { ...model, input: 'i' },
    requests: openaiOthers('embeddings'),
    answers: others('embeddings-answer'),
  }),
  surface('openai-moderations', {
    path: '/v1/moderations',
    least: { ...model, input: 'i' },
    requests: openaiOthers('moderations'),
    answers: others('moderations-answer'),
  }),
  surface('openai-models', {
    path: '/v1/models',
    leastAnswer: { object: 'list' },
    answers: others('openai-models-answer'),
  }),
];

const anthropic: readonly Surface[] = [
  surface('anthropic-messages', {
    path: '/v1/messages',
    least: claude,
    requests: claudePaths,
    answers: readPaths('anthropic-messages-answer.json'),
  }),
  surface('anthropic-messages', {
    kind: 'stream',
    path: '/v1/messages',
    least: { ...claude, ...streamed },
    leastAnswer: { index: 3 },
    end: { type: 'message_stop' },
    requests: claudePaths,
    answers: [
      ...readPaths('anthropic-messages-stream.json'),
      ...readPaths('anthropic-messages-beta-stream.json'),
    ],
  }),
  surface('anthropic-count-tokens', {
    path: '/v1/messages/count_tokens',
    least: messages,
    requests: claudePaths,
    answers: others('anthropic-count-answer'),
  }),
  surface('anthropic-models', {
    path: '/v1/models',
    ...version,
    leastAnswer: { data: [] },
    answers: others('anthropic-models-answer'),
  }),
];

const google: readonly Surface[] = [
  surface('gemini-generate', {
    path: `${gemini}:generateContent`,
    least: { contents: [] },
    requests: geminiPaths,
    answers: geminiAnswers,
  }),
  surface('gemini-stream', {
    kind: 'stream',
    path: `${gemini}:streamGenerateContent?alt=sse`,
    least: { contents: [] },
    end: geminiEnd,
    requests: geminiPaths,
    answers: geminiAnswers,
  }),
  surface('gemini-stream-array', {
    kind: 'stream',
    path: `${gemini}:streamGenerateContent`,
    least: { contents: [] },
    end: geminiEnd,
    requests: geminiPaths,
    answers: geminiAnswers,
  }),
  surface('gemini-count-tokens', {
    path: `${gemini}:countTokens`,
    requests: counted,
    answers: others('gemini-count-answer'),
  }),
  surface('gemini-embed', {
    path: `${gemini}:embedContent`,
    requests: others('gemini-embed'),
    answers: others('gemini-embed-answer'),
  }),
  surface('gemini-batch-embed', {
    path: `${gemini}:batchEmbedContents`,
    requests: others('gemini-batch-embed'),
    answers: others('gemini-embed-answer'),
  }),
  surface('gemini-models', {
    path: '/v1beta/models',
    leastAnswer: { models: [] },
    answers: others('gemini-models-answer'),
  }),
];

const ollama: readonly Surface[] = [
  ...(['chat', 'generate'] as const).flatMap((route) =>
    (['plain', 'stream'] as const).map((kind) =>
      surface(`ollama-${route}`, {
        kind,
        path: `/api/${route}`,
        least: {
          ...model,
          ...(route === 'chat' && { messages: [] }),
          stream: kind === 'stream',
        },
        leastAnswer: { done: kind === 'plain' },
        end: { ...model, done: true, done_reason: 'stop' },
        requests: readPaths(`ollama-${route}-request.json`),
        answers: readPaths(`ollama-${route}-answer.json`),
      }),
    ),
  ),
  surface('ollama-embed', {
    path: '/api/embed',
    least: { ...model, input: 'i' },
    requests: others('ollama-embed'),
    answers: others('ollama-embed-answer'),
  }),
  surface('ollama-show', {
    path: '/api/show',
    least: model,
    requests: others('ollama-show'),
    answers: others('ollama-show-answer'),
  }),
  surface('ollama-tags', { path: '/api/tags', answers: others('ollama-tags-answer') }),
  surface('ollama-version', { path: '/api/version', answers: others('ollama-version-answer') }),
];

export const surfaces: readonly Surface[] = [...openai, ...anthropic, ...google, ...ollama];
