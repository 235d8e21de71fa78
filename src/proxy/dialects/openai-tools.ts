/** Tool definitions' names and tool calls as the OpenAI formats write them. */
import type { ToolCall } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readArguments } from './arguments.ts';
import { readWord } from './members.ts';
import { figure, list, object, text, variant, word, type Shape } from './shape.ts';

const metadata = text('metadata');

/** The name of a tool that the request declares. */
export const functionName: Shape = (value, sink) => {
  if (typeof value === 'string') sink.tools.push(value);
  text('tool_definition')(value, sink);
};

const calledFunction: Shape = (value, sink) => {
  const name = readWord(readObject(value)?.name);
  object({
    name: text('tool_call'),
    arguments: (args, inside) => readArguments(name, args, inside),
  })(value, sink);
};

const calledCustom: Shape = (value, sink) => {
  const before = sink.tool;
  const record = readObject(value);
  const tool: ToolCall = { name: readWord(record?.name), args: record?.input };
  sink.tool = tool;
  object({ name: text('tool_call'), input: text('tool_call') })(value, sink);
  sink.tool = before;
};

/** Deprecated, but still read by models. */
export const functionCall = calledFunction;

const call = {
  id: metadata,
  index: figure,
  function: calledFunction,
  custom: calledCustom,
};

const typed = variant('type', { function: call, custom: call });
const untyped = object({ ...call, type: word('function', 'custom') });

export const toolCalls = list((value, sink) => {
  (readObject(value)?.type === undefined ? untyped : typed)(value, sink);
});
