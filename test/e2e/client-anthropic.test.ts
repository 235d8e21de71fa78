import Anthropic from '@anthropic-ai/sdk';
import Anthropic2023 from 'anthropic-sdk-2023';
import { type Client, describeClients, type Make, weather } from '../support/client-matrix.ts';

const ask = (content: string) => ({
  model: 'claude-test',
  max_tokens: 99,
  messages: [{ role: 'user' as const, content }],
});

const withTool = (prompt: string) => ({
  ...ask(prompt),
  tools: [{ name: weather.name, description: weather.description, input_schema: weather.schema }],
  tool_choice: { type: 'any' as const },
});

type Message = { readonly content: readonly object[] };

function toCalled({ content }: Message): { name: string; input: string } {
  const call = content[0] as { readonly name: string; readonly input: { readonly input: string } };
  return { name: call.name, input: call.input.input };
}

/** Both generations have the same calls; only the credential and the version that they send differ. */
function makeOf(Client: typeof Anthropic): Make {
  return (url, key, retries): Client => {
    const { messages } = new Client({
      baseURL: url,
      apiKey: key,
      ...(retries !== undefined && { maxRetries: retries }),
    });
    return {
      statusOf: (error) =>
        error instanceof Client.APIError ? (error.status as number | undefined) : undefined,
      say: async (prompt) => {
        const [block] = (await messages.create(ask(prompt))).content;
        return block?.type === 'text' ? block.text : '';
      },
      stream: async (prompt, signal) => {
        let [text, end] = ['', ''];
        const events = await messages.create({ ...ask(prompt), stream: true }, { signal });
        for await (const event of events) {
          if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
            text += event.delta.text;
          if (event.type === 'message_delta') end = event.delta.stop_reason ?? '';
        }
        return [text, end];
      },
      call: async (prompt) => toCalled(await messages.create(withTool(prompt))),
      streamCall: async (prompt) =>
        toCalled(await messages.stream(withTool(prompt)).finalMessage()),
    };
  };
}

describeClients([
  ['@anthropic-ai/sdk of today', makeOf(Anthropic)],
  ['@anthropic-ai/sdk of the API of 2023', makeOf(Anthropic2023 as unknown as typeof Anthropic)],
]);
