/** Traces: hears of every call that ended, and tells a collector of those whose caller does not ask it not to. */
import { hostname } from 'node:os';
import type { Told } from '../../governance/event.ts';
import type { Observer } from '../observe.ts';
import { readVersion } from '../../config/version.ts';
import { Exporter } from './exporter.ts';
import type { ExporterOptions } from './exporter.ts';
import { toSpan, writeTraceParent } from './span.ts';

export type Tracer = Observer & {
  /** What goes on to an upstream, so that its spans are children of ours. */
  readonly toTraceParent: (told: Told) => string;
  readonly close: () => Promise<void>;
};

export type TracerOptions = Omit<ExporterOptions, 'resource'>;

/** Undefined where nothing is configured: then a caller's trace goes on as it came. */
export function createTracer(
  options: Omit<TracerOptions, 'onAlarm'> | undefined,
  onAlarm: TracerOptions['onAlarm'],
): Tracer | undefined {
  if (options === undefined) return undefined;
  const resource = [
    { key: 'service.name', value: { stringValue: 'governance-gateway' } },
    { key: 'service.version', value: { stringValue: readVersion() } },
    { key: 'service.instance.id', value: { stringValue: `${hostname()}.${process.pid}` } },
  ];
  const exporter = new Exporter({ ...options, onAlarm, resource });
  return {
    observe(event, entry) {
      switch (event.type) {
        case 'answered':
        case 'blocked':
        case 'failed':
        case 'aborted':
        case 'decision':
          if (event.traceParent?.sampled === false) return;
          exporter.add(toSpan(event, entry, Date.now()));
          return;
        case 'request':
        case 'denied':
        case 'policy':
        case 'key':
        case 'admin':
        case 'reveal':
        case 'export':
        case 'erasure':
      }
    },
    toTraceParent: writeTraceParent,
    close: () => exporter.close(),
  };
}
