/** Answers OpenAI chat completions, plain and streamed: it repeats the last message, or calls the tool it is told to. */
import type { ServerResponse } from 'node:http';
import {
  countTokens,
  createdAt,
  modelName,
  readList,
  readRecord,
  startEvents,
  toPieces,
  writeEvent,
  writeJson,
  type Handler,
} from './reply.ts';
import { argumentsOf, readForm, readText, say, wordsOf, type Said } from './said.ts';

const choicesMax = 8;

export const answerChat: Handler = async (value, response) => {
  const body = readRecord(value);
  const prompt = readList(body.messages).map((turn) => readText(readRecord(turn).content));
  const said = decide(body, prompt.at(-1) ?? '');
  const count = Math.min(choicesMax, Math.max(1, Number(body.n ?? 1) || 1));
  const usage = toUsage(prompt.join(' '), said, count);
  if (body.stream === true) {
    const wantsUsage = readRecord(body.stream_options).include_usage === true;
    await stream(response, said, count, wantsUsage ? usage : undefined);
    return;
  }
  writeJson(response, 200, {
    ...head('chat.completion'),
    choices: Array.from({ length: count }, (_, index) => toChoice(said, index)),
    usage,
  });
};

function head(object: string): Readonly<Record<string, unknown>> {
  return { id: 'chatcmpl-sandbox', object, created: createdAt, model: modelName };
}

/** A tool is called when the request insists on one. */
function decide(body: Readonly<Record<string, unknown>>, last: string): Said {
  const named = readRecord(readRecord(body.tool_choice).function).name;
  const tools = readList(body.tools).map((tool) => {
    const { name, parameters: schema } = readRecord(readRecord(tool).function);
    return { name, schema };
  });
  const format = readRecord(body.response_format);
  return say(last, {
    tool: named ?? (body.tool_choice === 'required' ? tools[0]?.name : undefined),
    tools,
    form: readForm(format.type, readRecord(format.json_schema).schema),
  });
}

function toUsage(prompt: string, said: Said, count: number): Readonly<Record<string, number>> {
  const input = countTokens(prompt);
  const output = count * countTokens(wordsOf(said));
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function toChoice(said: Said, index: number): unknown {
  const base = { role: 'assistant', refusal: null };
  if ('content' in said) {
    const message = { ...base, content: said.content };
    return { index, message, logprobs: null, finish_reason: 'stop' };
  }
  const call = {
    id: `call_sandbox_${index}`,
    type: 'function',
    function: { name: said.tool, arguments: argumentsOf(said) },
  };
  const message = { ...base, content: null, tool_calls: [call] };
  return { index, message, logprobs: null, finish_reason: 'tool_calls' };
}

async function stream(
  response: ServerResponse,
  said: Said,
  count: number,
  usage: unknown,
): Promise<void> {
  startEvents(response);
  const write = (index: number, delta: unknown, finish: string | null = null): Promise<void> => {
    const choices = [{ index, delta, logprobs: null, finish_reason: finish }];
    return writeEvent(response, JSON.stringify({ ...head('chat.completion.chunk'), choices }));
  };
  for (let index = 0; index < count; index += 1) {
    const isText = 'content' in said;
    await write(index, { role: 'assistant', content: isText ? '' : null });
    for (const delta of toDeltas(said, index)) await write(index, delta);
    await write(index, {}, isText ? 'stop' : 'tool_calls');
  }
  if (usage !== undefined) {
    const last = { ...head('chat.completion.chunk'), choices: [], usage };
    await writeEvent(response, JSON.stringify(last));
  }
  await writeEvent(response, '[DONE]');
  response.end();
}

function toDeltas(said: Said, index: number): unknown[] {
  if ('content' in said) return toPieces(said.content).map((content) => ({ content }));
  const named = { id: `call_sandbox_${index}`, type: 'function' };
  return [
    { tool_calls: [{ index: 0, ...named, function: { name: said.tool, arguments: '' } }] },
    ...toPieces(argumentsOf(said)).map((piece) => ({
      tool_calls: [{ index: 0, function: { arguments: piece } }],
    })),
  ];
}
