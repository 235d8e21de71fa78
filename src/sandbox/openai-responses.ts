/** Answers OpenAI Responses, plain and streamed: it repeats the last input, or calls the tool it is told to. */
import type { ServerResponse } from 'node:http';
import {
  countTokens,
  createdAt,
  modelName,
  readList,
  readRecord,
  startEvents,
  toPieces,
  writeJson,
  writeText,
  type Handler,
} from './reply.ts';
import { argumentsOf, readForm, readText, say, wordsOf, type Said } from './said.ts';

type Body = Readonly<Record<string, unknown>>;

export const answerResponse: Handler = async (value, response) => {
  const body = readRecord(value);
  const texts =
    typeof body.input === 'string'
      ? [body.input]
      : readList(body.input).map((item) => readText(readRecord(item).content));
  const tools = readList(body.tools).map((tool) => {
    const { name, parameters: schema } = readRecord(tool);
    return { name, schema };
  });
  const tool = body.tool_choice === 'required' ? tools[0]?.name : readRecord(body.tool_choice).name;
  const format = readRecord(readRecord(body.text).format);
  const form = readForm(format.type, format.schema);
  const said = say(texts.at(-1) ?? '', { tool, tools, form });
  const prompt = [readText(body.instructions), ...texts].join(' ');
  const whole = toResponse(body, [toItem(said)], toUsage(prompt, said));
  if (body.stream === true) await stream(response, said, toResponse(body), whole);
  else writeJson(response, 200, whole);
};

function toUsage(prompt: string, said: Said): Body {
  const input_tokens = countTokens(prompt);
  const output_tokens = countTokens(wordsOf(said));
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
}

function toResponse(body: Body, output: readonly Body[] = [], usage: Body | null = null): Body {
  return {
    id: 'resp_sandbox',
    object: 'response',
    created_at: createdAt,
    status: usage === null ? 'in_progress' : 'completed',
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    metadata: {},
    model: modelName,
    output,
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: null,
    usage,
  };
}

function toItem(said: Said): Body {
  if ('content' in said)
    return {
      id: 'msg_sandbox',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [toPart(said.content)],
    };
  return {
    id: 'fc_sandbox',
    type: 'function_call',
    call_id: 'call_sandbox',
    name: said.tool,
    arguments: argumentsOf(said),
    status: 'completed',
  };
}

function toPart(text: string): Body {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

async function stream(
  response: ServerResponse,
  said: Said,
  begun: Body,
  whole: Body,
): Promise<void> {
  startEvents(response);
  let sequence_number = 0;
  const write = async (type: string, rest: Body): Promise<void> => {
    const event = JSON.stringify({ type, sequence_number, ...rest });
    sequence_number += 1;
    await writeText(response, `event: ${type}\ndata: ${event}\n\n`);
  };
  const item = toItem(said);
  const place = { item_id: item.id, output_index: 0 };
  await write('response.created', { response: begun });
  await write('response.in_progress', { response: begun });
  const open = 'content' in said ? { content: [] } : { arguments: '' };
  await write('response.output_item.added', {
    output_index: 0,
    item: { ...item, ...open, status: 'in_progress' },
  });
  if ('content' in said) await writeMessage(write, place, said.content);
  else {
    const text = argumentsOf(said);
    for (const delta of toPieces(text))
      await write('response.function_call_arguments.delta', { ...place, delta });
    const done = { ...place, name: said.tool, arguments: text };
    await write('response.function_call_arguments.done', done);
  }
  await write('response.output_item.done', { output_index: 0, item });
  await write('response.completed', { response: whole });
  response.end();
}

async function writeMessage(
  write: (type: string, rest: Body) => Promise<void>,
  item: Body,
  text: string,
): Promise<void> {
  const place = { ...item, content_index: 0 };
  await write('response.content_part.added', { ...place, part: toPart('') });
  for (const delta of toPieces(text))
    await write('response.output_text.delta', { ...place, delta, logprobs: [] });
  await write('response.output_text.done', { ...place, text, logprobs: [] });
  await write('response.content_part.done', { ...place, part: toPart(text) });
}
