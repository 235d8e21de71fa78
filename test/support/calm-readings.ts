/** What a gateway that has nothing to do tells its metrics. */
import type { Readings } from '../../src/server/instruments.ts';

export const calmReadings: Readings = {
  auditQueueDepth: () => 0,
  exchanges: () => 0,
  lagMs: () => 0,
  trail: () => ({
    writable: true,
    recoveredAtMs: 0,
    sealAgeMs: 0,
    diskUsed: 0,
    faults: 0,
    sharedIndexAgeMs: 0,
    retentionStopped: false,
    holdsUnknownMs: 0,
    erasuresOwedMs: 0,
    witnessLagsMs: {},
  }),
};
