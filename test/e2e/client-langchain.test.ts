import { ChatOpenAI } from '@langchain/openai';
import { type Client, describeClients, type Make, weather } from '../support/client-matrix.ts';

const tools = [
  {
    type: 'function' as const,
    function: {
      name: weather.name,
      description: weather.description,
      parameters: weather.schema,
    },
  },
];

const make = (useResponsesApi: boolean, ...[url, key, retries]: Parameters<Make>): Client => {
  const model = new ChatOpenAI({
    model: 'gpt-test',
    apiKey: key,
    useResponsesApi,
    configuration: { baseURL: `${url}/v1` },
    ...(retries !== undefined && { maxRetries: retries }),
  });
  const insist = model.bindTools(tools, { tool_choice: weather.name });
  const toCalled = (calls: readonly { name: string; args: Record<string, unknown> }[] = []) => ({
    name: calls[0]?.name ?? '',
    input: String(calls[0]?.args['input']),
  });
  return {
    statusOf: (error) =>
      error instanceof Error && 'status' in error ? Number(error.status) : undefined,
    say: async (prompt) => (await model.invoke(prompt)).text,
    stream: async (prompt, signal) => {
      let [text, end] = ['', ''];
      for await (const chunk of await model.stream(prompt, signal && { signal })) {
        text += chunk.text;
        const told = chunk.response_metadata;
        const reason: unknown = told['finish_reason'] ?? told['status'];
        if (typeof reason === 'string') end = reason;
      }
      return [text, end];
    },
    call: async (prompt) => toCalled((await insist.invoke(prompt)).tool_calls),
    streamCall: async (prompt) => {
      let whole: Awaited<ReturnType<typeof insist.invoke>> | undefined;
      for await (const chunk of await insist.stream(prompt))
        whole = whole === undefined ? chunk : whole.concat(chunk);
      return toCalled(whole?.tool_calls);
    },
  };
};

describeClients([
  ['@langchain/openai', (...given) => make(false, ...given)],
  ['@langchain/openai by Responses', (...given) => make(true, ...given)],
]);
