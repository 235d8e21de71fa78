/** What the pinned clients' own type declarations have a text for is on the map: in requests, answers and streams. */
import { describe, expect, test } from '@jest/globals';
import { anthropicCountTokens } from '../../../../src/proxy/dialects/anthropic-count-tokens.ts';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import type { Asked, Dialect } from '../../../../src/proxy/dialects/dialect.ts';
import { geminiGenerate, geminiStream } from '../../../../src/proxy/dialects/gemini-generate.ts';
import { ollamaChat, ollamaGenerate } from '../../../../src/proxy/dialects/ollama-generation.ts';
import {
  ollamaEmbed,
  ollamaShow,
  ollamaTags,
} from '../../../../src/proxy/dialects/ollama-models.ts';
import { openaiChat } from '../../../../src/proxy/dialects/openai-chat.ts';
import { openaiCompletions } from '../../../../src/proxy/dialects/openai-completions.ts';
import { openaiEmbeddings } from '../../../../src/proxy/dialects/openai-embeddings.ts';
import { openaiImages } from '../../../../src/proxy/dialects/openai-images.ts';
import { openaiModerations } from '../../../../src/proxy/dialects/openai-moderations.ts';
import { openaiResponses } from '../../../../src/proxy/dialects/openai-responses.ts';
import { openaiSpeech } from '../../../../src/proxy/dialects/openai-speech.ts';
import { readDeclared, type DeclaredPlace } from '../../../support/declared-types.ts';
import { readFrames, toJson, type Seen } from '../../../support/wire.ts';

const messages = [{ role: 'user', content: 'hi' }];
const chat = { model: 'm', messages };
const prompt = { model: 'm', prompt: 'hi' };
const input = { model: 'm', input: 'hi' };
const contents = [{ parts: [{ text: 'hi' }] }];

type Format = {
  readonly dialect: Dialect;
  /** The type of a request, of an answer, of what a stream says at a time. */
  readonly types: readonly [request: string, answer?: string, frame?: string];
  readonly least: object;
  /** What the client makes for itself and no server says or reads. */
  readonly own?: RegExp;
};

const resources = (of: string, path: string): string => `import('${of}/resources/${path}.mjs')`;
const completions = resources('openai', 'chat/completions');
const responses = resources('openai', 'responses/responses');
const all = resources('openai', 'index');
const anthropic = resources('@anthropic-ai/sdk', 'messages/messages');
const beta = resources('@anthropic-ai/sdk', 'beta/messages/messages');
const google = "import('@google/genai')";
const ollama = "import('ollama')";
const geminiRequest =
  `{ contents: ${google}.Content[]; systemInstruction: ${google}.Content; tools: ${google}.Tool[]; ` +
  `toolConfig: ${google}.ToolConfig; generationConfig: ${google}.GenerationConfig; ` +
  `safetySettings: ${google}.SafetySetting[]; modelArmorConfig: ${google}.ModelArmorConfig; ` +
  'cachedContent: string; labels: Record<string, string> }';

