/** From what a ruling changes to the text that says it: the copy that goes on, and the masked copy that is kept. */
import type { Edit, Ruling } from '../governance/decision.ts';
import type { Finding } from '../governance/finding.ts';
import { hiddenOf } from '../governance/hidden.ts';
import type { Part } from '../governance/interaction.ts';
import { parseArguments } from './dialects/arguments.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Json } from './json.ts';
import { replaceRanges, spliceJson, type TextSplice } from './splice.ts';

/** Throws where an edit cannot be made: then nothing of it may go on. */
export function redactJson(
  json: Json,
  parts: readonly Part[],
  edits: readonly Edit[],
  drop: Dialect['drop'],
): string {
  const edited = edits.map((edit) => ({ edit, part: partOf(parts, edit.part) }));
  const channels = new Set(edited.map(({ part }) => part.channel));
  const gone = drop(json.value, channels).map((at) => ({ at, json: 'null' }));
  const splices = edited
    .filter(({ part }) => !gone.some(({ at }) => at.every((step, i) => part.at[i] === step)))
    .map(({ edit, part }): TextSplice => ({ ...edit, at: part.at }));
  for (const { part } of edited) checkEditable(part, edits, parts);
  return spliceJson(json.source, splices, gone);
}

/** The same for content that is kept, where every finding is masked, whatever the rule did about it. */
export function maskJson(
  source: string,
  parts: readonly Part[],
  findings: readonly Finding[],
): string {
  const splices = findings.flatMap((finding) =>
    finding.spans.map((span) => ({
      at: partOf(parts, span.part).at,
      start: span.start,
      end: span.end,
      replacement: `[${finding.category}]`,
      fixed: partOf(parts, span.part).fixed,
    })),
  );
  if (splices.length === 0) return source;
  if (splices.some((splice) => splice.fixed)) return withheld;
  try {
    return spliceJson(source, splices);
  } catch {
    return withheld;
  }
}

/** What went on, as it is kept: the edits that were made, and a mask over each value that no rule changed. */
export function maskRedacted(
  json: Json,
  parts: readonly Part[],
  ruling: Pick<Ruling, 'edits' | 'fired' | 'findings'>,
  drop: Dialect['drop'],
): string {
  const { edits } = ruling;
  const left = hiddenOf(ruling)
    .flatMap(toMasks)
    .filter(({ part, start, end }) => !edits.some((edit) => covers(edit, { part, start, end })));
  try {
    return redactJson(json, parts, [...edits, ...left], drop);
  } catch {
    return withheld;
  }
}

function covers(edit: Edit, span: Omit<Edit, 'replacement'>): boolean {
  return edit.part === span.part && edit.start <= span.start && span.end <= edit.end;
}

/** The same for a text that is no JSON. */
export function maskText(text: string, findings: readonly Finding[]): string {
  return replaceRanges(text, findings.flatMap(toMasks));
}

export function toMasks({ spans, category }: Finding): Edit[] {
  return spans.map((span) => ({ ...span, replacement: `[${category}]` }));
}

/** Content with a finding that cannot be masked in place is not kept at all. */
export const withheld = '{"withheld":"a finding stands where it cannot be masked"}';

function partOf(parts: readonly Part[], index: number): Part {
  const part = parts[index];
  if (part === undefined) throw new Error('an edit names a part that is not there');
  return part;
}

/** A redaction that leaves the arguments of a tool call unreadable would break the call in a way nobody sees. */
function checkEditable(part: Part, edits: readonly Edit[], parts: readonly Part[]): void {
  if (part.fixed) throw new Error('an edit names a part that cannot be rewritten');
  if (part.kind !== 'tool_call' || typeof part.tool?.args !== 'object') return;
  // A single value of arguments that came as an object may look like JSON; what it says is only a string.
  if (typeof parseArguments(part.text) !== 'object') return;
  const own = edits.filter((edit) => parts[edit.part] === part);
  if (parseArguments(replaceRanges(part.text, own)) === undefined)
    throw new Error('a redaction would leave the arguments of a tool call unreadable');
}
