import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  streamText,
  tool,
  type ToolSet,
} from 'ai';
import { type Client, describeClients, type Make, weather } from '../support/client-matrix.ts';

const tools: ToolSet = {
  [weather.name]: tool({
    description: weather.description,
    inputSchema: jsonSchema<{ input: string }>(weather.schema),
  }),
};

type Calls = readonly { readonly toolName: string; readonly input: unknown }[];

const toCalled = ([call]: Calls) => ({
  name: call?.toolName ?? '',
  input: (call?.input as { readonly input: string }).input,
});

/** What an upstream says in a stream comes as the very object that it sent. */
function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(JSON.stringify(error));
}

/** A stream tells its faults apart from its promises, which only say that there is nothing. */
async function collect(
  model: LanguageModel,
  prompt: string,
  signal: AbortSignal | undefined,
  retries: 0 | undefined,
): Promise<[string, string]> {
  let [text, end] = ['', ''];
  const { fullStream } = streamText({
    model,
    prompt,
    onError: () => undefined,
    ...(retries !== undefined && { maxRetries: retries }),
    ...(signal && { abortSignal: signal }),
  });
  for await (const part of fullStream) {
    if (part.type === 'error') throw toError(part.error);
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'finish') end = part.finishReason;
  }
  return [text, end];
}

function makeOf(open: (url: string, key: string) => LanguageModel): Make {
  return (url, key, retries): Client => {
    const model = open(url, key);
    const common = { model, ...(retries === undefined ? {} : { maxRetries: retries }) };
    const insist = { ...common, tools, toolChoice: 'required' as const };
    return {
      statusOf: (error) => (APICallError.isInstance(error) ? error.statusCode : undefined),
      say: async (prompt) => (await generateText({ ...common, prompt })).text,
      stream: (prompt, signal) => collect(model, prompt, signal, retries),
      call: async (prompt) => toCalled((await generateText({ ...insist, prompt })).toolCalls),
      streamCall: async (prompt) => toCalled(await streamText({ ...insist, prompt }).toolCalls),
    };
  };
}

describeClients([
  [
    'ai with @ai-sdk/openai, Responses',
    makeOf((url, apiKey) => createOpenAI({ baseURL: `${url}/v1`, apiKey })('gpt-test')),
  ],
  [
    'ai with @ai-sdk/openai, chat completions',
    makeOf((url, apiKey) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat('gpt-test')),
  ],
  [
    'ai with @ai-sdk/anthropic',
    makeOf((url, apiKey) => createAnthropic({ baseURL: `${url}/v1`, apiKey })('claude-test')),
  ],
  [
    'ai with @ai-sdk/google',
    makeOf((url, apiKey) =>
      createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })('gemini-test'),
    ),
  ],
]);
