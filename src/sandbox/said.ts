/** What the sandbox says, whatever the format: it repeats the last text, or calls the tool that it is told to. */
import { valueFor } from './by-schema.ts';
import { readList, readRecord } from './reply.ts';

type Arguments = Readonly<Record<string, unknown>>;
export type Said =
  { readonly content: string } | { readonly tool: string; readonly args: Arguments };

/** A tool that is offered, and what its arguments must look like. */
export type Tool = { readonly name: unknown; readonly schema: unknown };

/** How an answer is to be written; `{}` for any JSON, and nothing for words. */
export type Form = Readonly<Record<string, unknown>> | undefined;

/** What is asked of it beside the last text: to call this one of the tools, to answer in this form. */
type Wish = { readonly tool?: unknown; readonly tools?: readonly Tool[]; readonly form?: Form };

export function say(last: string, { tool, tools = [], form }: Wish = {}): Said {
  const content = `You said: ${last}`;
  if (typeof tool === 'string') {
    const args = readRecord(valueFor(tools.find(({ name }) => name === tool)?.schema, last));
    // A tool that names no arguments is told what was said all the same.
    return { tool, args: Object.keys(args).length === 0 ? { input: last } : args };
  }
  if (form === undefined) return { content };
  const value = Object.keys(form).length === 0 ? { content } : valueFor(form, last);
  return { content: JSON.stringify(value) };
}

export function argumentsOf(said: Said): string {
  return 'tool' in said ? JSON.stringify(said.args) : '';
}

/** What is counted of it. */
export function wordsOf(said: Said): string {
  return 'content' in said ? said.content : argumentsOf(said);
}

/** A schema or `json_object`, as OpenAI's two formats ask for them. */
export function readForm(type: unknown, schema: unknown): Form {
  if (type === 'json_object') return {};
  return type === 'json_schema' ? readRecord(schema) : undefined;
}

/** The text of a content: a string, or those of a list of blocks or parts that are texts. */
export function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  return readList(content)
    .map((item) => readRecord(item).text)
    .filter((text) => typeof text === 'string')
    .join(' ');
}

/** The same vector for the same text, and of length one. */
export function embed(text: string): number[] {
  const vector = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const slot = at % vector.length;
    vector[slot] = ((vector[slot] ?? 0) * 31 + text.charCodeAt(at)) % 997;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
