/** Parts as they were judged, gathered into turns: what belongs to one message stands together, and who said it above. */
import type { ReadPart } from './exchange.ts';

export type Spoken = { readonly role: string; readonly parts: readonly ReadPart[] };

const titles: Readonly<Record<string, string>> = {
  tool_call: 'tool call',
  tool_result: 'tool result',
  tool_definition: 'tools',
};
/** Judged as all else, but nobody says them: shown where something was found in them. */
const silent: readonly string[] = ['metadata', 'schema', 'tool_definition'];

export function gather(parts: readonly ReadPart[]): readonly Spoken[] {
  const turns: { readonly name: string; readonly role: string; readonly parts: ReadPart[] }[] = [];
  for (const part of parts) {
    if (part.text === '' || (silent.includes(part.kind) && part.marks.length === 0)) continue;
    const name = `${part.kind} ${part.pointer.split('/').slice(0, 3).join('/')}`;
    const last = turns.at(-1);
    if (last?.name === name) last.parts.push(part);
    else turns.push({ name, role: titles[part.kind] ?? part.kind, parts: [part] });
  }
  return turns;
}
