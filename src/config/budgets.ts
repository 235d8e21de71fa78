/** Limits that matter for models: budgets over a window of time, caps on calls at the same time, and what tokens cost. */
import { z } from 'zod';
import { whole, words } from './value-kinds.ts';

const dividers = ['key', 'team', 'model'] as const;

const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'a name in lower case letters, digits and dashes');

function patterns(what: string) {
  return z
    .array(words().max(256))
    .max(1_000)
    .default([])
    .meta({ description: `Patterns of the ${what} it is about (\`a*\`); none: all.` });
}

const reach = {
  name: name.meta({ description: 'Its name in entries, headers, metrics and messages.' }),
  keys: patterns('ids of keys'),
  teams: patterns('teams'),
  models: patterns('models'),
};

function per(description: string) {
  return z.array(z.enum(dividers)).max(dividers.length).default([]).meta({ description });
}

function mark(description: string) {
  return z.number().positive().max(1_000_000_000_000).optional().meta({ description });
}

export const budgetsSchema = z
  .array(
    z.strictObject({
      ...reach,
      per: per('What is counted apart: each key, each team, each model; none: all calls together.'),
      window: z
        .enum(['minute', 'hour', 'day', 'month'])
        .meta({ description: 'A window of the calendar, in UTC, after which it begins anew.' }),
      measure: z.enum(['requests', 'tokens', 'cost']).meta({ description: 'What is counted.' }),
      soft: mark('From here on calls are flagged: in entries, a header and a metric.'),
      hard: mark('What would go beyond it gets 429. In requests, tokens or units of the currency.'),
    }),
  )
  .max(1_000)
  .default([])
  .meta({ description: 'How many requests or tokens, or how much money, a window of time has.' });

export const concurrencySchema = z
  .array(
    z.strictObject({
      ...reach,
      per: per('What has the cap for itself: each key, each team, each model; none: all together.'),
      exchangesMax: z
        .int()
        .min(1)
        .max(1_000_000)
        .meta({ description: 'Calls under way at the same time; one more gets 429.' }),
    }),
  )
  .max(1_000)
  .default([])
  .meta({ description: 'How many calls of models may be under way at the same time.' });

function price(description: string) {
  return z.number().min(0).max(1_000_000).meta({ description });
}

export const pricesSchema = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'a currency such as `USD`')
      .default('USD')
      .meta({ description: 'What prices and budgets of `measure: cost` are in.' }),
    unknown: z.enum(['refuse', 'free']).default('refuse').meta({
      description:
        'A call under a budget of `measure: cost` whose model has no price: `refuse` it with 403, or let it through as `free`.',
    }),
    models: z
      .array(
        z.strictObject({
          model: words().max(256).meta({ description: 'A model pattern: `gpt-*`.' }),
          input: price('For a million tokens of input.'),
          cachedInput: price(
            'For a million tokens of input that the provider had read before; default: as `input`.',
          ).optional(),
          output: price('For a million tokens of output.'),
        }),
      )
      .max(1_000)
      .default([])
      .meta({ description: 'The first entry whose pattern matches the model counts.' }),
  })
  .prefault({})
  .meta({ description: 'What tokens cost.' });

export const estimatesSchema = z
  .strictObject({
    bytesPerToken: whole(
      { from: 1, to: 16, default: 4 },
      { description: 'Bytes of text that are taken for one token.' },
    ),
    outputTokens: whole(
      { from: 1, to: 1_000_000, default: 1_024 },
      { description: 'Tokens of an answer whose request names no most.' },
    ),
    attachmentTokens: whole(
      { from: 0, to: 1_000_000, default: 1_000 },
      { description: 'Tokens of a piece of a request that is no text: an image, a file.' },
    ),
  })
  .prefault({})
  .meta({
    description: 'How tokens are guessed: before a call is sent, and where an upstream tells none.',
  });
