/** How exactly personal data and credentials are found: findings against the spans that a text is labelled with. */
import type { Judged, Sight } from './judged.ts';
import { toldConfidence } from './judged.ts';
import type { LabelledSpan } from './labelled-text.ts';

export type SpanFigures = {
  readonly type: string;
  readonly labelled: number;
  readonly covered: number;
  readonly exact: number;
  /** Findings of the categories that stand for this type, and how many of them lie on a labelled span. */
  readonly findings: number;
  readonly right: number;
};

/** Which categories stand for the types that labelled sets use; a type that is none of these is its own category. */
const kinds: readonly (readonly [type: RegExp, categories: RegExp])[] = [
  [/e-?mail/, /^pii\/email$/],
  [/phone|telephone|fax|mobile/, /^pii\/phone$/],
  [/credit.?card|card.?number|pan$/, /^pii\/card$/],
  [/iban/, /^pii\/iban$/],
  [/ssn|social.?security/, /^pii\/(?:us_ssn|us_itin|national_id\/.*)$/],
  [/passport/, /^pii\/passport$/],
  [/driver|driving/, /^pii\/driver_license$/],
  [/national.?id|id.?card|tax.?id|tin$/, /^pii\/(?:national_id\/.*|us_ssn|us_itin)$/],
  [/^ip|ip.?address/, /^pii\/ip$/],
  [/^mac|mac.?address/, /^pii\/mac$/],
  [/bitcoin|crypto|wallet|ethereum/, /^pii\/crypto_address$/],
  [/bank|account/, /^pii\/(?:bank_account|iban|mx_clabe)$/],
  [/street|address|location_address/, /^pii\/address$/],
  [/birth|dob/, /^pii\/birth_date$/],
  [/^person|^name|first.?name|last.?name|full.?name/, /^pii\/name$/],
  [/vin$|vehicle/, /^pii\/(?:vin|license_plate)$/],
  [/plate/, /^pii\/license_plate$/],
  [/medical|patient|mrn/, /^pii\/medical_record$/],
  [/insurance/, /^pii\/(?:health_insurance|insurance_policy)$/],
  [/secret|credential|password|token|key/, /^secret\//],
];

export function categoriesFor(type: string): RegExp | undefined {
  return kinds.find(([types]) => types.test(type.toLowerCase()))?.[1];
}

/** Half of a span is enough to have found it; `exact` counts those with the same two ends. */
const coveredShare = 0.5;

const overlapOf = (one: LabelledSpan, other: Pick<Sight, 'start' | 'end'>): number =>
  Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));

/** Only texts that say where their spans are take part. A type that no detector is for is listed with nothing found. */
export function measureSpans(judged: readonly Judged[]): readonly SpanFigures[] {
  const spanned = judged.filter(({ given }) => given.spans !== undefined);
  const clean = judged.filter(({ given }) => given.spans === undefined && !given.meaning.found);
  const types = [
    ...new Set(spanned.flatMap(({ given }) => (given.spans ?? []).map(({ type }) => type))),
  ].sort();
  return types.map((type) => measureType(type, spanned.length > 0 ? [...spanned, ...clean] : []));
}

function measureType(type: string, judged: readonly Judged[]): SpanFigures {
  const wanted = categoriesFor(type);
  const counts = { labelled: 0, covered: 0, exact: 0, findings: 0, right: 0 };
  for (const { given, sights } of judged) {
    const all = given.spans ?? [];
    const labelled = all.filter((span) => span.type === type);
    const told = withoutRepeats(
      sights.filter(
        ({ category, confidence }) =>
          confidence >= toldConfidence && (wanted?.test(category) ?? false),
      ),
    );
    counts.labelled += labelled.length;
    for (const span of labelled) {
      const length = span.end - span.start;
      if (told.some((one) => overlapOf(span, one) >= length * coveredShare)) counts.covered++;
      if (told.some((one) => one.start === span.start && one.end === span.end)) counts.exact++;
    }
    const alike = all.filter((span) => categoriesFor(span.type)?.source === wanted?.source);
    counts.findings += told.length;
    counts.right += told.filter((one) => alike.some((span) => overlapOf(span, one) > 0)).length;
  }
  return { type, ...counts };
}

/** One place seen in several readings is one finding. */
function withoutRepeats(sights: readonly Sight[]): readonly Sight[] {
  return sights.filter(
    (one, at) =>
      !sights.some(
        (other, before) => before < at && one.start < other.end && other.start < one.end,
      ),
  );
}
