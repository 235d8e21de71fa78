/** The built-in upstream: a model that repeats what it is told, in every format, so that the whole path works without a provider. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerAnthropicModels, answerCount, answerMessages } from './anthropic.ts';
import {
  answerBatchEmbed,
  answerEmbed,
  answerGeminiCount,
  answerGeminiModels,
  answerGenerate,
  answerStream,
} from './gemini.ts';
import {
  answerOllamaChat,
  answerOllamaEmbed,
  answerOllamaGenerate,
  answerShow,
  answerTags,
  answerVersion,
} from './ollama.ts';
import { answerChat } from './openai-chat.ts';
import { answerCompletion } from './openai-completions.ts';
import { answerModels } from './openai-models.ts';
import {
  answerEmbeddings,
  answerImages,
  answerModerations,
  answerSpeech,
} from './openai-others.ts';
import { answerResponse } from './openai-responses.ts';
import { writeJson, type Handler } from './reply.ts';

export type Sandbox = {
  /** `http://127.0.0.1:<port>`, without a version. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Two formats share these paths; Anthropic's clients name a version. */
const answerAnyModels: Handler = (body, response, call) =>
  (call.headers['anthropic-version'] === undefined ? answerModels : answerAnthropicModels)(
    body,
    response,
    call,
  );

/** `*` stands for the model, whatever its name. */
const handlers: ReadonlyMap<string, Handler> = new Map([
  ['POST /v1/chat/completions', answerChat],
  ['POST /v1/responses', answerResponse],
  ['POST /v1/completions', answerCompletion],
  ['POST /v1/embeddings', answerEmbeddings],
  ['POST /v1/moderations', answerModerations],
  ['POST /v1/images/generations', answerImages],
  ['POST /v1/audio/speech', answerSpeech],
  ['GET /v1/models', answerAnyModels],
  ['GET /v1/models/sandbox', answerAnyModels],
  ['POST /v1/messages', answerMessages],
  ['POST /v1/messages/count_tokens', answerCount],
  ['GET /v1beta/models', answerGeminiModels],
  ['GET /v1beta/models/sandbox', answerGeminiModels],
  ['POST /v1beta/models/*:generateContent', answerGenerate],
  ['POST /v1beta/models/*:streamGenerateContent', answerStream],
  ['POST /v1beta/models/*:countTokens', answerGeminiCount],
  ['POST /v1beta/models/*:embedContent', answerEmbed],
  ['POST /v1beta/models/*:batchEmbedContents', answerBatchEmbed],
  ['POST /api/chat', answerOllamaChat],
  ['POST /api/generate', answerOllamaGenerate],
  ['POST /api/embed', answerOllamaEmbed],
  ['POST /api/show', answerShow],
  ['GET /api/tags', answerTags],
  ['GET /api/version', answerVersion],
]);

/** Its only caller is the gateway, which bounds what it sends; the bound here is for anybody else on the machine. */
const bodyBytesMax = 64 * 1024 * 1024;

export async function createSandbox(): Promise<Sandbox> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Of this process alone, whoever else serves on the gateway's address.
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sandbox has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readAll(request);
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  const pattern = path.replace(/^(\/v1beta\/models\/)[^/:]+:/, '$1*:');
  const handler = handlers.get(`${request.method ?? ''} ${pattern}`);
  if (handler === undefined) {
    writeJson(response, 404, { error: { message: 'the sandbox does not offer this path' } });
    return;
  }
  const value: unknown = body.length === 0 ? undefined : JSON.parse(body.toString('utf8'));
  const { headers } = request;
  await handler(value, response, { path, query: new URLSearchParams(search), headers });
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk as Buffer);
    length += bytes.length;
    if (length > bodyBytesMax) throw new Error('the body is too large for the sandbox');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, length);
}
