/** How long things take, as histograms whose buckets reach as far as each of them may. */
import { Histogram, type Registry } from 'prom-client';

const evaluationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
/** What a model does takes from milliseconds, as a list of models, to the quarter of an hour that a call may last. */
const modelBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 900,
];

export type Times = Readonly<Record<'evaluation' | 'exchange' | 'outside' | 'upstream', Histogram>>;

export function createTimes(registers: Registry[]): Times {
  return {
    evaluation: new Histogram({
      name: 'governance_evaluation_duration_seconds',
      help: 'Time to judge one interaction.',
      labelNames: ['direction'],
      buckets: evaluationBuckets,
      registers,
    }),
    exchange: new Histogram({
      name: 'governance_exchange_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer.',
      labelNames: ['provider'],
      buckets: modelBuckets,
      registers,
    }),
    outside: new Histogram({
      name: 'governance_outside_duration_seconds',
      help: 'Time for a model from outside to judge one text, by how that went.',
      labelNames: ['detector', 'outcome'],
      buckets: modelBuckets,
      registers,
    }),
    upstream: new Histogram({
      name: 'governance_upstream_duration_seconds',
      help: 'Time from sending a call to the end of its answer; one that broke off is counted as a failure.',
      labelNames: ['upstream'],
      buckets: modelBuckets,
      registers,
    }),
  };
}
