import { describe, expect, test } from '@jest/globals';
import { sheds } from '../../../src/server/admission.ts';
import { createMetrics, joinMetrics } from '../../../src/server/metrics.ts';

function createOf(lag: number, faults: number): ReturnType<typeof createMetrics> {
  return createMetrics({
    auditQueueDepth: () => 2,
    exchanges: () => 3,
    lagMs: () => 0,
    trail: () => ({
      ...{
        writable: lag !== 7,
        recoveredAtMs: lag * 1_000,
        sealAgeMs: lag * 1_000,
        diskUsed: 0.4,
        faults,
        sharedIndexAgeMs: lag * 1_000,
        retentionStopped: lag === 7,
        holdsUnknownMs: lag === 7 ? 5_000 : 0,
        erasuresOwedMs: lag * 1_000,
      },
      witnessLagsMs: { vault: lag * 1_000 },
    }),
  });
}

describe('the metrics of several workers as one', () => {
  test('tell the worst of a state, and the sum of what is counted', async () => {
    const workers = [createOf(5, 1), createOf(7, 2), createOf(1, 0)];
    // Of the third it is not known: a primary serves none.
    workers[0]?.setCertificateEnd(9_000);
    workers[1]?.setCertificateEnd(8_000);
    const { text } = await joinMetrics(await Promise.all(workers.map(({ read }) => read())));
    const lines = text.split('\n');
    for (const line of [
      // They share one disk: a sum would be more than there is of it.
      'governance_audit_disk_used_ratio 0.4',
      'governance_witness_lag_seconds{witness="vault"} 7',
      // An alert sees the first refusal as a rise only from what was there before it.
      ...sheds.map((why) => `governance_shed_total{why="${why}"} 0`),
      'governance_audit_shared_index_age_seconds 7',
      'governance_audit_seal_age_seconds 7',
      'governance_audit_trail_faults 3',
      'governance_audit_unwritable 1',
      'governance_audit_recovered_timestamp_seconds 7',
      'governance_audit_retention_stopped 1',
      'governance_audit_holds_unknown_seconds 5',
      'governance_audit_erasures_owed_seconds 7',
      'governance_audit_queue_depth 6',
      'governance_exchanges_in_flight 9',
      'governance_tls_certificate_end_timestamp_seconds 8',
    ])
      expect(lines).toContain(line);
  });
});
