/** The whole configuration: the one source of its type, its JSON Schema, its reference and its faults. */
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { secret, text, whole, wholeOr, words } from './value-kinds.ts';
import { auditSchema } from './audit.ts';
import { budgetsSchema, concurrencySchema, estimatesSchema, pricesSchema } from './budgets.ts';
import { detectorsSchema } from './detectors.ts';
import { limitsSchema } from './limits.ts';
import { signInSchema } from './sign-in.ts';
import { postgresAddress, redisAddress } from './store-address.ts';
import { tracesSchema } from './traces.ts';
import { routesSchema, upstreamsSchema } from './upstreams.ts';

export const usualAddress = { host: '127.0.0.1', port: 8080 } as const;

function address(description: string) {
  return z
    .strictObject({
      host: host('Address to listen on.'),
      port: z.int().min(0).max(65_535).meta({ description: 'Port to listen on.' }),
    })
    .optional()
    .meta({ description });
}

/** As the system takes it: what a URL has beside it would be looked up as a name, and not be found. */
function host(
  description: string,
  from: { readonly environment?: string; readonly flag?: string } = {},
) {
  return z
    .string()
    .refine(isHost, 'an address or the name of a host, without scheme, brackets and port')
    .default(usualAddress.host)
    .meta({ description, ...from });
}

function isHost(value: string): boolean {
  return isIPv6(value) || /^[\w.-]+$/.test(value);
}

const listenSchema = z
  .strictObject({
    host: host('Address to listen on.', { environment: 'HOST', flag: 'host' }),
    port: whole(
      { from: 0, to: 65_535, default: usualAddress.port },
      {
        description: 'Port to listen on; `0` picks a free one and logs it.',
        environment: 'PORT',
        flag: 'port',
      },
    ),
    tls: z
      .strictObject({
        certificate: words().meta({ description: 'PEM file of the certificate chain.' }),
        key: words().meta({ description: 'PEM file of its private key.' }),
      })
      .optional()
      .meta({ description: 'Serve HTTPS; both files are read again when they change.' }),
    trustProxy: whole(
      { from: 0, to: 16, default: 0 },
      {
        description:
          'How many proxies in front may set the client’s address; `0` ignores forwarded headers.',
      },
    ),
    leaveMs: whole(
      { from: 0, to: 60_000, default: 0 },
      {
        description:
          'Time on a stop in which connections are still taken while `/readyz` says 503, so that a balancer sends calls elsewhere first.',
      },
    ),
    metrics: address('An address of its own for `/metrics`, `/healthz` and `/readyz`.'),
  })
  .prefault({})
  .meta({ description: 'Where the gateway listens.' });

const keysSchema = z
  .strictObject({
    bootstrapKey: secret(
      {
        description: 'A key that holds all scopes, for tests and a first deployment.',
        environment: 'GATEWAY_BOOTSTRAP_KEY',
      },
      (value) => value.regex(/^[\x21-\x7e]{20,512}$/, '20 to 512 printable characters'),
    ),
    cacheMs: whole(
      { from: 0, to: 5_000, default: 2_000 },
      {
        description:
          'How long a key that was found valid is not looked up again: a revoked key stops within this time.',
      },
    ),
  })
  .prefault({})
  .meta({ description: 'The gateway’s own keys.' });

const rateLimitSchema = z
  .strictObject({
    requestsPerMinute: whole(
      { from: 0, to: 1_000_000, default: 600 },
      {
        description: 'Requests per minute of a key that names no rate of its own; `0`: no limit.',
        environment: 'GATEWAY_RATE_LIMIT',
        flag: 'rate-limit',
      },
    ),
    failuresPerMinute: whole(
      { from: 1, to: 1_000_000, default: 60 },
      { description: 'Failed authentications per minute and address.' },
    ),
    replicas: whole(
      { from: 1, to: 10_000, default: 1 },
      { description: 'Replicas that share the limits: each allows its part while Redis is down.' },
    ),
    storeTimeoutMs: whole(
      { from: 1, to: 10_000, default: 250 },
      {
        description:
          'Time that a call waits for Redis to count it; over it, Redis is taken as down.',
      },
    ),
    storeDown: z.enum(['share', 'refuse']).default('share').meta({
      description:
        'While Redis is down: `share`: each replica allows its part of a limit; `refuse`: calls get 503.',
    }),
  })
  .prefault({})
  .meta({ description: 'How often a key may call.' });

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const configSchema = z.strictObject({
  listen: listenSchema,
  data: text('data', {
    description: 'Directory of the gateway’s state.',
    environment: 'GATEWAY_DATA',
    flag: 'data',
  }),
  policies: text('config/policies', {
    description: 'Directory of the policies.',
    environment: 'GATEWAY_POLICIES',
    flag: 'policies',
  }),
  workers: wholeOr(
    'auto',
    { from: 1, to: 64, default: 1 },
    {
      description:
        'Processes that serve on the one address, each with a log of its own; `auto`: one for each core.',
      environment: 'GATEWAY_WORKERS',
      flag: 'workers',
    },
  ),
  sandbox: z
    .boolean()
    .default(true)
    .meta({ description: 'Offer the built-in model `sandbox`, which answers without a provider.' }),
  upstreams: upstreamsSchema,
  routes: routesSchema,
  detectors: detectorsSchema,
  keys: keysSchema,
  signIn: signInSchema,
  rateLimit: rateLimitSchema,
  budgets: budgetsSchema,
  concurrency: concurrencySchema,
  prices: pricesSchema,
  estimates: estimatesSchema,
  limits: limitsSchema,
  audit: auditSchema,
  databaseUrl: secret(
    {
      description:
        'PostgreSQL for keys and budgets that all replicas share, and with `audit.index.shared` for the search index; without it, SQLite in the data directory.',
      environment: 'DATABASE_URL',
    },
    postgresAddress,
  ),
  redisUrl: secret(
    {
      description:
        'Redis or Valkey for limits and budgets shared by replicas; without it, rates are counted in memory, budgets where the keys are.',
      environment: 'REDIS_URL',
    },
    redisAddress,
  ),
  traces: tracesSchema,
  log: z
    .strictObject({
      level: z.enum(levels).default('info').meta({
        description: 'Least level that is logged.',
        environment: 'LOG_LEVEL',
        flag: 'log-level',
      }),
    })
    .prefault({})
    .meta({ description: 'JSON lines on standard output, without content.' }),
});

export type Config = z.output<typeof configSchema>;
