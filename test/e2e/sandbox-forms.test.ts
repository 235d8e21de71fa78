/** Without a provider, each client gets what it asked for in a form: an answer by a schema, arguments that a tool takes. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { ChatOpenAI } from '@langchain/openai';
import {
  generateText,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  Output,
  tool,
  type ToolSet,
} from 'ai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { zodResponsesFunction, zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { shareDispatcher } from '../support/dispatcher.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';

const prompt = 'Rome in spring';
const form = z.object({
  city: z.string(),
  days: z.int().min(1).max(9),
  kind: z.enum(['short', 'long']),
  stops: z.array(z.object({ name: z.string(), by: z.iso.date().nullable() })),
});
const schema = z.toJSONSchema(form);
/** For tools of a client whose types know an older draft of the language. */
const inputSchema = jsonSchema<object>(z.toJSONSchema(form, { target: 'draft-7' }) as JSONSchema7);
const content = [{ role: 'user' as const, content: prompt }];

let gateway: RunningGateway;
beforeAll(async () => {
  shareDispatcher();
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const openai = (): OpenAI => new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: gateway.key });
const claude = (): Anthropic => new Anthropic({ baseURL: gateway.url, apiKey: gateway.key });
const llama = (): Ollama =>
  new Ollama({ host: gateway.url, headers: { authorization: `Bearer ${gateway.key}` } });
const gemini = (): GoogleGenAI =>
  new GoogleGenAI({ apiKey: gateway.key, httpOptions: { baseUrl: gateway.url } });

/** What each client reads: a value of its own making, or the text of the answer. */
const answers: Readonly<Record<string, () => Promise<unknown>>> = {
  'openai, chat': async () => {
    const response_format = zodResponseFormat(form, 'trip');
    const { choices } = await openai().chat.completions.parse({
      model: 'sandbox',
      messages: content,
      response_format,
    });
    return choices[0]?.message.parsed;
  },
  'openai, chat, streamed': async () => {
    const response_format = zodResponseFormat(form, 'trip');
    const stream = openai().chat.completions.stream({
      model: 'sandbox',
      messages: content,
      response_format,
    });
    return (await stream.finalChatCompletion()).choices[0]?.message.parsed;
  },
  'openai, responses': async () => {
    const text = { format: zodTextFormat(form, 'trip') };
    return (await openai().responses.parse({ model: 'sandbox', input: prompt, text }))
      .output_parsed;
  },
  anthropic: async () => {
    const answer = await claude().messages.create({
      model: 'sandbox',
      max_tokens: 99,
      messages: content,
      output_config: { format: { type: 'json_schema', schema } },
    });
    return readBlock(answer.content[0]);
  },
  gemini: async () => {
    const config = { responseMimeType: 'application/json', responseJsonSchema: schema };
    return (await gemini().models.generateContent({ model: 'sandbox', contents: prompt, config }))
      .text;
  },
  'ollama, chat': async () =>
    (await llama().chat({ model: 'sandbox', messages: content, format: schema })).message.content,
  'ollama, generate': async () =>
    (await llama().generate({ model: 'sandbox', prompt, format: schema })).response,
  langchain: () =>
    new ChatOpenAI({
      model: 'sandbox',
      apiKey: gateway.key,
      configuration: { baseURL: `${gateway.url}/v1` },
    })
      .withStructuredOutput(form, { name: 'trip', method: 'jsonSchema' })
      .invoke(prompt),
  ...Object.fromEntries(
    Object.entries(aiModels()).map(([name, open]) => [
      `ai, ${name}`,
      async () =>
        (await generateText({ model: open(), prompt, output: Output.object({ schema: form }) }))
          .output,
    ]),
  ),
};

function aiModels(): Readonly<Record<string, () => LanguageModel>> {
  const base = (path: string) => ({ baseURL: `${gateway.url}${path}`, apiKey: gateway.key });
  return {
    'openai, chat': () => createOpenAI(base('/v1')).chat('sandbox'),
    'openai, responses': () => createOpenAI(base('/v1')).responses('sandbox'),
    anthropic: () => createAnthropic(base('/v1'))('sandbox'),
    google: () => createGoogleGenerativeAI(base('/v1beta'))('sandbox'),
  };
}

function readBlock(block: Anthropic.ContentBlock | undefined): string {
  return block?.type === 'text' ? block.text : '';
}

describe('an answer by a schema', () => {
  test.each(Object.keys(answers))('%s', async (name) => {
    const value = await answers[name]?.();
    const read: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    expect(form.parse(read)).toMatchObject({ city: prompt, days: 1, kind: 'short' });
  });

  test('is any JSON where nothing else is said of it', async () => {
    const response_format = { type: 'json_object' as const };
    const { choices } = await openai().chat.completions.create({
      model: 'sandbox',
      messages: content,
      response_format,
    });
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({
      content: `You said: ${prompt}`,
    });
  });
});

describe('arguments that a tool takes', () => {
  test.each(Object.keys(aiModels()))('ai, %s', async (name) => {
    const model = aiModels()[name]?.();
    if (model === undefined) throw new Error('no model');
    const tools: ToolSet = {
      plan: tool({ description: 'Plans a trip.', inputSchema }),
    };
    const { toolCalls } = await generateText({ model, prompt, tools, toolChoice: 'required' });
    expect(toolCalls.map(({ input }) => form.parse(input).city)).toEqual([prompt]);
  });

  test('openai, responses', async () => {
    const tools = [zodResponsesFunction({ name: 'plan', parameters: form })];
    const { output } = await openai().responses.parse({
      model: 'sandbox',
      input: prompt,
      tools,
      tool_choice: 'required',
    });
    const [call] = output;
    if (call?.type !== 'function_call') throw new Error('no call');
    expect(form.parse(call.parsed_arguments).city).toBe(prompt);
  });
});
