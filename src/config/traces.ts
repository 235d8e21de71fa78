/** Where traces are sent, by OTLP over HTTP; nothing is where nothing is said. */
import { z } from 'zod';
import type { Secret } from './secret.ts';
import { furtherHeaders } from './upstreams.ts';
import { whole } from './value-kinds.ts';
import { parseWebAddress } from './web-address.ts';

export const tracesSchema = z
  .strictObject({
    endpoint: z
      .string()
      .refine(isCollector, 'an http or https URL with the path that takes traces')
      .meta({
        description:
          'The collector’s address for traces, such as `http://collector:4318/v1/traces`.',
        environment: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      }),
    headers: furtherHeaders,
    intervalMs: whole(
      { from: 100, to: 600_000, default: 5_000 },
      { description: 'How long spans wait for company.' },
    ),
    timeoutMs: whole(
      { from: 100, to: 60_000, default: 5_000 },
      { description: 'Time for one answer of the collector, and for the last batch on a stop.' },
    ),
    queueSpansMax: whole(
      { from: 1, to: 1_000_000, default: 8_192 },
      { description: 'Most spans that wait; more are dropped, and the log says how many.' },
    ),
  })
  .optional()
  .meta({ description: 'OpenTelemetry traces, without content; off where absent.' });

function isCollector(value: string): boolean {
  const url = parseWebAddress(value);
  if (url === undefined) return false;
  return url.username + url.password + url.hash === '' && url.pathname !== '/';
}

type Traces = NonNullable<z.output<typeof tracesSchema>>;

/** As the tracer takes it. */
export function toTraceSettings(
  traces: Traces | undefined,
): (Omit<Traces, 'headers'> & { readonly headers: Readonly<Record<string, string>> }) | undefined {
  if (traces === undefined) return undefined;
  const reveal = ([name, value]: readonly [string, Secret]) => [name, value.reveal()] as const;
  return { ...traces, headers: Object.fromEntries(Object.entries(traces.headers).map(reveal)) };
}
