/** An entry of the trail as docs/AUDIT-FORMAT.md describes it; members that a type of entry lacks are absent. */
import type { ReactNode } from 'react';

export type FiredRule = {
  readonly policy: string;
  readonly rule: string;
  readonly action: string;
  readonly mode: string;
  readonly severity?: string;
  readonly us?: number;
};

export type Ruling = {
  readonly action: string;
  readonly decided_by?: string;
  readonly policy_version: string;
  readonly edits?: number;
  readonly rules: readonly FiredRule[];
  readonly findings?: readonly { readonly category: string; readonly count: number }[];
  readonly failures: readonly Readonly<Record<string, unknown>>[];
};

export type Unjudged = {
  readonly path?: string;
  readonly kind: string;
  readonly bytes?: number;
  readonly why?: string;
};

export type Coverage = {
  readonly parts: number;
  readonly judged: number;
  readonly unmapped?: number;
  readonly unjudged: readonly Unjudged[];
};

export type Leg = {
  readonly bytes: number;
  readonly commitment?: string;
  readonly digest?: string;
  readonly same?: string;
};

export type Entry = {
  readonly v: number;
  readonly id: string;
  readonly seq: number;
  readonly epoch: string;
  readonly origin: string;
  readonly at: string;
  readonly type: string;
  readonly prev: string;
  readonly exchange?: string;
  readonly request_id?: string;
  readonly attempt?: number;
  readonly retry?: number;
  readonly elapsed_us?: number;
  readonly actor?: Readonly<
    Record<'key' | 'owner' | 'team' | 'subject' | 'address' | 'agent', string>
  > & { readonly env?: string; readonly tags?: readonly string[] };
  readonly call?: {
    readonly dialect?: string;
    readonly route?: string;
    readonly model?: string;
    readonly upstream?: string;
    readonly session?: string;
    readonly status?: number;
    readonly stream?: boolean;
    readonly bytes_in?: number;
    readonly bytes_out?: number;
    readonly tags?: readonly string[];
    /** Of a text that was sent to be judged. */
    readonly part?: string;
    readonly stage?: string;
  };
  readonly answer?: {
    readonly model?: string;
    readonly finish?: string;
    readonly upstream_request_id?: string;
    readonly usage?: { readonly input: number; readonly output: number };
  };
  readonly ruling?: Ruling;
  readonly coverage?: Coverage;
  /** In an end, where there is more to say of its request than that it was judged and let through. */
  readonly on_request?: { readonly ruling: Ruling; readonly coverage: Coverage };
  readonly content?: Readonly<Record<string, Leg | string>>;
  readonly outcome?: { readonly delivered: string; readonly ended_by: string };
  /** Why a call was refused, failed or was aborted. */
  readonly reason?: string;
  /** How many calls a folded refusal stands for. */
  readonly count?: number;
  /** What an act is about. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly [more: string]: unknown;
};

/** One line of what is told of an entry; what has no value is left out. */
export type Fact = readonly [name: string, value: ReactNode];

const strength = ['allow', 'flag', 'redact', 'block'];

/** Of the rulings on an answer and on its request, the one that did more. */
export function rulingOf({ ruling, on_request: onRequest }: Entry): Ruling | undefined {
  if (ruling === undefined || onRequest === undefined) return ruling ?? onRequest?.ruling;
  const isStronger = strength.indexOf(onRequest.ruling.action) > strength.indexOf(ruling.action);
  return isStronger ? onRequest.ruling : ruling;
}

/** What was done about the call; for entries without a ruling, what they are about. */
export function decisionOf(entry: Entry): string {
  return rulingOf(entry)?.action ?? ownDecisionOf(entry);
}

/** What was done in the step that the entry stands for. */
export function ownDecisionOf({ ruling, type, ...rest }: Entry): string {
  if (ruling !== undefined) return ruling.action;
  const act = rest['act'] ?? rest['cause'];
  return typeof act === 'string' ? act : type;
}

export function rulesOf({ ruling, on_request: onRequest }: Entry): readonly string[] {
  const all = [...(ruling?.rules ?? []), ...(onRequest?.ruling.rules ?? [])];
  return [...new Set(all.map(({ policy, rule }) => `${policy}/${rule}`))];
}

export function millisecondsOf({ elapsed_us: us }: Entry): string {
  return us === undefined ? '' : (us / 1000).toFixed(us < 10_000 ? 1 : 0);
}

/** Of the call; undefined where nothing of it was to be judged. */
export function isPartial({ coverage, on_request: onRequest }: Entry): boolean | undefined {
  const told = [coverage, onRequest?.coverage].filter((one) => one !== undefined);
  return told.length === 0 ? undefined : told.some(isPartly);
}

export function isPartly({ judged, parts, unjudged }: Coverage): boolean {
  return judged !== parts || unjudged.length > 0;
}
