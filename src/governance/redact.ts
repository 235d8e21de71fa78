/** What a redaction changes: sorted edits that do not overlap, with the same placeholder for the same value. */
import type { Edit } from './decision.ts';
import type { Fired } from './fired.ts';
import type { Excerpt, Interaction, Part } from './interaction.ts';
import { fitToJson, isArguments, type Through } from './json-cuts.ts';
import { editsIn, moveOrder } from './orders.ts';
import { movePieces } from './pieces.ts';
import { type Placed, placeEdits } from './placed-edits.ts';
import type { Placeholders } from './placeholders.ts';
import type { Redaction } from './policy/policy.ts';
import type { Operator } from './policy/schema.ts';
import { pointAt } from './text/code-units.ts';

/** A keyed hash of a value, handed in by whoever holds the key. */
export type Hash = (value: string) => string;

/** One stretch of a text that has to go. */
type Cut = {
  readonly part: number;
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly confidence: number;
  readonly redaction: Redaction;
  /** True: a later piece of a value that was split over parts; its first piece carries the placeholder. */
  readonly tail: boolean;
  /** Present in a text that is JSON. */
  readonly through?: Through;
};

export function applyEdits(
  text: string,
  edits: readonly Pick<Edit, 'start' | 'end' | 'replacement'>[],
): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of edits) {
    pieces.push(text.slice(from, edit.start), edit.replacement);
    from = edit.end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** The interaction as it is after its redaction. */
export function applyRedaction(interaction: Interaction, edits: readonly Edit[]): Interaction {
  const byPart = Map.groupBy(edits, (edit) => edit.part);
  const placed = placeEdits(edits);
  const parts = interaction.parts.map((part, index) => {
    if (part.order !== undefined) return editOrder(part, part.order, byPart, placed);
    const own = byPart.get(index);
    if (own === undefined) return part;
    const pieces = part.pieces && { pieces: movePieces(part.pieces, own) };
    return { ...part, text: applyEdits(part.text, own), ...pieces };
  });
  return { ...interaction, parts };
}

/** What was cut out of other parts is gone here as well. */
function editOrder(
  part: Part,
  order: readonly Excerpt[],
  byPart: ReadonlyMap<number, readonly Edit[]>,
  placed: ReadonlyMap<number, readonly Placed[]>,
): Part {
  const own = editsIn(order, (index) => byPart.get(index));
  return { ...part, text: applyEdits(part.text, own), order: moveOrder(order, own, placed) };
}

/** Undefined where a hash is asked for and there is no key to make it with. */
export function toEdits(
  interaction: Interaction,
  fired: readonly Fired[],
  placeholders: Placeholders,
  hash?: Hash,
): readonly Edit[] | undefined {
  const found = fired.flatMap(cutsOf).map((cut) => ofWholeCharacters(interaction, cut));
  const cuts = fitCuts(interaction, withoutOverlaps(found));
  if (hash === undefined && cuts.some((cut) => cut.redaction.operator === 'hash')) return undefined;
  return cuts.map((cut) => {
    const { part, start, end } = cut;
    const written = interaction.parts[part]?.text.slice(start, end) ?? '';
    const value = cut.through === 'string' ? unescape(written) : written;
    const said = replace(cut, value, placeholders, hash);
    return { part, start, end, replacement: write(said, cut.through) };
  });
}

/** True where a part that would have to change cannot be changed. */
export function isFixed(interaction: Interaction, fired: Fired): boolean {
  return (
    fired.targets.some((one) =>
      one.spans.some((span) => !isWritable(interaction.parts[span.part])),
    ) || fitCuts(interaction, withoutOverlaps(cutsOf(fired))).some(isTorn)
  );
}

/** What a text that says nothing of its own holds of itself has gone already. */
function isWritable(part: Part | undefined): boolean {
  return part?.fixed === false && part.order === undefined;
}

/** It would take the marks between the texts of JSON with it. */
function isTorn({ through }: Cut): boolean {
  return through === 'structure';
}

/** `cuts` are sorted and do not overlap; those in arguments of calls leave them readable. */
function fitCuts({ parts }: Interaction, cuts: readonly Cut[]): readonly Cut[] {
  const isJson = (index: number): boolean => {
    const part = parts[index];
    return part !== undefined && isArguments(part);
  };
  const json = new Set([...new Set(cuts.map(({ part }) => part))].filter(isJson));
  if (json.size === 0) return cuts;
  const fitted = [...Map.groupBy(cuts, ({ part }) => part)].flatMap(([part, own]) =>
    json.has(part)
      ? fitToJson(parts[part]?.text ?? '', own).map((fit, at) => ({ ...(own[at] as Cut), ...fit }))
      : own,
  );
  return withoutOverlaps(fitted);
}

function unescape(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

function write(said: string, through: Through | undefined): string {
  if (through === undefined) return said;
  const quoted = JSON.stringify(said);
  return through === 'scalar' ? quoted : quoted.slice(1, -1);
}

function cutsOf({ at, targets }: Fired): readonly Cut[] {
  const { redaction } = at.rule;
  return targets.flatMap(({ category, confidence, spans }) =>
    spans.map((span, index) => ({ ...span, category, confidence, redaction, tail: index > 0 })),
  );
}

/** What is left of half a character is none, and whoever reads the copy may refuse it. */
function ofWholeCharacters({ parts }: Interaction, cut: Cut): Cut {
  const text = parts[cut.part]?.text ?? '';
  const [before, behind] = [isInPair(text, cut.start), isInPair(text, cut.end)];
  if ((!before && !behind) || cut.end <= cut.start) return cut;
  return { ...cut, start: cut.start - Number(before), end: cut.end + Number(behind) };
}

function isInPair(text: string, at: number): boolean {
  return at > 0 && pointAt(text, at - 1) > 0xffff;
}

/** Of cuts that overlap, the better one names the whole stretch, so that no end of the other stays behind. */
function withoutOverlaps(cuts: readonly Cut[]): readonly Cut[] {
  const sorted = cuts
    .filter((cut) => cut.end > cut.start)
    .sort((left, right) => left.part - right.part || left.start - right.start);
  const kept: Cut[] = [];
  for (const cut of sorted) {
    const last = kept.at(-1);
    if (last === undefined || last.part !== cut.part || last.end <= cut.start) {
      kept.push(cut);
      continue;
    }
    const better = isBetter(cut, last) ? cut : last;
    const stricter = strictness(cut) > strictness(last) ? cut : last;
    const operator =
      strictness(better) >= strictness(stricter) ? better.redaction : stricter.redaction;
    const end = Math.max(last.end, cut.end);
    kept[kept.length - 1] = { ...better, redaction: operator, start: last.start, end };
  }
  return kept;
}

/** Longer, then more specific, then more confident. */
function isBetter(one: Cut, other: Cut): boolean {
  const longer = one.end - one.start - (other.end - other.start);
  const deeper = one.category.split('/').length - other.category.split('/').length;
  return (longer || deeper || one.confidence - other.confidence) > 0;
}

const strict: readonly Operator[] = ['mask', 'hash', 'replace', 'remove'];
const strictness = (cut: Cut): number => strict.indexOf(cut.redaction.operator);

function replace(
  cut: Cut,
  value: string,
  placeholders: Placeholders,
  hash: Hash | undefined,
): string {
  const { redaction } = cut;
  if (cut.tail) return '';
  switch (redaction.operator) {
    case 'remove':
      return '';
    case 'mask':
      return mask(value, redaction.keep);
    case 'hash':
      return `[${labelOf(cut.category)}_${hash?.(value) ?? ''}]`;
    case 'replace':
      return redaction.with ?? placeholders.placeholderOf(labelOf(cut.category), value);
  }
}

/** Letters and digits become stars, but for the last few; what stands between them stays. */
function mask(value: string, keep: number): string {
  const characters = Array.from(value);
  let letters = 0;
  for (const character of characters) if (isLetter(character)) letters += 1;
  // A short value would be told by what is kept of it.
  let open = letters > keep * 2 ? letters - keep : letters;
  let masked = '';
  for (const character of characters) {
    const hidden = isLetter(character) && (open -= 1) >= 0;
    masked += hidden ? '*' : character;
  }
  return masked;
}

/** A letter or a digit of any script. */
function isLetter(character: string): boolean {
  const unit = character.charCodeAt(0);
  if (unit >= 128) return /[\p{L}\p{N}]/u.test(character);
  const letter = (unit | 32) - 97;
  return (unit >= 48 && unit <= 57) || (letter >= 0 && letter < 26);
}

/** There are as many as detectors and policies name. */
const labels = new Map<string, string>();

/** `EMAIL` of `pii/email`, as it stands in placeholders. */
export function labelOf(category: string): string {
  let label = labels.get(category);
  if (label === undefined) {
    label = category.slice(category.lastIndexOf('/') + 1).toUpperCase();
    labels.set(category, label);
  }
  return label;
}
