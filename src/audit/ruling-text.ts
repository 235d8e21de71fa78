/** What was decided and how much was judged, as entries say it. */
import type { Ruling } from '../governance/decision.ts';
import type { Coverage } from '../governance/event.ts';
import type { Finding } from '../governance/finding.ts';
import { pathOf } from '../governance/interaction.ts';
import type { Step, Unjudged } from '../governance/interaction.ts';
import { inOnePiece, writeList, writeString, writeWhole } from './canonical.ts';

const rulesMax = 100;
const failuresMax = 50;
const unjudgedMax = 50;

/** The last ruling in which nothing was seen: under one policy they all say the same. */
let plain = { action: '', policyVersion: '', text: '' };

export function writeRuling(ruling: Ruling): string {
  if (!isPlain(ruling)) return writeWhat(ruling);
  const { action, policyVersion } = ruling;
  if (plain.action !== action || plain.policyVersion !== policyVersion)
    plain = { action, policyVersion, text: inOnePiece(writeWhat(ruling)) };
  return plain.text;
}

function isPlain({ decisive, edits, failures, findings, fired }: Ruling): boolean {
  const seen = edits.length + failures.length + findings.length + fired.length;
  return seen === 0 && decisive === undefined;
}

function writeWhat(ruling: Ruling): string {
  const { decisive } = ruling;
  const decidedBy =
    decisive === undefined
      ? ''
      : `"decided_by":${writeString(`${decisive.policy}/${decisive.rule}`)},`;
  const failures = ruling.failures
    .slice(0, failuresMax)
    .map(({ check, reason }) => `{"check":${writeString(check)},"reason":${writeString(reason)}}`);
  const rules = ruling.fired
    .slice(0, rulesMax)
    .map(
      (firing) =>
        `{"action":"${firing.action}",${firing.failed ? '"failed":true,' : ''}"mode":"${firing.mode}",` +
        `"policy":${writeString(firing.policy)},"rule":${writeString(firing.rule)},"severity":"${firing.severity}"}`,
    );
  return (
    `{"action":"${ruling.action}",${decidedBy}"edits":${ruling.edits.length},"failures":${writeList(failures)},` +
    `"findings":${writeFindings(ruling.findings)},"policy_version":${writeString(ruling.policyVersion)},` +
    `"rules":${writeList(rules)}}`
  );
}

/** Categories with how often each was seen: where it stood is of no use without the text, which is kept elsewhere. */
function writeFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return '[]';
  const counts = new Map<string, number>();
  let [last, count] = ['', 0];
  const add = (): unknown => count > 0 && counts.set(last, (counts.get(last) ?? 0) + count);
  // Of hundreds of thousands most are of the same category as the one before.
  for (const { category } of findings) {
    if (category !== last) {
      add();
      [last, count] = [category, 0];
    }
    count += 1;
  }
  add();
  const sorted = [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
  return writeList(
    sorted.map(([category, count]) => `{"category":${writeString(category)},"count":${count}}`),
  );
}

/** Coverages in which nothing was left unjudged, by their three counts; all are forgotten at once when there are too many. */
const whole = new Map<number, string>();
const wholeMax = 1000;
const countsMax = 256;

export function writeCoverage(coverage: Coverage): string {
  const { judged, parts, unjudged, unmapped } = coverage;
  const few = judged < countsMax && parts < countsMax && unmapped < countsMax;
  if (!few || unjudged.length > 0) return writeCounts(coverage);
  const counts = (judged * countsMax + parts) * countsMax + unmapped;
  const found = whole.get(counts);
  if (found !== undefined) return found;
  const text = inOnePiece(writeCounts(coverage));
  if (whole.size >= wholeMax) whole.clear();
  whole.set(counts, text);
  return text;
}

function writeCounts(coverage: Coverage): string {
  const listed = coverage.unjudged.slice(0, unjudgedMax).map(writeUnjudged);
  const more = coverage.unjudged.length - listed.length;
  return (
    `{"judged":${writeWhole(coverage.judged)},"parts":${writeWhole(coverage.parts)},` +
    `"unjudged":${writeList(listed)},${more > 0 ? `"unjudged_more":${more},` : ''}` +
    `"unmapped":${writeWhole(coverage.unmapped)}}`
  );
}

function writeUnjudged(content: Unjudged): string {
  return (
    `{"bytes":${writeWhole(content.bytes)},"kind":"${content.kind}",` +
    `"path":${writeString(pathOf(content.at.map(maskStep)))},"why":${writeString(content.why)}}`
  );
}

/** A member name can carry text of the caller's; only names as formats have them are repeated. */
function maskStep(step: Step): Step {
  return typeof step === 'number' || /^[A-Za-z][A-Za-z_]{0,31}$/.test(step) ? step : '*';
}
