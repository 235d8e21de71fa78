/** A request of every route that can be explained or replayed, with a text of one's choice in it. */

export type SpecimenRow = {
  readonly route: string;
  readonly dialect: string;
  /** Where the text stands, as a JSON Pointer. */
  readonly pointer: string;
  readonly body: (text: string) => Record<string, unknown>;
};

const model = 'm';
const messages = (content: unknown) => [{ role: 'user', content }];
const contents = (text: string) => [{ role: 'user', parts: [{ text }] }];
const azure = '/openai/deployments/{model}';
const gemini = '/v1beta/models/{model}';

export const specimens: readonly SpecimenRow[] = [
  {
    route: '/v1/chat/completions',
    dialect: 'openai-chat',
    pointer: '/messages/0/content',
    body: (text) => ({ model, messages: messages(text) }),
  },
  {
    route: `${azure}/chat/completions`,
    dialect: 'openai-chat',
    pointer: '/messages/0/content/0/text',
    body: (text) => ({ messages: messages([{ type: 'text', text }]) }),
  },
  {
    route: `${azure}/completions`,
    dialect: 'openai-completions',
    pointer: '/prompt/0',
    body: (prompt) => ({ prompt: [prompt], max_tokens: 9 }),
  },
  {
    route: `${azure}/embeddings`,
    dialect: 'openai-embeddings',
    pointer: '/input',
    body: (input) => ({ input }),
  },
  {
    route: `${azure}/images/generations`,
    dialect: 'openai-images',
    pointer: '/prompt',
    body: (prompt) => ({ prompt, n: 1 }),
  },
  {
    route: `${azure}/audio/speech`,
    dialect: 'openai-speech',
    pointer: '/input',
    body: (input) => ({ input, voice: 'alloy' }),
  },
  {
    route: '/openai/responses',
    dialect: 'openai-responses',
    pointer: '/input',
    body: (input) => ({ model, input }),
  },
  {
    route: '/v1/responses',
    dialect: 'openai-responses',
    pointer: '/input/0/content/0/text',
    body: (text) => ({ model, input: messages([{ type: 'input_text', text }]) }),
  },
  {
    route: '/v1/completions',
    dialect: 'openai-completions',
    pointer: '/prompt',
    body: (prompt) => ({ model, prompt, max_tokens: 9, logprobs: 1 }),
  },
  {
    route: '/v1/embeddings',
    dialect: 'openai-embeddings',
    pointer: '/input/0',
    body: (text) => ({ model, input: [text], encoding_format: 'float' }),
  },
  {
    route: '/v1/moderations',
    dialect: 'openai-moderations',
    pointer: '/input',
    body: (input) => ({ model, input }),
  },
  {
    route: '/v1/images/generations',
    dialect: 'openai-images',
    pointer: '/prompt',
    body: (prompt) => ({ model, prompt, n: 1, size: '1024x1024' }),
  },
  {
    route: '/v1/audio/speech',
    dialect: 'openai-speech',
    pointer: '/input',
    body: (input) => ({ model, input, voice: 'alloy' }),
  },
  {
    route: '/v1/messages',
    dialect: 'anthropic-messages',
    pointer: '/messages/0/content/0/text',
    body: (text) => ({ model, max_tokens: 9, messages: messages([{ type: 'text', text }]) }),
  },
  {
    route: '/v1/messages/count_tokens',
    dialect: 'anthropic-count-tokens',
    pointer: '/messages/0/content',
    body: (text) => ({ model, messages: messages(text) }),
  },
  {
    route: `${gemini}:generateContent`,
    dialect: 'gemini-generate',
    pointer: '/contents/0/parts/0/text',
    body: (text) => ({ contents: contents(text) }),
  },
  {
    route: `${gemini}:streamGenerateContent`,
    dialect: 'gemini-stream-array',
    pointer: '/systemInstruction/parts/0/text',
    body: (text) => ({ systemInstruction: { parts: [{ text }] }, contents: contents('hi') }),
  },
  {
    route: `${gemini}:countTokens`,
    dialect: 'gemini-count-tokens',
    pointer: '/contents/0/parts/0/text',
    body: (text) => ({ contents: contents(text) }),
  },
  {
    route: `${gemini}:embedContent`,
    dialect: 'gemini-embed',
    pointer: '/content/parts/0/text',
    body: (text) => ({ content: { parts: [{ text }] } }),
  },
  {
    route: `${gemini}:batchEmbedContents`,
    dialect: 'gemini-batch-embed',
    pointer: '/requests/0/content/parts/0/text',
    body: (text) => ({ requests: [{ model: 'models/m', content: { parts: [{ text }] } }] }),
  },
  {
    route: '/api/chat',
    dialect: 'ollama-chat',
    pointer: '/messages/0/content',
    body: (text) => ({ model, messages: messages(text) }),
  },
  {
    route: '/api/generate',
    dialect: 'ollama-generate',
    pointer: '/prompt',
    body: (prompt) => ({ model, prompt }),
  },
  {
    route: '/api/embed',
    dialect: 'ollama-embed',
    pointer: '/input',
    body: (input) => ({ model, input, truncate: true }),
  },
  {
    route: '/api/show',
    dialect: 'ollama-show',
    pointer: '/system',
    body: (system) => ({ model, system }),
  },
];
