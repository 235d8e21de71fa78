/** Detectors whose rules are phrases: a book of them, and a pattern for writing that puts no spaces between words. */
import type { Match, PhraseBook } from '../../text/phrases.ts';
import type { Scan } from '../../text/scan.ts';
import { scanOf } from '../../text/text-view.ts';
import type { Detector, Scene, Sighting } from '../detector.ts';
import { isDenied, isMentioned } from './mention.ts';
import { isTranslatedWide } from './told-others.ts';
import { isTorn } from './torn.ts';

type Weight = Pick<Sighting, 'confidence' | 'severity'>;

type Wording = {
  readonly name: string;
  readonly category: string;
  /** Confidence by how it is put. */
  readonly book: PhraseBook<number>;
  /** Phrases that are told by more than their words, weighed as those of the book. */
  readonly findMore?: (scan: Scan) => readonly Match<number>[];
  readonly wide: RegExp;
  readonly wideConfidence: number;
  /** Whether who says `do not` means the opposite; `do not break character` is as bad as the order to keep it. */
  readonly deniable?: boolean;
  /** Whether the next sentence may go on with what one begins, as with a persona that is named first and described then. */
  readonly overStops?: boolean;
  /** Whether a phrase, by what follows it, is about something else. */
  readonly isElsewhere?: (phrase: string, following: string) => boolean;
  /** Whether a phrase, by what stands before it, says what something does, and orders nothing. */
  readonly isStatement?: (phrase: string, before: string) => boolean;
  /** What a phrase weighs where it stands. */
  readonly weigh?: (confidence: number, scene: Scene) => Weight;
};

/** Who talks of such phrases is less likely to mean them. */
const mentionedFactor = 0.6;
/** Words that stand in no one sentence are hardly ever meant as one. */
const tornFactor = 0.4;
/** Characters behind a phrase by which it is told what it is about, and before it by which it is told who speaks. */
const followingMax = 40;
const beforeMax = 60;

export function phraseDetector(wording: Wording): Detector {
  const { name, category, book, wide, wideConfidence, deniable = false, overStops } = wording;
  const { weigh = weighHigh, isElsewhere = () => false, isStatement = () => false } = wording;
  const { findMore = () => [] } = wording;
  return {
    name,
    categories: [category],
    find: (view, scene) => {
      if (!view.canonical) return [];
      const scan = scanOf(view);
      const { text } = scan;
      const matches = [...book.find(scan), ...findMore(scan)].filter(
        ({ start, end }) =>
          !isElsewhere(text.slice(start, end), text.slice(end, end + followingMax)),
      );
      const found = matches.map(({ label, start, end }): Sighting => {
        const { confidence, severity } = weigh(label, scene);
        const spoken =
          isMentioned(scan, start, end) ||
          (deniable && isDenied(scan, start, end)) ||
          isStatement(text.slice(start, end), text.slice(Math.max(0, start - beforeMax), start));
        const factor = isTorn(text, start, end, overStops)
          ? tornFactor
          : spoken
            ? mentionedFactor
            : 1;
        const meant = confidence * factor;
        return { category, severity, confidence: meant, start, end };
      });
      if (!scan.wide) return found;
      for (const { index, 0: words } of scan.text.matchAll(wide)) {
        const end = index + words.length;
        const before = scan.text.slice(Math.max(0, index - beforeMax), index);
        const spoken = isStatement(words, before) || isTranslatedWide(scan.text, index, end);
        const confidence = spoken ? wideConfidence * mentionedFactor : wideConfidence;
        found.push({ category, severity: 'high', confidence, start: index, end });
      }
      return found;
    },
  };
}

function weighHigh(confidence: number): Weight {
  return { confidence, severity: 'high' };
}
