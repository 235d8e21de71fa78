/** What the trail leans on, as metrics: its disk, who keeps copies of its checkpoints, its indices, and its own word. */
import { Gauge, type Registry } from 'prom-client';

export type TrailReadings = {
  readonly diskUsed: number;
  readonly faults: number;
  readonly sharedIndexAgeMs: number;
  readonly witnessLagsMs: Readonly<Record<string, number>>;
};

export type TrailGauges = Readonly<
  Record<'disk' | 'sharedIndexAge' | 'faults' | 'witnessLag', Gauge>
>;

export function createTrailGauges(registers: Registry[], read: () => TrailReadings): TrailGauges {
  return {
    disk: new Gauge({
      name: 'governance_audit_disk_used_ratio',
      help: 'The share of the disk of the audit trail that is used.',
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
