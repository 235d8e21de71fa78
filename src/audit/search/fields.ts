/** What an entry can be searched by: the closed list of fields, and how each is read from a parsed entry. */
import { actions } from '../../governance/decision.ts';

export const wordFields = [
  'type',
  'decision',
  'policy',
  'rule',
  'category',
  'severity',
  'model',
  'upstream',
  'dialect',
  'route',
  'key',
  'owner',
  'team',
  'tag',
  'status',
  'coverage',
  'cause',
  'act',
  'delivered',
  'origin',
] as const;
export type WordField = (typeof wordFields)[number];

export const numberFields = [
  'latency',
  'bytes_in',
  'bytes_out',
  'tokens_in',
  'tokens_out',
] as const;
export type NumberField = (typeof numberFields)[number];

/**
 * Values that hardly repeat: searched for whole, never listed. `content` is whose key the content is under, `about`
 * the entry that a review or a reveal is about.
 */
export const nameFields = [
  'subject',
  'session',
  'exchange',
  'request',
  'content',
  'about',
] as const;
export type NameField = (typeof nameFields)[number];

/** What reviewers said last of an entry; of one that nobody reviewed, `review` is `none`. */
export const reviewFields = ['review', 'assignee', 'review_tag'] as const;
export type ReviewField = (typeof reviewFields)[number];

export const reviewStatuses = ['open', 'confirmed', 'false_positive', 'closed'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export type Field = WordField | NumberField | NameField | ReviewField;

/** One entry as the index sees it. Fields that hold several values hold them sorted. */
export type Row = {
  readonly atUs: number;
  readonly words: Readonly<Record<WordField, readonly string[]>>;
  readonly numbers: Readonly<Record<NumberField, number>>;
  readonly names: Readonly<Record<NameField, string>>;
};

type Members = Readonly<Record<string, unknown>>;
const none: Members = {};

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Members)
    : none;
}

function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What keeps several values of one field apart where they are kept as one, so that no caller's value is taken for two. */
const between = '\u001f';

function wordOf(value: unknown): readonly string[] {
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value !== '' ? [value.replaceAll(between, ' ')] : [];
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function wordsOf(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.flatMap(wordOf))].sort();
}

function coverageOf(coverages: readonly unknown[]): readonly string[] {
  const told = coverages.filter((coverage) => coverage !== undefined).map(membersOf);
  if (told.length === 0) return [];
  const partial = told.some(
    ({ judged, parts, unjudged }) =>
      judged !== parts || (Array.isArray(unjudged) && unjudged.length > 0),
  );
  return [partial ? 'partial' : 'full'];
}

/** Of an answer and of its request, the one that did more. */
function decisionOf(rulings: readonly Members[]): readonly string[] {
  const known = actions.filter((action) => rulings.some((ruling) => ruling.action === action));
  const [last] = known.slice(-1);
  return last === undefined ? wordOf(rulings[0]?.action) : [last];
}

const severities = ['low', 'medium', 'high', 'critical'];

function severityOf(rules: readonly Members[]): readonly string[] {
  const highest = Math.max(
    -1,
    ...rules.map(({ severity }) => severities.indexOf(textOf(severity))),
  );
  return wordOf(severities[highest]);
}

/**
 * `decision` is the ruling's action, and `denied` for a call that was refused before it could be judged. An end says of its
 * request what its entry says, so that one entry of each exchange tells what became of the call.
 */
export function readRow(entry: Members, atUs: number): Row {
  const actor = membersOf(entry.actor);
  const call = membersOf(entry.call);
  const onRequest = membersOf(entry.on_request);
  const rulings = [membersOf(entry.ruling), membersOf(onRequest.ruling)];
  const usage = membersOf(membersOf(entry.answer).usage);
  const rules = rulings.flatMap((ruling) => listOf(ruling.rules));
  const findings = rulings.flatMap((ruling) => listOf(ruling.findings));
  return {
    atUs,
    words: {
      type: wordOf(entry.type),
      decision: entry.type === 'denied' ? ['denied'] : decisionOf(rulings),
      policy: wordsOf(rules.map(({ policy }) => policy)),
      rule: wordsOf(rules.map(({ policy, rule }) => `${textOf(policy)}/${textOf(rule)}`)),
      category: wordsOf(findings.map(({ category }) => category)),
      severity: severityOf(rules),
      model: wordOf(call.model),
      upstream: wordOf(call.upstream),
      dialect: wordOf(call.dialect),
      route: wordOf(call.route),
      key: wordOf(actor.key),
      owner: wordOf(actor.owner),
      team: wordOf(actor.team),
      tag: wordsOf(Array.isArray(call.tags) ? call.tags : []),
      status: wordOf(call.status),
      coverage: coverageOf([entry.coverage, onRequest.coverage]),
      cause: wordOf(entry.cause),
      act: wordOf(entry.act),
      delivered: wordOf(membersOf(entry.outcome).delivered),
      origin: wordOf(entry.origin),
    },
    numbers: {
      latency: numberOf(entry.elapsed_us),
      bytes_in: numberOf(call.bytes_in),
      bytes_out: numberOf(call.bytes_out),
      tokens_in: numberOf(usage.input),
      tokens_out: numberOf(usage.output),
    },
    names: {
      subject: textOf(actor.subject),
      session: textOf(call.session),
      exchange: textOf(entry.exchange),
      request: textOf(entry.request_id),
      content: textOf(membersOf(entry.content).key).replace(/\.\d+$/, ''),
      about: textOf(membersOf(entry.detail).entry),
    },
  };
}
