/** From what a ruling changes to the text that says it: the copy that goes on, and the masked copy that is kept. */
import type { Edit, Ruling } from '../governance/decision.ts';
import type { Finding } from '../governance/finding.ts';
import { hides } from '../governance/hidden.ts';
import { isUnder, type Part } from '../governance/interaction.ts';
import { parseArguments } from './dialects/arguments.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Json } from './json.ts';
import { replaceInSteps, replaceRanges, spliceInSteps, type TextSplices } from './splice.ts';
import { stepItems, type Steps } from './steps.ts';

/** What of a ruling says which values are hidden. */
type Masked = Pick<Ruling, 'edits' | 'fired' | 'findings'>;

/** Throws where an edit cannot be made: then nothing of it may go on. */
export function* redactJson(
  json: Json,
  parts: readonly Part[],
  edits: readonly Edit[],
  drop: Dialect['drop'],
): Steps<string> {
  const edited = [...(yield* groupByPart(edits))].map(([index, own]) => {
    return { part: partOf(parts, index), own };
  });
  const channels = new Set(edited.map(({ part }) => part.channel));
  const gone = drop(json.value, channels).map((at) => ({ at, json: 'null' }));
  const splices = edited
    .filter(({ part }) => !gone.some(({ at }) => isUnder(part.at, at)))
    .map(({ part, own }): TextSplices => ({ at: part.at, ranges: own }));
  for (const { part, own } of edited) checkEditable(part, own);
  yield;
  return yield* spliceInSteps(json.source, splices, gone);
}

function* groupByPart(edits: readonly Edit[]): Steps<ReadonlyMap<number, readonly Edit[]>> {
  const byPart = new Map<number, Edit[]>();
  for (const [index, edit] of edits.entries()) {
    const own = byPart.get(edit.part);
    if (own === undefined) byPart.set(edit.part, [edit]);
    else own.push(edit);
    if (index % stepItems === 0) yield;
  }
  return byPart;
}

/** The same for content that is kept, where every value is masked, whatever the rule did about it. */
export function* maskJson(
  source: string,
  parts: readonly Part[],
  findings: readonly Finding[],
): Steps<string> {
  if (findings.length === 0) return source;
  const masks = yield* toMasksInSteps(findings);
  const byPart = [...(yield* groupByPart(masks))];
  const splices = byPart.map(([index, ranges]) => ({ part: partOf(parts, index), ranges }));
  if (splices.some(({ part }) => part.fixed)) return withheld;
  const texts = splices.map(({ part: { at }, ranges }) => ({ at, ranges }));
  try {
    return yield* spliceInSteps(source, texts);
  } catch {
    return withheld;
  }
}

/** What went on, as it is kept: the edits that were made, and a mask over each value that no rule changed. */
export function* maskRedacted(
  json: Json,
  parts: readonly Part[],
  ruling: Masked,
  drop: Dialect['drop'],
): Steps<string> {
  const all = [...ruling.edits];
  const covered = yield* coverOf(ruling.edits);
  const hidden = yield* hiddenInSteps(ruling);
  for (const [index, mask] of (yield* toMasksInSteps(hidden)).entries()) {
    if (!covered(mask)) all.push(mask);
    if (index % stepItems === 0) yield;
  }
  try {
    return yield* redactJson(json, parts, all, drop);
  } catch {
    return withheld;
  }
}

/** Edits of one part by their start, each with how far those up to it reach. */
type Reach = { readonly starts: number[]; readonly ends: number[] };

/** Answers whether one of the edits covers a span; of thousands, each is asked about thousands. */
function* coverOf(edits: readonly Edit[]): Steps<(span: Omit<Edit, 'replacement'>) => boolean> {
  const reaches = new Map<number, Reach>();
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  for (const [index, edit] of sorted.entries()) {
    const reach = reaches.get(edit.part) ?? { starts: [], ends: [] };
    reach.starts.push(edit.start);
    reach.ends.push(Math.max(edit.end, reach.ends.at(-1) ?? 0));
    reaches.set(edit.part, reach);
    if (index % stepItems === 0) yield;
  }
  return ({ part, start, end }) => {
    const reach = reaches.get(part);
    return reach !== undefined && (reach.ends[lastUpTo(reach.starts, start)] ?? -1) >= end;
  };
}

/** The index of the last of these numbers, which are in order, that is no more than another; -1 where there is none. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let low = -1;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** As `hiddenOf`, of hundreds of thousands. */
export function* hiddenInSteps(ruling: Masked): Steps<readonly Finding[]> {
  const hidden: Finding[] = [];
  const isHidden = hides(ruling);
  for (const [index, finding] of ruling.findings.entries()) {
    if (isHidden(finding)) hidden.push(finding);
    if (index % stepItems === 0) yield;
  }
  return hidden;
}

/** The same for a text that is no JSON. */
export function* maskText(text: string, findings: readonly Finding[]): Steps<string> {
  return yield* replaceInSteps(text, yield* toMasksInSteps(findings));
}

export function toMasks({ spans, category }: Finding): Edit[] {
  const replacement = `[${category}]`;
  return spans.map(({ part, start, end }) => ({ part, start, end, replacement }));
}

function* toMasksInSteps(findings: readonly Finding[]): Steps<readonly Edit[]> {
  const masks: Edit[] = [];
  for (const [index, finding] of findings.entries()) {
    for (const mask of toMasks(finding)) masks.push(mask);
    if (index % stepItems === 0) yield;
  }
  return masks;
}

/** Content with a finding that cannot be masked in place is not kept at all. */
export const withheld = '{"withheld":"a finding stands where it cannot be masked"}';

/** What came last of a stream that broke off or was stopped: nobody got it, or judged it to its end. It stands on a line of its own. */
export const heldBack =
  '\n{"withheld":"it was held back when the stream ended, and went to nobody"}\n';

function partOf(parts: readonly Part[], index: number): Part {
  const part = parts[index];
  if (part === undefined) throw new Error('an edit names a part that is not there');
  return part;
}

/** A redaction that leaves the arguments of a tool call unreadable would break the call in a way nobody sees. */
function checkEditable(part: Part, own: readonly Edit[]): void {
  if (part.fixed) throw new Error('an edit names a part that cannot be rewritten');
  if (part.kind !== 'tool_call' || typeof part.tool?.args !== 'object') return;
  // A single value of arguments that came as an object may look like JSON; what it says is only a string.
  if (typeof parseArguments(part.text) !== 'object') return;
  if (parseArguments(replaceRanges(part.text, own)) === undefined)
    throw new Error('a redaction would leave the arguments of a tool call unreadable');
}
