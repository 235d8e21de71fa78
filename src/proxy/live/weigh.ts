/** What a ruling on the windows of several texts lets go: how far each of them, and what is cut out on the way. */
import type { Edit, Firing, Ruling } from '../../governance/decision.ts';
import type { Finding, Span } from '../../governance/finding.ts';
import type { Excerpt, Part } from '../../governance/interaction.ts';
import { findCut, goBack } from '../../governance/windows.ts';
import type { LiveText } from './live-text.ts';

/** One text as it was judged: part number `index` of the interaction. */
export type Look = {
  readonly text: LiveText;
  readonly part: Part;
  /** Where in the part that begins which was not released; what stands before was judged then. */
  readonly from: number;
  /** True: all of it was there to be judged. */
  readonly whole: boolean;
  /** True: what escapes hide in it, judged beside it and cut nowhere. */
  readonly hidden: boolean;
};

export type Weighed =
  | { readonly kind: 'blocked'; readonly ruling: Ruling }
  /** Something was found in what was released only, which its cut-off beginning may have made up. */
  | { readonly kind: 'stale' }
  | {
      readonly kind: 'released';
      /** For each look, how far its window may go. */
      readonly to: readonly number[];
      readonly edits: readonly Edit[];
      /** Those that are certain now, and were not before. */
      readonly findings: readonly Finding[];
    };

export function weigh(looks: readonly Look[], ruling: Ruling, reach: number): Weighed {
  const bounds = withinOrders(
    looks,
    looks.map((look) => boundsOf(look, reach)),
  );
  if (ruling.action === 'block') return weighBlock(looks, bounds, ruling);
  if (ruling.edits.some((edit) => isLate(edit, looks[edit.part]))) return late(ruling);
  const to = bounds.map(({ cut }) => cut);
  while (drawBack(looks, bounds, to, ruling, reach));
  const isNew = (span: Span): boolean => span.end > (looks[span.part]?.from ?? 0);
  const isGone = (span: Span): boolean => span.end <= (to[span.part] ?? 0);
  return {
    kind: 'released',
    to,
    edits: ruling.edits.filter((edit) => isNew(edit) && isGone(edit)),
    findings: ruling.findings.filter(({ spans }) => spans.some(isNew) && spans.every(isGone)),
  };
}

type Bounds = {
  /** What begins before it is certain to be what it looks like. */
  readonly sure: number;
  /** Where the text may be cut. */
  readonly cut: number;
};

function boundsOf({ part: { text }, from, whole }: Look, reach: number): Bounds {
  if (whole) return { sure: text.length, cut: text.length };
  return { sure: goBack(text, from, reach), cut: findCut(text, from, reach) };
}

/** What is put together with what others say is not certain before that is. */
function withinOrders(looks: readonly Look[], bounds: readonly Bounds[]): readonly Bounds[] {
  const within = bounds.map((each) => ({ ...each }));
  for (const [index, { part }] of looks.entries()) {
    const own = bounds[index];
    for (const excerpt of own === undefined ? [] : (part.order ?? [])) {
      const other = within[excerpt.part];
      if (own === undefined || other === undefined) continue;
      if (own.sure < excerpt.end) other.sure = Math.min(other.sure, placeIn(excerpt, own.sure));
      if (own.cut < excerpt.end) other.cut = Math.min(other.cut, placeIn(excerpt, own.cut));
    }
  }
  return within;
}

/** Where a place of the text that is put together stands in the other one, or where the stretch begins there. */
function placeIn({ from, start }: Excerpt, at: number): number {
  return from + Math.max(0, at - start);
}

/** A block counts when what it is for has begun where everything is known; until then nothing goes on. */
function weighBlock(looks: readonly Look[], bounds: readonly Bounds[], ruling: Ruling): Weighed {
  const blocking = ruling.fired.filter(
    ({ action, mode }) => action === 'block' && mode === 'enforce',
  );
  const names = new Set(blocking.map(nameOfRule));
  const own = ruling.findings.filter(({ rule }) => rule !== undefined && names.has(rule));
  const isOld = (span: Span): boolean => span.end <= (looks[span.part]?.from ?? 0);
  const isSure = (span: Span): boolean => span.start <= (bounds[span.part]?.sure ?? 0);
  const isCertain = own.some(({ spans }) => !spans.every(isOld) && spans.every(isSure));
  if (isCertain || blocking.some((firing) => isAboutCall(firing, own)))
    return { kind: 'blocked', ruling };
  if (own.every(({ spans }) => spans.every(isOld))) return { kind: 'stale' };
  return { kind: 'released', to: looks.map(({ from }) => from), edits: [], findings: [] };
}

/** True where no finding stands for what the rule fired on. */
function isAboutCall(firing: Firing, own: readonly Finding[]): boolean {
  const name = nameOfRule(firing);
  return !own.some(
    ({ rule, spans }) => rule === name || spans.some(({ part }) => firing.parts.includes(part)),
  );
}

export function nameOfRule({ policy, rule }: Pick<Firing, 'policy' | 'rule'>): string {
  return `${policy}/${rule}`;
}

/** Part of it is with the client: it can no longer be cut out. */
function isLate(edit: Edit, look: Look | undefined): boolean {
  return look !== undefined && edit.start < look.from && look.from < edit.end;
}

function late(ruling: Ruling): Weighed {
  const decisive = ruling.decisive && { ...ruling.decisive, action: 'block' as const };
  return { kind: 'blocked', ruling: { ...ruling, action: 'block', decisive, edits: [] } };
}

/** Draws the ends back before what is not yet certain; true where one moved, which may move others. */
function drawBack(
  looks: readonly Look[],
  bounds: readonly Bounds[],
  to: number[],
  { edits, findings }: Ruling,
  reach: number,
): boolean {
  let moved = false;
  const stopBefore = ({ part, start }: Span): void => {
    const stop = Math.max(start, looks[part]?.from ?? 0);
    if (stop >= (to[part] ?? 0)) return;
    to[part] = stop;
    moved = true;
  };
  // One that ends where more may come may itself go on.
  for (const edit of edits)
    if (edit.end > Math.min(to[edit.part] ?? 0, bounds[edit.part]?.sure ?? 0)) stopBefore(edit);
  for (const { spans } of findings) {
    if (spans.length === 1 && (spans[0]?.end ?? 0) - (spans[0]?.start ?? 0) > reach) continue;
    // A value that is split over texts goes with all of its pieces.
    if (spans.some((span) => span.end > (to[span.part] ?? 0))) spans.forEach(stopBefore);
  }
  looks.forEach(({ part: { order } }, index) => {
    if (order !== undefined) stopTogether(order, index, to, stopBefore);
  });
  return moved;
}

/** What is put together of several texts goes as far as all of them do, and none of them goes further. */
function stopTogether(
  order: readonly Excerpt[],
  index: number,
  to: readonly number[],
  stopBefore: (span: Span) => void,
): void {
  for (const { part, from, start, end } of order) {
    const gone = Math.max(0, (to[part] ?? 0) - from);
    if (gone >= end - start) continue;
    stopBefore({ part: index, start: start + gone, end });
    break;
  }
  const own = to[index] ?? 0;
  for (const excerpt of order) {
    if (excerpt.end <= own) continue;
    const { part } = excerpt;
    stopBefore({ part, start: placeIn(excerpt, own), end: Infinity });
  }
}
