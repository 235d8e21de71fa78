/** Recorded exchanges, judged again one entry after the other. */
import type { Leg } from '../audit/content/capture.ts';
import type { PastEntry, PastText } from '../audit/past-entries.ts';
import { GatewayError } from '../errors.ts';
import { govern } from '../governance/govern.ts';
import type { Caller, Interaction } from '../governance/interaction.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import { toInteraction } from '../governance/policy/trial.ts';
import type { JsonLimits } from '../proxy/json.ts';
import {
  type Circumstances,
  type Specimen,
  readSpecimen,
  toAnswerInteraction,
  toRequestInteraction,
} from '../proxy/specimen.ts';
import { Comparison, toVerdict } from './policy-compare.ts';
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
  #single = 0;

  constructor(bundle: Bundle, limits: JsonLimits) {
    this.#bundle = bundle;
    this.#limits = limits;
  }

  /** How many texts could not be judged again, by the reason. */
  get skipped(): ReadonlyMap<string, number> {
    return this.#skipped;
  }

  get notes(): readonly string[] {
    return listNotes(this.#bundle, this.#single);
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

  #attempt(text: PastText, work: (text: Buffer) => void): void {
    const reason = 'missing' in text ? wordMissing(text.missing) : tryWork(() => work(text.text));
    if (reason !== undefined) this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  #judge(past: PastCall, call: Interaction, system?: readonly string[]): void {
    const options = { hash: () => 'hash', ...(system && { system }) };
    const { rules, action } = past.ruling;
    const enforced = rules.filter(({ mode }) => mode === 'enforce');
    this.comparison.add({
      name: `entry ${past.id}`,
      team: past.actor.team,
      before: { action, rules: enforced.map(({ policy, rule }) => `${policy}/${rule}`) },
      after: toVerdict(govern(this.#bundle, call, options)),
    });
  }

  #judgeRequest(past: PastCall, text: Buffer): void {
    const { route, dialect, model } = past.call;
    const address = { route, dialect, model };
    const specimen = readSpecimen(text.toString('utf8'), this.#limits, address);
    const request = toRequestInteraction(specimen, circumstancesOf(past));
    this.#judge(past, request);
    if (this.#open.size >= openMax) this.#open.delete(this.#open.keys().next().value ?? '');
    const system = request.parts.filter(({ kind }) => kind === 'system').map((part) => part.text);
    this.#open.set(placeOf(past), { specimen, system });
  }

  #judgeAnswer(past: PastCall, text: Buffer): void {
    const heard = this.#open.get(placeOf(past));
    if (heard === undefined) throw new Unread('the request that was answered could not be read');
    const { specimen, system } = heard;
    const answer = toAnswerInteraction(specimen, text, circumstancesOf(past), this.#limits);
    this.#judge(past, answer, system);
  }

  #judgeText(past: PastCall, text: Buffer): void {
    this.#single += 1;
    this.#judge(past, toSingle(past, text.toString('utf8')));
  }
}

class Unread extends Error {}

function tryWork(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Unread) return error.message;
    if (error instanceof GatewayError) return 'the text is not of the format that it came in';
    throw error;
  }
}

function wordMissing(missing: string): string {
  if (missing === 'kept redacted only')
    return 'only a redacted copy was kept, which would be judged otherwise than the text itself';
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

/** An entry says which key called, and not in which environment that key is. */
function toCaller({ actor, call }: PastCall): Caller {
  return { id: actor.key, owner: actor.owner, team: actor.team, env: '', tags: call.tags };
}

function circumstancesOf(past: PastCall): Circumstances {
  return { upstream: past.call.upstream, caller: toCaller(past), at: Date.parse(past.at) };
}

function toSingle(past: PastCall, text: string): Interaction {
  const { model, session, tags, route, dialect } = past.call;
  const call = toInteraction({ text, model, session, tags, route, dialect });
  return { ...call, key: toCaller(past), at: Date.parse(past.at) };
}

function listNotes(bundle: Bundle, single: number): readonly string[] {
  const notes: string[] = [];
  if (single > 0)
    notes.push(
      `${single} texts of /v1/validate and /v1/policy/check were judged as a user's, since entries do not say which part of a conversation they were`,
    );
  const asksEnv = bundle.policies.some(({ document }) =>
    JSON.stringify(document.spec).includes('key.env'),
  );
  if (asksEnv)
    notes.push('policies ask for `key.env`, which entries do not hold; it was taken for empty');
  return notes;
}
