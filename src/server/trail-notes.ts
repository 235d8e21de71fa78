/** What of the trail is amiss although calls are served, for whoever asks without a key: neither places nor reasons. */
import type { ShippingState } from '../audit/ship/shipping.ts';
import type { TrailGauges } from '../audit/gauges.ts';

/** A checkpoint is due each second, and the index is told of new entries as often. */
const lateMs = 10_000;
/** Witnesses get one a minute, and one that failed is asked again four times a minute. */
const witnessLateMs = 60_000;

export type TrailState = Pick<
  TrailGauges,
  'sealAgeMs' | 'indexSilentMs' | 'holdsUnknownMs' | 'erasuresOwedMs'
> & {
  /** Absent where no copy is made. */
  readonly shipping?: ShippingState | undefined;
  /** How long the witness that is furthest behind has left a checkpoint untaken; 0 where none has. */
  readonly witnessLagMs: number;
  /** Workers that did not say in time how their logs stand. */
  readonly unanswered?: number;
};

export function noteTrail({
  shipping,
  sealAgeMs,
  indexSilentMs,
  holdsUnknownMs,
  erasuresOwedMs,
  witnessLagMs,
  unanswered = 0,
}: TrailState): Readonly<Record<string, string>> {
  const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
  return {
    ...(shipping?.reason !== undefined && {
      shipping: `the audit trail cannot be shipped; the copy is ${seconds(shipping.ageMs)} behind`,
    }),
    ...(sealAgeMs > lateMs && {
      seal: `the audit trail could not be sealed for ${seconds(sealAgeMs)}; its newest entries stand under no checkpoint`,
    }),
    ...(indexSilentMs > lateMs && {
      index: `the search index has not answered for ${seconds(indexSilentMs)}; whoever reads the audit trail waits for it`,
    }),
    ...(witnessLagMs > witnessLateMs && {
      witness: `a witness has not taken a checkpoint for ${seconds(witnessLagMs)}; who holds disk and key could rewrite what came since`,
    }),
    ...(unanswered > 0 && {
      workers: `${unanswered} of the workers did not say in time how their logs stand`,
    }),
    ...(holdsUnknownMs > 0 && {
      holds: `who is under legal hold has not been known for ${seconds(holdsUnknownMs)}; nothing is erased, and no text expires`,
    }),
    ...(erasuresOwedMs > 0 && {
      erasures: `somebody who was erased at another replica could not be erased here for ${seconds(erasuresOwedMs)}`,
    }),
  };
}
