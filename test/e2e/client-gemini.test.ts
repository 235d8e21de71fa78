import { ApiError, FunctionCallingConfigMode, GoogleGenAI } from '@google/genai';
import { type Client, describeClients, type Make, weather } from '../support/client-matrix.ts';

const gemini: Make = (url, key): Client => {
  const { models } = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
  const ask = (contents: string) => ({ model: 'gemini-test', contents });
  const withTool = (prompt: string) => ({
    ...ask(prompt),
    config: {
      tools: [
        {
          functionDeclarations: [
            {
              name: weather.name,
              description: weather.description,
              parametersJsonSchema: weather.schema,
            },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } },
    },
  });
  const toCalled = (
    calls: readonly { name?: string; args?: Record<string, unknown> }[] | undefined,
  ) => ({ name: calls?.[0]?.name ?? '', input: String(calls?.[0]?.args?.['input']) });
  return {
    statusOf: (error) => (error instanceof ApiError ? error.status : undefined),
    say: async (prompt) => (await models.generateContent(ask(prompt))).text ?? '',
    stream: async (prompt, signal) => {
      let [text, end] = ['', ''];
      const config = signal === undefined ? {} : { abortSignal: signal };
      for await (const chunk of await models.generateContentStream({ ...ask(prompt), config })) {
        text += chunk.text ?? '';
        end = chunk.candidates?.[0]?.finishReason ?? end;
      }
      return [text, end];
    },
    call: async (prompt) =>
      toCalled((await models.generateContent(withTool(prompt))).functionCalls),
    streamCall: async (prompt) => {
      let called = { name: '', input: '' };
      for await (const chunk of await models.generateContentStream(withTool(prompt)))
        if (chunk.functionCalls !== undefined) called = toCalled(chunk.functionCalls);
      return called;
    },
  };
};

describeClients([['@google/genai', gemini]]);
