/** Looks at every text of an interaction in every reading it has, and says what it saw and what it could not look at. */
import type { Detector, Scene } from './detectors/detector.ts';
import { isHeard, type Evidence } from './evidence.ts';
import type { Span } from './finding.ts';
import type { Interaction, Part, PartKind } from './interaction.ts';
import { matchesIn } from './matches.ts';
import { askedOfNamed, namedOf } from './named.ts';
import { Notes } from './notes.ts';
import { spansIn, spansOf } from './orders.ts';
import { needsOf, type Need } from './outside.ts';
import { piecesOf } from './pieces.ts';
import { runsOf, type Run } from './runs.ts';
import type { Asked, Bundle } from './policy/policy.ts';
import type { Inspection, Miss, Seen } from './seen.ts';
import { withoutRepeats } from './repeats.ts';
import { readViews } from './text/views.ts';
import type { View } from './text/view.ts';

/**
 * Remembers texts in which nothing was seen: a conversation says all that was said before with each turn, and each answer
 * names its model. What was seen in a text depends on nothing but the text, its kind and what is asked for; where it
 * depends on more, nothing is remembered.
 */
export type CleanTexts = {
  /** A mark to remember the text by, or nothing where it is remembered. */
  readonly recall: (asked: Asked, kind: PartKind, text: string) => string | undefined;
  readonly remember: (asked: Asked, mark: string) => void;
};

export type InspectOptions = {
  readonly system?: readonly string[];
  readonly evidence?: Evidence;
  readonly clean?: CleanTexts;
  /** True: a redacted copy, of which nobody asks but whether it may pass. */
  readonly copy?: boolean;
};

type Look = {
  readonly bundle: Bundle;
  readonly notes: Notes;
  readonly misses: Miss[];
  readonly clean: CleanTexts | undefined;
  /** How often anything was seen, wherever it stands and whether or not it was noted. */
  sights: number;
};

export function inspect(
  bundle: Bundle,
  interaction: Interaction,
  { system = [], evidence, clean, copy = false }: InspectOptions = {},
): Inspection {
  const watch = bundle.watch[interaction.stage];
  const asked = copy ? watch.askedOfCopy : watch.asked;
  const look: Look = {
    bundle,
    notes: new Notes(watch.findingsMax),
    misses: [],
    clean,
    sights: 0,
  };
  const systems =
    interaction.stage === 'request'
      ? interaction.parts.filter((part) => part.kind === 'system').map((part) => part.text)
      : system;
  const sceneOf = (kind: PartKind): Scene => ({ stage: interaction.stage, kind, system: systems });
  interaction.parts.forEach(({ kind, text, order }, part) => {
    const place: Passage['place'] = (start, end) =>
      order === undefined ? [{ part, start, end }] : spansIn(order, part, start, end);
    readPassage(look, { text, asked: asked[kind], scene: sceneOf(kind), part, place });
  });
  const readRun = (run: Run, askedOfRun: Asked): void => {
    const place: Passage['place'] = (start, end) => acrossParts(run, start, end);
    const { kind, text, first: part } = run;
    readPassage(look, { text, asked: askedOfRun, scene: sceneOf(kind), part, place });
  };
  for (const run of runsOf(interaction.parts, interaction.stage)) readRun(run, asked[run.kind]);
  readPieces(look, interaction.parts, (run) => readRun(run, asked[run.kind]));
  for (const run of namedOf(interaction.parts)) readRun(run, askedOfNamed(asked[run.kind]));
  const needs = needsOf(bundle, interaction);
  if (evidence !== undefined) addEvidence(look, interaction.parts, evidence, needs);
  for (const { name, categories } of needs) {
    if (isHeard(name, evidence)) continue;
    const reason = `the detector \`${name}\` is a model from outside and was not asked`;
    look.misses.push({ check: name, reason, part: undefined, categories });
  }
  const { kept, count } = look.notes;
  return { seen: withoutRepeats(kept), seenCount: count, misses: look.misses };
}

/** The same word in each frame is looked at once, if there is nothing in it. */
function readPieces(look: Look, parts: readonly Part[], read: (run: Run) => void): void {
  const clean = new Set<string>();
  for (const run of piecesOf(parts)) {
    const name = `${run.kind} ${run.text}`;
    if (clean.has(name)) continue;
    const { sights } = look;
    const missed = look.misses.length;
    read(run);
    if (look.sights === sights && look.misses.length === missed) clean.add(name);
  }
}

/** A text that is looked at: a part, or parts joined. */
type Passage = {
  readonly text: string;
  readonly asked: Asked;
  readonly scene: Scene;
  /** The part that it is, or the first of those that were joined. */
  readonly part: number;
  /** Nothing for a span inside a cut part of a joined text: that part was read by itself. */
  readonly place: (start: number, end: number) => readonly Span[];
};

