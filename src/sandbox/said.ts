/** What the sandbox says, whatever the format: it repeats the last text, or calls the tool that it is told to. */
import { readList, readRecord } from './reply.ts';

export type Said = { readonly content: string } | { readonly tool: string; readonly input: string };

export function say(last: string, tool: unknown): Said {
  return typeof tool === 'string' ? { tool, input: last } : { content: `You said: ${last}` };
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
