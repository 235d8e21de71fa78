/** Calls of tools as objects, and the names of declared tools: what the formats that do not write arguments as text share. */
import type { ToolCall } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readArguments } from './arguments.ts';
import { readToolName } from './members.ts';
import { object, text, type Shape } from './shape.ts';

/**
 * A call whose arguments stand under `args`. A call without any is still a call: then its name carries the tool,
 * so that rules about tools meet it.
 */
export function call(args: string, others: Readonly<Record<string, Shape>>): Shape {
  const said = text('tool_call');
  return (value, sink) => {
    const record = readObject(value);
    const tool = { name: readToolName(record?.name), args: record?.[args] };
    object({
      ...others,
      name: isBare(tool.args) ? ofTool(tool, said) : said,
      [args]: (given, inside) => readArguments(tool.name, given, inside),
    })(value, sink);
  };
}

function isBare(args: unknown): boolean {
  if (typeof args === 'object' && args !== null) return Object.keys(args).length === 0;
  return (args ?? '') === '';
}

export function ofTool(tool: ToolCall, shape: Shape): Shape {
  return (value, sink) => {
    const before = sink.tool;
    sink.tool = tool;
    shape(value, sink);
    sink.tool = before;
  };
}

/** The name of a tool that the request declares. */
export const declaredName: Shape = (value, sink) => {
  if (typeof value === 'string') sink.tools.push(value);
  text('tool_definition')(value, sink);
};
