/** What the gateway governs, one line each: anything that is not on this list is refused. */
import { anthropicCountTokens } from './dialects/anthropic-count-tokens.ts';
import { anthropicMessages } from './dialects/anthropic-messages.ts';
import { anthropicModels } from './dialects/anthropic-models.ts';
import type { Dialect } from './dialects/dialect.ts';
import { geminiBatchEmbed, geminiCountTokens, geminiEmbed } from './dialects/gemini-embed.ts';
import { geminiGenerate, geminiStream, geminiStreamArray } from './dialects/gemini-generate.ts';
import { geminiModels } from './dialects/gemini-models.ts';
import { ollamaChat, ollamaGenerate } from './dialects/ollama-generation.ts';
import { ollamaEmbed, ollamaShow, ollamaTags, ollamaVersion } from './dialects/ollama-models.ts';
import { openaiChat } from './dialects/openai-chat.ts';
import { openaiCompletions } from './dialects/openai-completions.ts';
import { openaiEmbeddings } from './dialects/openai-embeddings.ts';
import { openaiImages } from './dialects/openai-images.ts';
import { openaiModels } from './dialects/openai-models.ts';
import { openaiModerations } from './dialects/openai-moderations.ts';
import { openaiResponses } from './dialects/openai-responses.ts';
import { openaiSpeech } from './dialects/openai-speech.ts';

export type Operation = {
  readonly method: 'GET' | 'POST';
  /** `:name` stands for one segment. */
  readonly path: string;
  /** Behind the upstream's base URL, which for openai holds the `/v1` already. */
  readonly upstreamPath: string;
  readonly dialect: Dialect;
  /** Query parameters that may be given and are passed on; others are refused. */
  readonly query?: readonly string[];
  /** Where two formats share a path: how this one's clients are known. */
  readonly when?: When;
};

/** By a header that they send, or by what they say in a query parameter. */
export type When =
  | { readonly header: string }
  /** In any of these, which say the same. */
  | { readonly parameters: readonly string[]; readonly is: string };

type More = Pick<Operation, 'query' | 'when'>;

function post(path: string, upstreamPath: string, dialect: Dialect, more: More = {}): Operation {
  return { method: 'POST', path, upstreamPath, dialect, ...more };
}

function get(path: string, upstreamPath: string, dialect: Dialect, more: More = {}): Operation {
  return { method: 'GET', path, upstreamPath, dialect, ...more };
}

/** The base URL holds no version, so the upstream's path is the route's own. */
function same(method: typeof post, path: string, dialect: Dialect, more?: More): Operation {
  return method(path, path, dialect, more);
}

/** Older SDKs mark calls of a beta so. */
const beta: More = { query: ['beta'] };
const anthropicPages: More = { query: ['beta', 'limit', 'after_id', 'before_id', 'page'] };
const byVersion: More = { when: { header: 'anthropic-version' } };
/** Google's servers take either name for how an answer is written. */
const alt = ['alt', '$alt'];
const json: More = { query: alt };
const events: More = { query: alt, when: { parameters: alt, is: 'sse' } };

export const operations: readonly Operation[] = [
  post('/v1/chat/completions', '/chat/completions', openaiChat),
  post('/v1/responses', '/responses', openaiResponses),
  post('/v1/completions', '/completions', openaiCompletions),
  post('/v1/embeddings', '/embeddings', openaiEmbeddings),
  post('/v1/moderations', '/moderations', openaiModerations),
  post('/v1/images/generations', '/images/generations', openaiImages),
  post('/v1/audio/speech', '/audio/speech', openaiSpeech),
  get('/v1/models', '/models', openaiModels),
  get('/v1/models/:model', '/models/:model', openaiModels),
  same(post, '/v1/messages', anthropicMessages, beta),
  same(post, '/v1/messages/count_tokens', anthropicCountTokens, beta),
  same(get, '/v1/models', anthropicModels, { ...anthropicPages, ...byVersion }),
  same(get, '/v1/models/:model', anthropicModels, { ...beta, ...byVersion }),
  same(post, '/v1beta/models/:model\\:generateContent', geminiGenerate, json),
  same(post, '/v1beta/models/:model\\:streamGenerateContent', geminiStreamArray, json),
  same(post, '/v1beta/models/:model\\:streamGenerateContent', geminiStream, events),
  same(post, '/v1beta/models/:model\\:countTokens', geminiCountTokens, json),
  same(post, '/v1beta/models/:model\\:embedContent', geminiEmbed, json),
  same(post, '/v1beta/models/:model\\:batchEmbedContents', geminiBatchEmbed, json),
  same(get, '/v1beta/models', geminiModels, { query: [...alt, 'pageSize', 'pageToken'] }),
  same(get, '/v1beta/models/:model', geminiModels, json),
  same(post, '/api/chat', ollamaChat),
  same(post, '/api/generate', ollamaGenerate),
  same(post, '/api/embed', ollamaEmbed),
  same(post, '/api/show', ollamaShow),
  same(get, '/api/tags', ollamaTags),
  same(get, '/api/version', ollamaVersion),
];

function deployed(path: string, dialect: Dialect): Operation {
  return post(`/openai/deployments/:model${path}`, path, dialect);
}

/** Azure's form of the same operations, most of which name the model in the path. */
export const azureOperations: readonly Operation[] = [
  deployed('/chat/completions', openaiChat),
  deployed('/completions', openaiCompletions),
  deployed('/embeddings', openaiEmbeddings),
  deployed('/images/generations', openaiImages),
  deployed('/audio/speech', openaiSpeech),
  post('/openai/responses', '/responses', openaiResponses),
  get('/openai/models', '/models', openaiModels),
  get('/openai/models/:model', '/models/:model', openaiModels),
];
