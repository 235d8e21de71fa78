import { Ollama } from 'ollama';
import { type Client, describeClients, type Make, weather } from '../support/client-matrix.ts';

const model = 'llama-test';

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || error.name !== 'ResponseError') return undefined;
  return 'status_code' in error ? Number(error.status_code) : undefined;
}

const open = (url: string, key: string): Ollama =>
  new Ollama({ host: url, headers: { authorization: `Bearer ${key}` } });

/** It names the tool in the prompt: Ollama has no way to insist on one. */
const tools = [
  {
    type: 'function',
    function: {
      name: weather.name,
      description: weather.description,
      parameters: weather.schema,
    },
  },
];

type Calls = { readonly function: { readonly name: string; readonly arguments: object } }[];

const toCalled = (calls: Calls | undefined) => {
  const { name, arguments: given } = calls?.[0]?.function ?? { name: '', arguments: {} };
  const { input } = given as { readonly input?: string };
  // The sandbox repeats the whole prompt, which had to name the tool.
  return { name, input: (input ?? '').replace(/^use weather: /, '') };
};

const chat: Make = (url, key): Client => {
  const client = open(url, key);
  const ask = (content: string) => ({ model, messages: [{ role: 'user', content }] });
  const withTool = (prompt: string) => ({ ...ask(`use weather: ${prompt}`), tools });
  return {
    statusOf,
    say: async (prompt) => (await client.chat(ask(prompt))).message.content,
    stream: async (prompt, signal) => {
      let [text, end] = ['', ''];
      // It aborts only what has begun to arrive, so it is told until there is something.
      let timer: NodeJS.Timeout | undefined;
      signal?.addEventListener('abort', () => (timer = setInterval(() => client.abort(), 20)));
      try {
        for await (const line of await client.chat({ ...ask(prompt), stream: true })) {
          text += line.message.content;
          end = line.done_reason;
        }
      } finally {
        clearInterval(timer);
      }
      return [text, end];
    },
    call: async (prompt) => toCalled((await client.chat(withTool(prompt))).message.tool_calls),
    streamCall: async (prompt) => {
      let called = { name: '', input: '' };
      for await (const line of await client.chat({ ...withTool(prompt), stream: true }))
        if (line.message.tool_calls !== undefined) called = toCalled(line.message.tool_calls);
      return called;
    },
  };
};

describeClients([['ollama', chat]]);
