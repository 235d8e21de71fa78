/** Tool definitions' names and tool calls as the OpenAI formats write them. */
import { readObject } from '../json.ts';
import { readArguments } from './arguments.ts';
import { readToolName } from './members.ts';
import { figure, list, object, type Shape, text, variant, within, word } from './shape.ts';

const metadata = text('metadata');

/** The name of a tool that the request declares. */
export const functionName: Shape = (value, sink) => {
  if (typeof value === 'string') sink.tools.push(value);
  text('tool_definition')(value, sink);
};

/** A call without arguments is still a call, so that rules about tools meet it: then its name carries it. */
const calledName: Shape = (value, sink) => {
  text('tool_call')(value, sink);
};

const calledFunction: Shape = within('tool_call', (value, sink) => {
  const record = readObject(value);
  const name = readToolName(record?.name);
  const before = sink.tool;
  const bare = (record?.arguments ?? '') === '';
  object({
    name: (said, inside) => {
      inside.tool = bare ? { name, args: {} } : before;
      calledName(said, inside);
      inside.tool = before;
    },
    arguments: (args, inside) => readArguments(name, args, inside),
  })(value, sink);
});

const calledCustom: Shape = (value, sink) => {
  const record = readObject(value);
  const before = sink.tool;
  object({
    name: calledName,
    input: (said, inside) => {
      inside.tool = { name: readToolName(record?.name), args: said };
      text('tool_call')(said, inside);
      inside.tool = before;
    },
  })(value, sink);
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

const toolCall = within('tool_call', (value, sink) => {
  (readObject(value)?.type === undefined ? untyped : typed)(value, sink);
});

export const toolCalls = list(toolCall);
