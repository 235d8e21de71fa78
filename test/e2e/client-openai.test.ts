import OpenAI from 'openai';
import { type Client, describeClients, type Make, weather } from '../support/client-matrix.ts';

const model = 'gpt-test';
const statusOf = (error: unknown): number | undefined =>
  error instanceof OpenAI.APIError ? (error.status as number | undefined) : undefined;

const open = (url: string, key: string, retries?: 0): OpenAI =>
  new OpenAI({
    baseURL: `${url}/v1`,
    apiKey: key,
    ...(retries !== undefined && { maxRetries: retries }),
  });

const readInput = (text: string): string => (JSON.parse(text) as { input: string }).input;

const tool = {
  type: 'function' as const,
  function: { name: weather.name, description: weather.description, parameters: weather.schema },
};

const chat: Make = (url, key, retries): Client => {
  const { completions } = open(url, key, retries).chat;
  const ask = (content: string) => ({ model, messages: [{ role: 'user' as const, content }] });
  const withTool = (prompt: string) => ({
    ...ask(prompt),
    tools: [tool],
    tool_choice: 'required' as const,
  });
  const toCalled = (completion: OpenAI.ChatCompletion) => {
    const [call] = completion.choices[0]?.message.tool_calls ?? [];
    if (call?.type !== 'function') throw new Error('no call');
    return { name: call.function.name, input: readInput(call.function.arguments) };
  };
  return {
    statusOf,
    say: async (prompt) =>
      (await completions.create(ask(prompt))).choices[0]?.message.content ?? '',
    stream: async (prompt, signal) => {
      let [text, end] = ['', ''];
      const chunks = await completions.create({ ...ask(prompt), stream: true }, { signal });
      for await (const { choices } of chunks) {
        text += choices[0]?.delta.content ?? '';
        end = choices[0]?.finish_reason ?? end;
      }
      return [text, end];
    },
    call: async (prompt) => toCalled(await completions.create(withTool(prompt))),
    streamCall: async (prompt) =>
      toCalled(await completions.stream(withTool(prompt)).finalChatCompletion()),
  };
};

const responses: Make = (url, key, retries): Client => {
  const client = open(url, key, retries).responses;
  const withTool = (input: string) => ({
    model,
    input,
    tools: [
      { type: 'function' as const, strict: false, parameters: weather.schema, name: weather.name },
    ],
    tool_choice: 'required' as const,
  });
  const toCalled = ({
    output,
  }: {
    readonly output: readonly OpenAI.Responses.ResponseOutputItem[];
  }) => {
    const [call] = output;
    if (call?.type !== 'function_call') throw new Error('no call');
    return { name: call.name, input: readInput(call.arguments) };
  };
  return {
    statusOf,
    say: async (input) => (await client.create({ model, input })).output_text,
    stream: async (input, signal) => {
      let [text, end] = ['', ''];
      for await (const event of await client.create({ model, input, stream: true }, { signal })) {
        if (event.type === 'response.output_text.delta') text += event.delta;
        end = event.type;
      }
      return [text, end];
    },
    call: async (input) => toCalled(await client.create(withTool(input))),
    streamCall: async (input) => toCalled(await client.stream(withTool(input)).finalResponse()),
  };
};

/** The helper checks what comes behind what, and that it is all one answer. */
const helped: Make = (url, key, retries): Client => ({
  ...responses(url, key, retries),
  stream: async (input, signal) => {
    const stream = open(url, key, retries).responses.stream({ model, input }, { signal });
    let text = '';
    stream.on('response.output_text.delta', ({ delta }) => (text += delta));
    const { status, incomplete_details } = await stream.finalResponse();
    return [text, incomplete_details?.reason ?? status ?? ''];
  },
});

describeClients([
  ['openai, chat completions', chat],
  ['openai, Responses', responses],
  ['openai, Responses by its helper', helped],
]);
