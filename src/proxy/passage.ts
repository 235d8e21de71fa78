/** What the server knows of a call when it hands it to the proxy: who calls, what they may, and which route was taken. */
import type { Actor } from '../governance/event.ts';
import type { Caller } from '../governance/interaction.ts';
import type { ProxyRoute } from './routes.ts';

export type Passage = {
  readonly caller: Caller;
  /** Patterns of allowed models and upstreams; empty means all. */
  readonly models: readonly string[];
  readonly upstreams: readonly string[];
  readonly requestId: string;
  /** The exchange's id, which a refusal and its entry share. */
  readonly exchange: string;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Of the monotonic clock, for durations. */
  readonly startedNs: bigint;
  /** What stands in the path for `:name`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly route: ProxyRoute;
};
