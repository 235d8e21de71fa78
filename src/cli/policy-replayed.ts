/** Recorded exchanges, judged again one entry after the other. */
import type { Leg } from '../audit/content/capture.ts';
import type { PastEntry, PastText } from '../audit/past-entries.ts';
import { GatewayError } from '../errors.ts';
import { strongest } from '../governance/decision.ts';
import { govern } from '../governance/govern.ts';
import type { Caller, Interaction } from '../governance/interaction.ts';
import type { Bundle, Policy } from '../governance/policy/policy.ts';
import { toInteraction } from '../governance/policy/trial.ts';
import type { JsonLimits } from '../proxy/json.ts';
import { heldBack, withheld } from '../proxy/redaction.ts';
import {
  type Circumstances,
  type Specimen,
  readSpecimen,
  toAnswerInteraction,
  toRequestInteraction,
} from '../proxy/specimen.ts';
import { Comparison, toVerdict } from './policy-compare.ts';
import { insideOf } from './policy-open.ts';
import { type PastCall, pastCallSchema } from './policy-past.ts';

/** Requests whose answer has not been met; more than are ever under way at once. */
const openMax = 10_000;

type Heard = { readonly specimen: Specimen; readonly system: readonly string[] };

export class Replay {
  readonly comparison = new Comparison();
  readonly #skipped = new Map<string, number>();
  readonly #open = new Map<string, Heard>();
  readonly #bundle: Bundle;
  readonly #limits: JsonLimits;
  #copies = 0;
  #singles = 0;

  constructor(bundle: Bundle, limits: JsonLimits) {
    this.#bundle = bundle;
    this.#limits = limits;
  }

  /** How many texts could not be judged again, by the reason. */
  get skipped(): ReadonlyMap<string, number> {
    return this.#skipped;
  }

  /** How many of those that were judged were redacted copies. */
  get copies(): number {
    return this.#copies;
  }

