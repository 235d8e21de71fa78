/** What the proxy is given to work with, rules, record, upstreams and bounds, and what all its exchanges share. */
import type { Edit, Ruling } from '../governance/decision.ts';
import type { Recorder, Told } from '../governance/event.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { Hold } from '../governance/policy/hold.ts';
import type { Reserve } from '../governance/spending.ts';
import type { AnswerLimits } from './answer-body.ts';
import type { AnswerRoom } from './answer-room.ts';
import type { BodyLimits } from './body.ts';
import type { BreakerLimits } from './breaker.ts';
import type { ForwardLimits } from './deadlines.ts';
import type { Forward, Watch } from './forward.ts';
import type { JsonLimits } from './json.ts';
import type { Targets } from './targets.ts';
import type { RouteEntry, Upstream } from './upstream.ts';

/** Judges one interaction; `system` are the texts of the request's system parts, when an answer is judged. */
export type Judge = {
  (interaction: Interaction, system?: readonly string[]): Ruling | Promise<Ruling>;
  /** How much of a streamed answer has to be held back while it is judged; absent: all of it. */
  readonly hold?: (interaction: Interaction) => Hold;
  /** Told of a stream of which so many characters will be judged at once when it ends. */
  readonly foresee?: (characters: number) => void;
  /** Told what was taken out of a stream for good, and without anything that all until now was; answers as what. */
  readonly settle?: (edits?: readonly Edit[]) => readonly Edit[];
};

export type StreamLimits = {
  readonly streamHoldBackCharsMax: number;
  readonly streamHeldBytesMax: number;
  readonly streamKeptCharsMax: number;
  readonly streamKeepAliveMs: number;
  readonly upstreamOpenTimeoutMs: number;
  readonly clientStallTimeoutMs: number;
};

export type ProxyLimits = BodyLimits &
  JsonLimits &
  AnswerLimits &
  StreamLimits &
  ForwardLimits &
  BreakerLimits & { readonly exchangesMax: number; readonly answersHeldBytesMax: number };

export type ProxyOptions = {
  /** The rules in force now; asked once per exchange, so that request and answer meet the same ones. */
  readonly policy: () => Judge;
  readonly record: Recorder;
  /** Asked before each step that costs time: resolves when the thread has some; undefined where it has some now. */
  readonly step: () => Promise<void> | undefined;
  /** Sets aside what a call may use; absent where nothing is kept count of. */
  readonly reserve?: Reserve | undefined;
  /** The first of a family is its default. */
  readonly upstreams: readonly Upstream[];
  readonly routes: readonly RouteEntry[];
  readonly limits: ProxyLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly watch?: Watch;
  /** What goes on to an upstream in the place of a caller's `traceparent`; absent where nothing is traced here. */
  readonly toTraceParent?: ((told: Told) => string) | undefined;
  /** Told of each answer that streams. */
  readonly onStream?: (hold: Hold) => void;
  /** A bug: told to the log with the id that the caller gets. */
  readonly onBug: (error: unknown, requestId: string) => void;
};

/** With what the proxy itself has made of it, for all exchanges. */
export type House = ProxyOptions & {
  readonly forwardTo: (upstream: Upstream) => Forward;
  readonly targets: Targets;
  /** For answers that are taken in whole. */
  readonly room: AnswerRoom;
};
