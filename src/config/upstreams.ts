/** Where judged calls are sent: the named upstreams, and the routes that choose one by model. */
import { z } from 'zod';
import { credential, secret, whole, words } from './value-kinds.ts';
import { Secret } from './secret.ts';
import { parseWebAddress } from './web-address.ts';

export const upstreamDialects = ['openai', 'anthropic', 'gemini', 'ollama'] as const;

export const credentialHeaders = [
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'api-key',
] as const;

/** Framing and credentials belong to the gateway: a header set here could undo what was judged. */
const ownHeaders = new Set([
  ...credentialHeaders,
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const headerName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'a header name in lower case')
  .refine((name) => !ownHeaders.has(name), 'a header that the gateway does not set itself');

const headerValue = z
  .string()
  .regex(/^[\t\x20-\x7e]{1,4096}$/, 'printable ASCII characters')
  .transform((value) => new Secret(value))
  .meta({ secret: true });

export const furtherHeaders = z
  .record(headerName, headerValue)
  .default({})
  .meta({ description: 'Further headers for every call to it.' });

const baseUrl = z
  .string()
  .refine(isPlainUrl, 'an http or https URL without user, query or fragment')
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
  .meta({
    description:
      'Base URL: with `/v1` for openai, without a version for the others; default: the provider’s own.',
  })
  .optional();

const usualUrls = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
  ollama: 'http://127.0.0.1:11434',
} as const;

const upstreamSchema = z
  .strictObject({
    dialect: z.enum(upstreamDialects).meta({ description: 'The wire format it speaks.' }),
    baseUrl,
    credential: secret(
      { description: 'The provider’s key; it never comes from a caller.' },
      credential,
    ),
    credentialHeader: z.enum(credentialHeaders).optional().meta({
      description:
        'The header that carries the key, as `Bearer` in `authorization`; default: what the dialect’s provider expects.',
    }),
    paths: z
      .enum(['standard', 'azure'])
      .default('standard')
      .meta({ description: '`azure`: `/openai/deployments/{model}/…?api-version=…`.' }),
    apiVersion: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'a version such as `2024-10-21`')
      .optional()
      .meta({ description: 'The `api-version` of an upstream with `paths: azure`.' }),
    headers: furtherHeaders,
    models: z
      .array(words().max(256))
      .max(1_000)
      .optional()
      .meta({ description: 'Model patterns it may be asked for (`gpt-*`); default: any.' }),
  })
  .transform((upstream) => ({
    ...upstream,
    baseUrl: upstream.baseUrl ?? usualUrls[upstream.dialect],
    credentialHeader: upstream.credentialHeader ?? usualHeader(upstream),
  }));

export const upstreamNames = /^[a-z][a-z0-9-]{0,62}$/;

export const upstreamsSchema = z
  .record(z.string(), upstreamSchema)
  .default({})
  .meta({
    description: 'Providers by name; each is also mounted under `/<name>/…`.',
    // The validator would not look into an upstream whose name is wrong, so cross-checks.ts says that.
    propertyNames: { pattern: upstreamNames.source },
  });

function upstreamName(description: string) {
  return words().meta({ description });
}

export const routesSchema = z
  .array(
    z.strictObject({
      model: words().max(256).meta({ description: 'A model pattern: `gpt-*`.' }),
      upstream: upstreamName('The name of an upstream.').optional(),
      targets: z
        .array(
          z.strictObject({
            upstream: upstreamName('The name of an upstream.'),
            weight: whole(
              { from: 1, to: 1_000, default: 1 },
              { description: 'Its share of the calls, beside the weights of the others.' },
            ),
          }),
        )
        .min(1)
        .max(16)
        .optional()
        .meta({ description: 'Several upstreams of one dialect in the place of `upstream`.' }),
      fallback: z.array(upstreamName('The name of an upstream.')).max(16).default([]).meta({
        description:
          'Upstreams that are asked, in this order, where the route’s own failed, as far as `attempts` lets a call be sent again.',
      }),
      attempts: whole(
        { from: 1, to: 5, default: 1 },
        {
          description:
            'How often a call is sent at most, as long as nothing of an answer was released; `1`: never again.',
        },
      ),
      retryOn: z
        .array(z.enum(['connect', 'timeout', 'broken', 'rate_limited', 'error']))
        .default(['connect', 'rate_limited'])
        .meta({
          description:
            'After which failures: after all but these two an upstream may have acted on the call already.',
        }),
    }),
  )
  .max(1_000)
  .default([])
  .meta({ description: 'The first entry whose pattern matches the model chooses the upstream.' });

function usualHeader(upstream: {
  readonly dialect: (typeof upstreamDialects)[number];
  readonly paths: 'standard' | 'azure';
}): (typeof credentialHeaders)[number] {
  if (upstream.paths === 'azure') return 'api-key';
  if (upstream.dialect === 'anthropic') return 'x-api-key';
  return upstream.dialect === 'gemini' ? 'x-goog-api-key' : 'authorization';
}

function isPlainUrl(value: string): boolean {
  const url = parseWebAddress(value);
  if (url === undefined) return false;
  return url.username + url.password + url.search + url.hash === '' && !/[?#@]/.test(value);
}