const formats: Readonly<Record<string, Format>> = {
  chat: {
    dialect: openaiChat,
    types: [
      `${completions}.ChatCompletionCreateParams`,
      `${completions}.ChatCompletion`,
      `${completions}.ChatCompletionChunk`,
    ],
    least: chat,
  },
  responses: {
    dialect: openaiResponses,
    types: [
      `${responses}.ResponseCreateParams`,
      `${responses}.Response`,
      `${responses}.ResponseStreamEvent`,
    ],
    least: input,
  },
  completions: {
    dialect: openaiCompletions,
    types: [`${all}.CompletionCreateParams`, `${all}.Completion`, `${all}.Completion`],
    least: prompt,
  },
  embeddings: {
    dialect: openaiEmbeddings,
    types: [`${all}.EmbeddingCreateParams`, `${all}.CreateEmbeddingResponse`],
    least: input,
  },
  moderations: {
    dialect: openaiModerations,
    types: [`${all}.ModerationCreateParams`, `${all}.ModerationCreateResponse`],
    least: input,
  },
  images: {
    dialect: openaiImages,
    types: [`${all}.ImageGenerateParams`, `${all}.ImagesResponse`, `${all}.ImageGenStreamEvent`],
    least: prompt,
  },
  speech: {
    dialect: openaiSpeech,
    types: [`${resources('openai', 'audio/speech')}.SpeechCreateParams`],
    least: { ...input, voice: 'alloy' },
  },
  messages: {
    dialect: anthropicMessages,
    types: [
      `${anthropic}.MessageCreateParams`,
      `${anthropic}.Message`,
      `${anthropic}.RawMessageStreamEvent`,
    ],
    least: { ...chat, max_tokens: 9 },
  },
  beta: {
    dialect: anthropicMessages,
    types: [
      `${beta}.MessageCreateParams`,
      `${beta}.BetaMessage`,
      `${beta}.BetaRawMessageStreamEvent`,
    ],
    least: { ...chat, max_tokens: 9 },
    // Whatever further settings a model may have that takes over.
    own: /^\.fallbacks\[\]\.any/,
  },
  count: {
    dialect: anthropicCountTokens,
    types: [`${anthropic}.MessageCountTokensParams`],
    least: chat,
  },
  gemini: {
    dialect: geminiStream,
    types: [
      geminiRequest,
      `${google}.GenerateContentResponse`,
      `${google}.GenerateContentResponse`,
    ],
    least: { contents },
    own: /^\.(?:sdkHttpResponse|automaticFunctionCallingHistory|functionCalls)|^\.(?:text|data|executableCode|codeExecutionResult)$/,
  },
  geminiPlain: {
    dialect: geminiGenerate,
    types: [geminiRequest],
    least: { contents },
  },
  ollamaChat: {
    dialect: ollamaChat,
    types: [`${ollama}.ChatRequest`, `${ollama}.ChatResponse`, `${ollama}.ChatResponse`],
    least: chat,
  },
  ollamaGenerate: {
    dialect: ollamaGenerate,
    types: [
      `${ollama}.GenerateRequest`,
      `${ollama}.GenerateResponse`,
      `${ollama}.GenerateResponse`,
    ],
    least: prompt,
  },
  ollamaEmbed: {
    dialect: ollamaEmbed,
    types: [`${ollama}.EmbedRequest`, `${ollama}.EmbedResponse`],
    least: input,
  },
  ollamaShow: {
    dialect: ollamaShow,
    types: [`${ollama}.ShowRequest`, `${ollama}.ShowResponse`],
    least: { model: 'm' },
  },
  ollamaTags: {
    dialect: ollamaTags,
    types: ['{}', `${ollama}.ListResponse`],
    least: {},
  },
};

const kinds = ['Request', 'Answer', 'Frame'] as const;
const places = readDeclared(
  Object.entries(formats)
    .flatMap(([name, { types }]) =>
      types.map((type, at) => `type ${name}${kinds[at] ?? ''} = ${type ?? '{}'};`),
    )
    .join('\n'),
);

const canary = 'canary-of-the-place';

/** Undefined where the place is on the map, and what stands in it judged or listed. */
function findFault(
  { literal, toValue, name }: DeclaredPlace,
  read: (body: object) => Seen,
): string | undefined {
  const { parts, unjudged } = read(toValue(canary) as object);
  const found = parts.filter(({ text }) => text.includes(literal ?? canary));
  if (found.some(({ mapped }) => !mapped)) return `${name} is off the map`;
  if (literal !== undefined || found.length > 0 || unjudged.length > 0) return undefined;
  return `${name} is not seen`;
}

describe.each(Object.entries(formats))('%s', (name, { dialect, least, types, own }) => {
  const ask = (more: object): Asked =>
    dialect.readRequest(dialect === ollamaTags ? undefined : toJson({ ...least, ...more }), {
      route: '',
      params: dialect.family.name === 'gemini' ? { model: 'm' } : {},
    });
  const readers: Record<(typeof kinds)[number], (body: object) => Seen> = {
    Request: ask,
    Answer: (body) => dialect.readAnswer(toJson(body), ask({})),
    Frame: (body) => {
      const [frame] = readFrames(dialect, ask({ stream: true }), [body]);
      return {
        parts: frame?.fragments.map(({ part }) => part) ?? [],
        unjudged: frame?.unjudged ?? [],
      };
    },
  };

  test.each(kinds.slice(0, types.length))('%s', (kind) => {
    const declared = places.get(`${name}${kind}`) ?? [];
    if (types[kinds.indexOf(kind)] !== '{}') expect(declared.length).toBeGreaterThan(0);
    const faults = declared
      .filter((place) => own?.test(place.name) !== true)
      .flatMap((place) => findFault(place, readers[kind]) ?? []);
    expect(faults).toEqual([]);
  });
});
