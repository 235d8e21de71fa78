/** Calls of tools, of known kinds and others, and the names of declared tools: what the formats share. */
import type { ToolCall } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { parseArguments, readArguments } from './arguments.ts';
import { readToolName, readWord } from './members.ts';
import { list, object, text, unmapped, within, type Shape } from './shape.ts';
import type { Sink } from './sink.ts';

const said = text('tool_call');

/**
 * A call whose arguments stand under `args`. One that is told nothing is still a call: then its name carries the tool,
 * so that rules about tools meet it.
 */
export function call(args: string, others: Readonly<Record<string, Shape>>): Shape {
  const toShape =
    ({ name }: ToolCall): Shape =>
    (given, sink) =>
      readArguments(name, given, sink);
  return toldBy(args, others, toShape, true);
}

/** The same of a tool that takes a text, which stands under `input`. */
export function textCall(others: Readonly<Record<string, Shape>>): Shape {
  return toldBy('input', others, (tool) => ofTool(tool, said), false);
}

/** `follows`: what it is told may come behind its name, in a later frame of a stream. */
function toldBy(
  member: string,
  others: Readonly<Record<string, Shape>>,
  toShape: (tool: ToolCall) => Shape,
  follows: boolean,
): Shape {
  return (value, sink) => {
    const record = readObject(value);
    const given = record?.[member];
    const nothing = follows && given === undefined && sink.streams ? undefined : {};
    const tool = {
      name: readToolName(record?.name),
      args: (given ?? '') === '' ? nothing : given,
    };
    object({
      ...others,
      name: isBare(given) ? ofTool(tool, said) : said,
      [member]: toShape(tool),
    })(value, sink);
  };
}

/** Nothing of it need be a part that carries the tool: a text and the names of members always are. */
function isBare(given: unknown): boolean {
  if (typeof given === 'string') return given === '';
  return Object.keys(readObject(given) ?? {}).length === 0;
}

/** A call of a kind that is not known here: whatever it says, the tool is to do. */
export const strangeCall: Shape = (value, sink) => {
  const record = readObject(value) ?? {};
  const name = readToolName(record.name) || readWord(record.type).replace(/_call$/, '');
  const given = record.arguments ?? record.input ?? record.action ?? record;
  const args = typeof given === 'string' ? (parseArguments(given) ?? given) : given;
  within('tool_call', ofTool({ name, args }, unmapped))(value, sink);
};

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

/**
 * One definition of a tool. Whichever way it is written, and whether or not it is on the map, it declares something, so
 * that a rule about tools meets it: servers take more forms than any of them documents.
 */
export function declares(one: Shape): Shape {
  return (value, sink) => {
    const before = sink.tools.length;
    one(value, sink);
    if (sink.asks && sink.tools.length === before) sink.tools.push(...namesOf(value));
  };
}

/** Definitions in a list; a single one in the place of a list of one is none the less read by some servers. */
export function declaredTools(one: Shape): Shape {
  const single = declares(one);
  const all = list(single);
  return (value, sink) => (Array.isArray(value) ? all : single)(value, sink);
}

/** What it is called, itself or one level below; else its kind; else what stands in it. */
function namesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesOf);
  const record = readObject(value);
  if (record === undefined) return [];
  const named = [record, ...Object.values(record).map(readObject)].flatMap(nameIn);
  if (named.length > 0) return named;
  return typeof record.type === 'string' ? [record.type] : Object.keys(record);
}

function nameIn(record: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return typeof record?.name === 'string' ? [record.name] : [];
}

/** Declares a tool that is named by its kind alone; `brings`: as in `listBrought`. */
export function declareKind(kind: string, brings: boolean, sink: Sink): void {
  if (!sink.asks) return;
  sink.tools.push(kind);
  if (brings) listBrought(sink);
}

/** The provider runs the tool, and what it finds or works out is with the model before anybody here could see it. */
export function listBrought(sink: Sink): void {
  sink.skip('reference', 0, broughtByTool);
}

export const broughtByTool = 'what a tool of the provider brings to the model';
