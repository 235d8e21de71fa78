/** Answers Anthropic Messages, plain and streamed, counts their tokens and lists itself. */
import type { ServerResponse } from 'node:http';
import {
  countTokens,
  modelName,
  readList,
  readRecord,
  startEvents,
  toPieces,
  writeJson,
  writeText,
  type Handler,
} from './reply.ts';
import { readForm, readText, say, wordsOf, type Said } from './said.ts';

export const answerMessages: Handler = async (value, response) => {
  const body = readRecord(value);
  const texts = readTexts(body);
  const choice = readRecord(body.tool_choice);
  const tools = readList(body.tools).map((tool) => {
    const { name, input_schema: schema } = readRecord(tool);
    return { name, schema };
  });
  const tool = choice.type === 'any' ? tools[0]?.name : choice.name;
  const format = readRecord(readRecord(body.output_config).format ?? body.output_format);
  const form = readForm(format.type, format.schema);
  const said = say(texts.at(-1) ?? '', { tool, tools, form });
  const usage = toUsage(texts, said);
  if (body.stream === true) await stream(response, said, usage);
  else
    writeJson(response, 200, {
      ...head,
      content: [toBlock(said)],
      ...toEnd(said),
      usage,
    });
};

export const answerCount: Handler = (value, response) => {
  const { input_tokens } = toUsage(readTexts(readRecord(value)), { content: '' });
  writeJson(response, 200, { input_tokens });
};

const model = {
  type: 'model',
  id: modelName,
  display_name: modelName,
  created_at: '2023-11-14T22:13:20Z',
};

export const answerAnthropicModels: Handler = (_body, response, { path }) => {
  const list = { data: [model], has_more: false, first_id: modelName, last_id: modelName };
  writeJson(response, 200, path.endsWith(`/${modelName}`) ? model : list);
};

const head = {
  id: 'msg_sandbox',
  type: 'message',
  role: 'assistant',
  model: modelName,
  container: null,
};

function readTexts(body: Readonly<Record<string, unknown>>): string[] {
  const turns = readList(body.messages).map((turn) => readText(readRecord(turn).content));
  return [readText(body.system), ...turns];
}

function toUsage(texts: readonly string[], said: Said) {
  return { input_tokens: countTokens(texts.join(' ')), output_tokens: countTokens(wordsOf(said)) };
}

function toBlock(said: Said): Readonly<Record<string, unknown>> {
  if ('content' in said) return { type: 'text', text: said.content };
  return { type: 'tool_use', id: 'toolu_sandbox', name: said.tool, input: said.args };
}

function toEnd(said: Said): Readonly<Record<string, unknown>> {
  const reason = 'content' in said ? 'end_turn' : 'tool_use';
  return { stop_reason: reason, stop_sequence: null, stop_details: null };
}

async function stream(response: ServerResponse, said: Said, usage: unknown): Promise<void> {
  startEvents(response);
  const write = (type: string, rest: Readonly<Record<string, unknown>> = {}): Promise<void> =>
    writeText(response, `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`);
  const open = { stop_reason: null, stop_sequence: null, stop_details: null };
  await write('message_start', { message: { ...head, content: [], ...open, usage } });
  const isText = 'content' in said;
  const begun = isText ? { ...toBlock(said), text: '' } : { ...toBlock(said), input: {} };
  await write('content_block_start', { index: 0, content_block: begun });
  await write('ping');
  const pieces = toPieces(wordsOf(said));
  for (const piece of pieces) {
    const delta = isText
      ? { type: 'text_delta', text: piece }
      : { type: 'input_json_delta', partial_json: piece };
    await write('content_block_delta', { index: 0, delta });
  }
  await write('content_block_stop', { index: 0 });
  await write('message_delta', { delta: { ...toEnd(said), container: null }, usage });
  await write('message_stop');
  response.end();
}
