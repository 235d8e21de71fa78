/** A ruling on its way between threads: what it says thousands of times as rows of numbers, which cost next to nothing to hand over. */
import type { Edit, Ruling } from '../../governance/decision.ts';
import type { Finding, Span } from '../../governance/finding.ts';
import type { Placed } from '../../governance/placeholders.ts';
import { stepItems, type Steps } from '../../proxy/steps.ts';

/** Texts one behind the other, and where each ends. */
export type PackedTexts = { readonly joined: string; readonly ends: Int32Array };

export type PackedRuling = {
  readonly rest: Omit<Ruling, 'findings' | 'edits'>;
  /** What findings have in common, apart from where they stand. */
  readonly kinds: readonly Omit<Finding, 'spans'>[];
  /** Of each finding its kind and how many spans it has; of each span part, start and end. */
  readonly findings: Int32Array;
  readonly spans: Int32Array;
  /** Of each edit part, start and end. */
  readonly edits: Int32Array;
  readonly replacements: PackedTexts;
};

const [perFinding, perSpan] = [2, 3];

export function packTexts(texts: readonly string[]): PackedTexts {
  const ends = new Int32Array(texts.length);
  let end = 0;
  texts.forEach((text, index) => {
    end += text.length;
    ends[index] = end;
  });
  return { joined: texts.join(''), ends };
}

export function packPlaced(placed: readonly Placed[]): PackedTexts {
  return packTexts(placed.flat());
}

export function packRuling({ findings, edits, ...rest }: Ruling): PackedRuling {
  const kinds = new Kinds();
  return {
    rest,
    findings: Int32Array.from(
      findings.flatMap((finding) => [kinds.numberOf(finding), finding.spans.length]),
    ),
    spans: packSpans(findings.flatMap(({ spans }) => spans)),
    kinds: kinds.all,
    edits: packSpans(edits),
    replacements: packTexts(edits.map(({ replacement }) => replacement)),
  };
}

function packSpans(spans: readonly Span[]): Int32Array {
  const packed = new Int32Array(spans.length * perSpan);
  spans.forEach(({ part, start, end }, index) => packed.set([part, start, end], index * perSpan));
  return packed;
}

/** Numbers what findings have in common. */
class Kinds {
  readonly all: Omit<Finding, 'spans'>[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf({ spans: _, ...kind }: Finding): number {
    const { category, severity, confidence, decoded, rule } = kind;
    const key = JSON.stringify([category, severity, confidence, decoded, rule]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.all.length);
    return this.all.push(kind) - 1;
  }
}

export function* unpackRuling(packed: PackedRuling): Steps<Ruling> {
  const findings = yield* unpackFindings(packed);
  return { ...packed.rest, findings, edits: yield* unpackEdits(packed) };
}

function* unpackFindings({ kinds, findings, spans }: PackedRuling): Steps<readonly Finding[]> {
  const unpacked: Finding[] = [];
  let span = 0;
  for (let at = 0; at < findings.length; at += perFinding) {
    const kind = kinds[findings[at] ?? 0];
    if (kind === undefined) throw new Error('a finding is of a kind that is not there');
    const own: Span[] = [];
    for (const end = span + (findings[at + 1] ?? 0); span < end; span += 1)
      own.push(spanAt(spans, span));
    unpacked.push({ ...kind, spans: own });
    if (unpacked.length % stepItems === 0) yield;
  }
  return unpacked;
}

function* unpackEdits({ edits, replacements }: PackedRuling): Steps<readonly Edit[]> {
  const unpacked: Edit[] = [];
  for (const replacement of textsOf(replacements)) {
    unpacked.push({ ...spanAt(edits, unpacked.length), replacement });
    if (unpacked.length % stepItems === 0) yield;
  }
  return unpacked;
}

function spanAt(spans: Int32Array, index: number): Span {
  const at = index * perSpan;
  return { part: spans[at] ?? 0, start: spans[at + 1] ?? 0, end: spans[at + 2] ?? 0 };
}

export function* textsOf({ joined, ends }: PackedTexts): Generator<string, void, void> {
  let from = 0;
  for (const end of ends) {
    yield joined.slice(from, end);
    from = end;
  }
}

/** Some at a time. */
export function* unpackPlaced(packed: PackedTexts): Generator<readonly Placed[], void, void> {
  let some: Placed[] = [];
  let key: string | undefined;
  for (const text of textsOf(packed)) {
    if (key === undefined) key = text;
    else {
      some.push([key, text]);
      key = undefined;
    }
    if (some.length === stepItems) {
      yield some;
      some = [];
    }
  }
  yield some;
}
