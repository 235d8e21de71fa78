/** Looks at every text of an interaction in every reading it has, and says what it saw and what it could not look at. */
import type { Detector, Scene } from './detectors/detector.ts';
import { isHeard, type Evidence } from './evidence.ts';
import type { Span } from './finding.ts';
import type { Interaction, Part, PartKind } from './interaction.ts';
import { Notes } from './notes.ts';
import { needsOf, type Need } from './outside.ts';
import { runsOf, type Run } from './runs.ts';
import type { Asked, Bundle } from './policy/policy.ts';
import type { Hit } from './policy/patterns/scanner.ts';
import type { Inspection, Miss, Seen } from './seen.ts';
import { readViews } from './text/views.ts';
import type { View } from './text/view.ts';

type Look = {
  readonly bundle: Bundle;
  readonly notes: Notes;
  readonly misses: Miss[];
};

export function inspect(
  bundle: Bundle,
  interaction: Interaction,
  system: readonly string[] = [],
  evidence?: Evidence,
): Inspection {
  const { asked, findingsMax } = bundle.watch[interaction.stage];
  const look: Look = { bundle, notes: new Notes(findingsMax), misses: [] };
  const systems =
    interaction.stage === 'request'
      ? interaction.parts.filter((part) => part.kind === 'system').map((part) => part.text)
      : system;
  interaction.parts.forEach((part, index) => {
    const scene = { stage: interaction.stage, kind: part.kind, system: systems };
    readText(look, part.text, asked[part.kind], scene, index, (start, end) => [
      { part: index, start, end },
    ]);
  });
  for (const run of runsOf(interaction.parts)) {
    const scene = { stage: interaction.stage, kind: run.kind, system: systems };
    readText(look, run.text, asked[run.kind], scene, run.first, (start, end) =>
      acrossParts(run, start, end),
    );
  }
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

/** Nothing for a span inside a cut part of a joined text: that part was read by itself. */
type Place = (start: number, end: number) => readonly Span[];

function readText(
  look: Look,
  text: string,
  asked: Asked,
  scene: Scene,
  part: number,
  place: Place,
): void {
  if (text === '' || (asked.detectors.length === 0 && asked.patterns.size === 0)) return;
  const views = readAll(look, text, part);
  for (const view of views) {
    if (asked.patterns.size > 0 && view.alone !== true)
      matchPatterns(look, view, asked, scene, part, place);
    for (const detector of asked.detectors) {
      if (view.alone === true && detector.weighs !== true) continue;
      detect(look, detector, view, asked, scene, part, place);
    }
  }
}

function readAll(look: Look, text: string, part: number): readonly View[] {
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

function matchPatterns(
  look: Look,
  view: View,
  asked: Asked,
  scene: Scene,
  part: number,
  place: Place,
): void {
  const hits = scan(look.bundle, view.text, asked);
  if (hits === undefined) {
    const reason = 'the patterns could not be matched against a text';
    look.misses.push({ check: 'patterns', reason, part, categories: undefined });
    return;
  }
  for (const hit of hits) {
    const pattern = look.bundle.patterns[hit.pattern];
    if (pattern === undefined) continue;
    const { category, severity, confidence, number } = pattern;
    add(look, view, place, hit, { category, severity, confidence, pattern: number }, scene.kind);
  }
}

function scan({ scanner }: Bundle, text: string, asked: Asked): readonly Hit[] | undefined {
  try {
    return scanner.scan(text, asked.patterns);
  } catch {
    return undefined;
  }
}

function detect(
  look: Look,
  detector: Detector,
  view: View,
  asked: Asked,
  scene: Scene,
  part: number,
  place: Place,
): void {
  try {
    for (const sighting of detector.find(view, scene)) {
      const { category, severity, confidence } = sighting;
      if (confidence < asked.least(category)) continue;
      add(look, view, place, sighting, { category, severity, confidence, pattern: -1 }, scene.kind);
    }
  } catch {
    const reason = `the detector \`${detector.name}\` could not judge a text`;
    const { categories } = detector;
    look.misses.push({ check: detector.name, reason, part, categories });
  }
}

function add(
  look: Look,
  view: View,
  place: Place,
  at: { readonly start: number; readonly end: number },
  what: Pick<Seen, 'category' | 'severity' | 'confidence' | 'pattern'>,
  kind: PartKind,
): void {
  const origin = view.origin(at.start, at.end);
  const spans = place(origin.start, origin.end);
  if (spans.length === 0) return;
  const decoded = view.undone?.(at.start, at.end) ?? view.decoded;
  look.notes.add({ ...what, spans, decoded, kind });
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
    look.notes.add({
      category,
      severity,
      confidence,
      spans,
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

/** The same thing seen in several readings of a text is one finding, told by the widest of its spans. */
function withoutRepeats(seen: readonly Seen[]): readonly Seen[] {
  if (seen.length < 2) return seen;
  const sorted = [...seen].sort(
    (left, right) =>
      left.pattern - right.pattern ||
      (left.category < right.category ? -1 : Number(left.category > right.category)) ||
      inOrder(left, right),
  );
  const kept: Seen[] = [];
  for (const one of sorted) {
    const last = kept.at(-1);
    if (last !== undefined && isSame(last, one)) {
      if (one.confidence > last.confidence)
        kept[kept.length - 1] = { ...last, confidence: one.confidence, severity: one.severity };
    } else kept.push(one);
  }
  return kept.sort(inOrder);
}

function inOrder(left: Seen, right: Seen): number {
  const [one, other] = [left.spans[0], right.spans[0]];
  if (one === undefined || other === undefined) return left.spans.length - right.spans.length;
  return one.part - other.part || one.start - other.start || other.end - one.end;
}

function isSame(wider: Seen, other: Seen): boolean {
  if (wider.pattern !== other.pattern || wider.category !== other.category) return false;
  return other.spans.every((span) =>
    wider.spans.some(
      (cover) => cover.part === span.part && cover.start <= span.start && span.end <= cover.end,
    ),
  );
}