function readPassage(look: Look, passage: Passage): void {
  const { text, asked, scene } = passage;
  if (text === '' || (asked.detectors.length === 0 && asked.patterns.size === 0)) return;
  const { sights, misses } = look;
  const clean = isAlone(asked, scene) ? look.clean : undefined;
  const missed = misses.length;
  const mark = clean?.recall(asked, scene.kind, text);
  if (clean !== undefined && mark === undefined) return;
  judge(look, passage);
  const nothing = look.sights === sights && misses.length === missed;
  if (mark !== undefined && nothing) clean?.remember(asked, mark);
}

/**
 * Whether nothing but the text says what is seen in it: what an answer may say depends on what its system prompt says. Of
 * an answer only what stands beside it comes again with others, as the name of its model does.
 */
function isAlone({ detectors }: Asked, { stage, kind }: Scene): boolean {
  if (stage === 'request') return true;
  return kind === 'metadata' && !detectors.some(({ heedsSystem }) => heedsSystem === true);
}

function judge(look: Look, passage: Passage): void {
  const { asked } = passage;
  for (const view of readAll(look, passage)) {
    if (asked.patterns.size > 0 && view.alone !== true) matchPatterns(look, passage, view);
    for (const detector of asked.detectors) {
      if (view.alone === true && detector.weighs !== true) continue;
      const own = detector.measures === true ? undefined : view.beside;
      detect(look, passage, own ?? view.near ?? view, detector);
    }
  }
}

function readAll(look: Look, { text, part }: Passage): readonly View[] {
  try {
    const { views, complete } = readViews(text);
    if (!complete) {
      const reason = 'a text hides more encodings inside each other than can be undone';
      look.misses.push({ check: 'views', reason, part, categories: undefined });
    }
    return views;
  } catch {
    const reason = 'a text could not be read for hidden encodings';
    look.misses.push({ check: 'views', reason, part, categories: undefined });
    return [];
  }
}

function matchPatterns(look: Look, passage: Passage, view: View): void {
  const matches = matchesIn(look.bundle, view, passage.text, passage.asked);
  if (matches === undefined) {
    const reason = 'the patterns could not be matched against a text';
    look.misses.push({ check: 'patterns', reason, part: passage.part, categories: undefined });
    return;
  }
  for (const { pattern, origin, decoded } of matches) {
    const { category, severity, confidence, number } = pattern;
    const what = { category, severity, confidence, decoded, pattern: number };
    add(look, passage, origin, what);
  }
}

function detect(look: Look, passage: Passage, view: View, detector: Detector): void {
  const { asked, scene, part } = passage;
  try {
    for (const sighting of detector.find(view, scene)) {
      const { category, severity, confidence } = sighting;
      if (confidence < asked.least(category)) continue;
      const { start, end } = sighting;
      const decoded = view.undone?.(start, end) ?? view.decoded;
      const what = { category, severity, confidence, decoded, pattern: -1 };
      add(look, passage, view.origin(start, end), what);
    }
  } catch {
    const reason = `the detector \`${detector.name}\` could not judge a text`;
    const { categories } = detector;
    look.misses.push({ check: detector.name, reason, part, categories });
  }
}

function add(
  look: Look,
  { place, scene: { kind } }: Passage,
  origin: { readonly start: number; readonly end: number },
  what: Omit<Seen, 'spans' | 'kind'>,
): void {
  look.sights += 1;
  const spans = place(origin.start, origin.end);
  if (spans.length > 0) look.notes.add({ ...what, spans, kind });
}

function acrossParts(run: Run, start: number, end: number): readonly Span[] {
  const spans: Span[] = [];
  let whole = true;
  for (const piece of run.pieces) {
    const from = Math.max(start, piece.start);
    const to = Math.min(end, piece.end);
    if (from < to) {
      const shift = piece.from - piece.start;
      spans.push({ part: piece.part, start: from + shift, end: to + shift });
      whole &&= piece.whole;
    }
  }
  // What its neighbours say of a value counts as well: `call me at`, then the number.
  return spans.length > 1 || whole ? spans : [];
}

function addEvidence(
  look: Look,
  parts: readonly Part[],
  evidence: Evidence,
  needs: readonly Need[],
): void {
  for (const { category, severity, confidence, spans, decoded } of evidence.findings) {
    const kind = parts[spans[0]?.part ?? -1]?.kind ?? 'user';
    const own = spans.flatMap((span) => spansOf(parts, span));
    // What it saw there where all has gone was seen before.
    if (own.length === 0 && spans.length > 0) continue;
    look.notes.add({
      category,
      severity,
      confidence,
      spans: own,
      decoded: decoded ?? [],
      pattern: -1,
      kind,
    });
  }
  for (const failure of evidence.failures) {
    const { check, reason, part } = failure;
    const categories = failure.categories ?? needs.find(({ name }) => name === check)?.categories;
    look.misses.push({ check, reason, part, categories });
  }
}
