/** What happened, as data, for whoever keeps the record: the rooms tell, the trail writes, neither knows the other. */
import type { Ruling } from './decision.ts';
import type { PartKind, Stage, Unjudged } from './interaction.ts';
import type { BudgetMark, Spent } from './spending.ts';

/** What is asked of a store that replicas share: a key, how often it called, or what is left of a budget. */
export type Degraded = 'budgets' | 'key_store' | 'rate_limit';

/** Which key called, from where; never the credential itself. */
export type Actor = {
  readonly key: string;
  readonly owner: string;
  readonly team: string;
  /** What the key says of itself and policies may ask for; left out where it says nothing. */
  readonly env?: string;
  readonly tags?: readonly string[];
  /** Stores that could not be asked when the call was let in, so that it was by what this replica knew. */
  readonly degraded?: readonly Degraded[];
  /** The end user the call names, as the call gave it; the trail stores a pseudonym. */
  readonly subject: string;
  readonly address: string;
  readonly agent: string;
};

export type Call = {
  readonly dialect: string;
  readonly route: string;
  readonly model: string;
  readonly upstream: string;
  readonly stream: boolean;
  /** The conversation the call names, or ''. */
  readonly session: string;
  readonly tags: readonly string[];
  /** What a single text was judged as; an exchange says it by its route. */
  readonly part?: PartKind;
  readonly stage?: Stage;
};

/** How much was judged. `judged` counts parts every check ran on; it never counts what was not read. */
export type Coverage = {
  readonly parts: number;
  readonly judged: number;
  readonly unmapped: number;
  readonly unjudged: readonly Unjudged[];
};

/** Bytes said on one leg of an exchange. `redacted` is asked for only where the trail keeps redacted text. */
export type Content = { readonly raw: Uint8Array; readonly redacted: () => Uint8Array };

export type Contents = {
  readonly received?: Content;
  readonly forwarded?: Content;
  readonly returned?: Content;
  readonly released?: Content;
};

/** Common to all entries that stand for one call on the gateway. */
export type Told = {
  /** The exchange's id (UUIDv7); the request entry and its terminal share it. */
  readonly exchange: string;
  readonly requestId: string;
  readonly attempt: number;
  readonly actor: Actor;
  readonly call: Call;
  /** The id of the W3C trace that the call says it belongs to; left out where it says none. */
  readonly trace?: string;
  /** The caller's span in that trace, and whether the caller keeps it; beside `trace` only. No entry holds it. */
  readonly traceParent?: { readonly span: string; readonly sampled: boolean };
  /** How often the caller's library says that it tried before; left out where it says nothing or none. */
  readonly retry?: number;
};

export type Delivered = 'full' | 'partial' | 'none';
export type EndedBy = 'client' | 'upstream' | 'gateway';

export type Answer = {
  readonly model: string;
  readonly upstreamRequestId: string;
  readonly finish: string;
  readonly usage: { readonly input: number; readonly output: number };
};

/** Written before the upstream is contacted. */
export type RequestEvent = Told & {
  readonly type: 'request';
  readonly ruling: Ruling;
  readonly coverage: Coverage;
  readonly bytesIn: number;
  /** Budgets past their soft mark; left out where there are none. */
  readonly budgets?: readonly BudgetMark[];
  readonly contents: Contents;
};

/** What was decided of the request that an end ends. */
export type OnRequest = { readonly ruling: Ruling; readonly coverage: Coverage };

/** Written once for every way an exchange can end. */
export type TerminalEvent = Told & {
  readonly type: 'answered' | 'blocked' | 'failed' | 'aborted';
  readonly status: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly elapsedUs: number;
  /** Absent where the answer never reached judgement. */
  readonly ruling?: Ruling;
  readonly coverage?: Coverage;
  /** Left out where nothing was seen in the request and all of it was judged, or where `ruling` is on the request itself. */
  readonly onRequest?: OnRequest;
  readonly answer?: Answer;
  /** Left out where nothing is kept count of, or nothing was used. */
  readonly spent?: Spent;
  readonly outcome: { readonly delivered: Delivered; readonly endedBy: EndedBy };
  /** Another attempt follows, so the call itself has not ended; no part of the entry. */
  readonly triedAgain?: true;
  /** One sentence without content, where something went wrong. */
  readonly reason?: string;
  readonly contents: Contents;
};

/** A governance operation (`/v1/validate`, `/v1/policy/check`): one entry, nothing is forwarded. */
export type DecisionEvent = Told & {
  readonly type: 'decision';
  readonly status: number;
  readonly bytesIn: number;
  readonly elapsedUs: number;
  readonly ruling: Ruling;
  readonly coverage: Coverage;
  readonly contents: Contents;
};

/** A call refused before anything was judged: no or wrong key, limit, bad framing, unknown route … */
export type DeniedEvent = {
  readonly type: 'denied';
  readonly exchange: string;
  readonly requestId: string;
  readonly actor: Actor;
  readonly call: Call;
  readonly status: number;
  /** A code of errors.ts. */
  readonly cause: string;
  readonly reason: string;
  /** The budget or the cap that refused it, where one did. */
  readonly budgets?: readonly BudgetMark[];
};

/** Acts on the gateway itself: policy loads and rejections, keys, administration, reveals, exports, erasures. */
export type ActEvent = {
  readonly type: 'policy' | 'key' | 'admin' | 'reveal' | 'export' | 'erasure';
  readonly actor: Actor;
  /** `loaded`, `rejected`, `created`, `revoked` … */
  readonly act: string;
  /** Identifiers and counts only: no content, no credential. */
  readonly detail: Readonly<Record<string, string | number | boolean>>;
};

export type GovernanceEvent = RequestEvent | TerminalEvent | DecisionEvent | DeniedEvent | ActEvent;

export type Recorded = {
  readonly id: string;
  readonly seq: number;
  /** It has no entry of its own: of a flood that was refused, it is counted under that of another one. */
  readonly counted?: true;
};

/** Resolves when the entry is durable; rejects with `audit_unavailable` where it cannot be made so. */
export type Recorder = (event: GovernanceEvent) => Promise<Recorded>;
