/** What the trail leans on, as metrics: its disk, who keeps copies of its checkpoints, its indices, and its own word. */
import { Gauge, type Registry } from 'prom-client';

export type TrailReadings = {
  readonly writable: boolean;
  /** When the trail was opened, where the run before did not close it; else 0. */
  readonly recoveredAtMs: number;
  /** How long it has been waiting for a checkpoint that can be signed and kept. */
  readonly sealAgeMs: number;
  readonly diskUsed: number;
  readonly faults: number;
  readonly sharedIndexAgeMs: number;
  readonly retentionStopped: boolean;
  readonly holdsUnknownMs: number;
  readonly erasuresOwedMs: number;
  readonly witnessLagsMs: Readonly<Record<string, number>>;
};

export type TrailGauges = Readonly<
  Record<
    | 'unwritable'
    | 'recovered'
    | 'retentionStopped'
    | 'holdsUnknown'
    | 'erasuresOwed'
    | 'sealAge'
    | 'disk'
    | 'sharedIndexAge'
    | 'faults'
    | 'witnessLag',
    Gauge
  >
>;

export function createTrailGauges(registers: Registry[], read: () => TrailReadings): TrailGauges {
  return {
    ...createStandingGauges(registers, read),
    ...createDutyGauges(registers, read),
    disk: new Gauge({
      name: 'governance_audit_disk_used_ratio',
      help: 'The share of the disk of the audit trail that is used, in bytes or in files, whichever is more.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(read().diskUsed);
      },
    }),
    sharedIndexAge: new Gauge({
      name: 'governance_audit_shared_index_age_seconds',
      help: 'How long the oldest entry has been waiting that the index in the database does not hold.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(read().sharedIndexAgeMs / 1000);
      },
    }),
    faults: new Gauge({
      name: 'governance_audit_trail_faults',
      help: 'Faults that the last verification of the trail found; 0 while it is intact.',
      registers,
      collect() {
        this.set(read().faults);
      },
    }),
    witnessLag: new Gauge({
      name: 'governance_witness_lag_seconds',
      help: 'How long a checkpoint has been waiting for a witness to take it.',
      labelNames: ['witness'],
      aggregator: 'max',
      registers,
      collect() {
        for (const [witness, ms] of Object.entries(read().witnessLagsMs))
          this.set({ witness }, ms / 1000);
      },
    }),
  };
}

/** Whether entries can be written and sealed, and whether the last run ended well. */
function createStandingGauges(registers: Registry[], read: () => TrailReadings) {
  return {
    // A count of failures stands still once nobody sends calls here any more; this one does not.
    unwritable: new Gauge({
      name: 'governance_audit_unwritable',
      help: '1 while the audit trail cannot be written and governed calls get 503.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(read().writable ? 0 : 1);
      },
    }),
    sealAge: new Gauge({
      name: 'governance_audit_seal_age_seconds',
      help: 'How long the audit trail has been waiting to be sealed; next to nothing while checkpoints can be signed and kept.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(read().sealAgeMs / 1000);
      },
    }),
    recovered: new Gauge({
      name: 'governance_audit_recovered_timestamp_seconds',
      help: 'When the trail was opened, in seconds since 1970, where the run before had not closed it; else 0.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(read().recoveredAtMs / 1000);
      },
    }),
  };
}

/** Whether texts go when their time is over, or somebody asked for it, and stay where they have to. */
function createDutyGauges(registers: Registry[], read: () => TrailReadings) {
  return {
    retentionStopped: new Gauge({
      name: 'governance_audit_retention_stopped',
      help: '1 while texts whose time is over are kept: the clock is too far ahead to be believed, or they cannot be destroyed.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(read().retentionStopped ? 1 : 0);
      },
    }),
    holdsUnknown: new Gauge({
      name: 'governance_audit_holds_unknown_seconds',
      help: 'How long it has not been known who is under legal hold at all replicas, so that nothing is erased or expires; else 0.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(read().holdsUnknownMs / 1000);
      },
    }),
    erasuresOwed: new Gauge({
      name: 'governance_audit_erasures_owed_seconds',
      help: 'How long somebody who was erased at another replica could not be erased here, for another reason than a legal hold; else 0.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(read().erasuresOwedMs / 1000);
      },
    }),
  };
}