  get notes(): readonly string[] {
    return listNotes(this.#bundle, this.#copies, this.#singles);
  }

  take({ entry, read }: PastEntry): void {
    const parsed = pastCallSchema.safeParse(entry);
    if (!parsed.success) return;
    const past = parsed.data;
    if (past.type === 'decision')
      this.#attempt(read('received'), (text) => this.#judgeText(past, text));
    else if (past.type === 'request')
      this.#attempt(read('received'), (text) => this.#judgeRequest(past, text));
    else {
      const leg = answerLeg(past, entry);
      if (leg !== undefined) this.#attempt(read(leg), (text) => this.#judgeAnswer(past, text));
      this.#open.delete(placeOf(past));
    }
  }

  #attempt(past: PastText, work: (kept: Kept) => void): void {
    const reason = 'missing' in past ? wordMissing(past.missing) : tryWork(past, work);
    if (reason !== undefined) this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  #judge(past: PastCall, whole: boolean, call: Interaction, system?: readonly string[]): void {
    const options = { hash: () => 'hash', ...(system && { system }) };
    const { rules, action } = past.ruling;
    const enforced = rules.filter(({ mode }) => mode === 'enforce');
    const after = toVerdict(govern(insideOf(this.#bundle), call, options));
    if (!whole && strongest(after.action, action) !== after.action) throw new Unread(wordCut);
    if (!whole) this.#copies += 1;
    this.comparison.add({
      name: `entry ${past.id}`,
      team: past.actor.team,
      before: { action, rules: enforced.map(({ policy, rule }) => `${policy}/${rule}`) },
      after,
    });
  }

  #judgeRequest(past: PastCall, { text, whole }: Kept): void {
    const { route, dialect, model } = past.call;
    const address = { route, dialect, model };
    const specimen = readSpecimen(text.toString('utf8'), this.#limits, address);
    const request = toRequestInteraction(specimen, circumstancesOf(past));
    if (this.#open.size >= openMax) this.#open.delete(this.#open.keys().next().value ?? '');
    const system = request.parts.filter(({ kind }) => kind === 'system').map((part) => part.text);
    this.#open.set(placeOf(past), { specimen, system });
    this.#judge(past, whole, request);
  }

  #judgeAnswer(past: PastCall, { text, whole }: Kept): void {
    const heard = this.#open.get(placeOf(past));
    if (heard === undefined) throw new Unread('the request that was answered could not be read');
    const { specimen, system } = heard;
    const answer = toAnswerInteraction(specimen, text, circumstancesOf(past), this.#limits);
    this.#judge(past, whole, answer, system);
  }

  #judgeText(past: PastCall, { text, whole }: Kept): void {
    this.#singles += 1;
    this.#judge(past, whole, toSingle(past, text.toString('utf8')));
  }
}

type Kept = Exclude<PastText, { readonly missing: unknown }>;

class Unread extends Error {}

function tryWork(kept: Kept, work: (kept: Kept) => void): string | undefined {
  const lacks = wordsWithheld.find(([instead]) => kept.text.equals(instead));
  if (lacks !== undefined) return lacks[1];
  try {
    work(kept);
    return undefined;
  } catch (error) {
    if (error instanceof Unread) return error.message;
    if (error instanceof GatewayError) return 'the text is not of the format that it came in';
    throw error;
  }
}

/** What stands in the place of a text that was not kept. */
const wordsWithheld: readonly (readonly [instead: Buffer, why: string])[] = [
  [
    Buffer.from(withheld),
    'the text was not kept: something was found where it could not be masked',
  ],
  [Buffer.from(heldBack), 'the text was not kept: it was held back and went to nobody'],
];
const wordCut = 'only a redacted copy was kept, and what it was ruled for is cut out of it';

function wordMissing(missing: string): string {
  return missing === 'not kept' ? 'the text was not kept' : `the text is ${missing}`;
}

/** What the upstream said: by itself only where something else was released. A block of the request had no answer. */
function answerLeg({ type }: PastCall, { content }: PastEntry['entry']): Leg | undefined {
  if (typeof content === 'object' && content !== null && 'returned' in content) return 'returned';
  return type === 'answered' ? 'released' : undefined;
}

function placeOf({ exchange, attempt }: PastCall): string {
  return `${exchange}/${attempt}`;
}

function toCaller({ actor }: PastCall): Caller {
  const { key, owner, team, env, tags } = actor;
  return { id: key, owner, team, env, tags };
}

function circumstancesOf(past: PastCall): Circumstances {
  return { upstream: past.call.upstream, caller: toCaller(past), at: Date.parse(past.at) };
}

function toSingle(past: PastCall, text: string): Interaction {
  const { model, session, tags, route, dialect, part, stage } = past.call;
  const call = toInteraction({ text, part, stage, model, session, tags, route, dialect });
  const parts = call.parts.map((each) => ({ ...each, at: [] }));
  return { ...call, parts, history: 1, key: toCaller(past), at: Date.parse(past.at) };
}

function listNotes(bundle: Bundle, copies: number, singles: number): readonly string[] {
  const notes: string[] = [];
  if (bundle.inside !== undefined)
    notes.push('rules that need a model from outside were left out, since none was asked');
  if (copies > 0) {
    const [were, them] =
      copies === 1 ? ['was a redacted copy', 'it'] : ['were redacted copies', 'them'];
    notes.push(
      `${copies} of these ${were}: what a rule would have seen in what was cut out of ${them} does not show`,
    );
  }
  if (singles > 0 && bundle.policies.some(asksUser))
    notes.push(
      'policies ask for `user`, which is kept as a pseudonym only; for texts of /v1/validate and /v1/policy/check it was taken for empty',
    );
  return notes;
}

function asksUser({ document }: Policy): boolean {
  const { rules, variables = {} } = document.spec;
  return [...rules.map(({ when }) => when), ...Object.values(variables)].some((expression) =>
    /(?<![."'\w])user\b/.test(expression),
  );
}
