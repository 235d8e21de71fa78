/** A list of words and phrases that say how strongly a text belongs to a subject. */
import { PhraseBook } from '../../text/phrases.ts';
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';

export type Hit<Label> = { readonly label: Label; readonly start: number; readonly end: number };

/** Phrases of harm: what each line is a sign of, and how sure it makes. */
export type HarmEntries = readonly (readonly [
  label: readonly [category: string, confidence: number],
  lines: string,
])[];

/** Lines of words with `|` between alternatives and a number for a gap: `build|make 3 bomb|bombs`. */
export function lexicon<Label>(
  entries: readonly (readonly [label: Label, lines: string])[],
): PhraseBook<Label> {
  return new PhraseBook(
    entries.flatMap(([label, lines]) =>
      lines
        .trim()
        .split('\n')
        .map((line) => ({ label, steps: line.trim().split(/\s+/).map(toStep) })),
    ),
  );
}

function toStep(text: string): WordSet | number {
  return /^\d+$/.test(text) ? Number(text) : new WordSet(text.replaceAll('|', ' '));
}

/** One sighting for each label and place: what begins inside another of its label adds nothing. */
export function distinct<Label>(book: PhraseBook<Label>, scan: Scan): Hit<Label>[] {
  const ends = new Map<Label, number>();
  return book.find(scan).filter(({ label, start, end }) => {
    if (start < (ends.get(label) ?? -1)) return false;
    ends.set(label, end);
    return true;
  });
}
