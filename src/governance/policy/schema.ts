/** The document format of a policy file: every key that exists, and nothing else is accepted. */
import { z } from 'zod';
import { actions, modes } from '../decision.ts';
import { severities } from '../finding.ts';
import { partKinds, stages, unjudgedKinds } from '../interaction.ts';

const name = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,62}$/,
    'expected a name of letters, digits, `_` and `-` that starts with a letter',
  );
export const category = z
  .string()
  .regex(
    /^[a-z0-9_]+(?:\/[a-z0-9_]+)+$/,
    'expected a category such as `secret/acme_key`: lower-case words with slashes between them',
  );
const selector = z
  .string()
  .regex(
    /^[a-z0-9_]+(?:\/[a-z0-9_]+)*\/(?:\*|[a-z0-9_]+)$/,
    'expected a category such as `pii/card`, or `pii/*` for all of a family',
  );
const confidence = z.number().min(0).max(1);
const sentence = z.string().trim().min(1).max(500);
const expression = z
  .string()
  .min(1, 'expected a condition')
  .max(4096, 'a condition has at most 4,096 characters');

const value = z.string().max(500);
const values = z.array(value).min(1).max(1000);
export const conditionSchema = z
  .strictObject({
    eq: value.optional(),
    in: values.optional(),
    notIn: values.optional(),
    startsWith: z.string().min(1).optional(),
    endsWith: z.string().min(1).optional(),
    exists: z.boolean().optional(),
  })
  .refine((condition) => Object.keys(condition).length > 0, {
    message: 'expected one of `eq`, `in`, `notIn`, `startsWith`, `endsWith`, `exists`',
  });
const match = z.record(z.string(), conditionSchema);

const rated = {
  category: category.optional(),
  severity: z.enum(severities).optional(),
  confidence: confidence.optional(),
};
const regexPattern = z.strictObject({ regex: z.string().min(1).max(2000), ...rated });
const keywordPattern = z.strictObject({
  keywords: z
    .array(z.string().trim().min(1).max(200))
    .min(1)
    .max(1000, 'a pattern has at most 1,000 keywords; name the others in another one')
    .refine((words) => words.join('').length <= 20_000, {
      message: 'the keywords of a pattern have at most 20,000 characters together',
    }),
  ignoreCase: z.boolean().optional(),
  wholeWord: z.boolean().optional(),
  ...rated,
});

export const operators = ['replace', 'mask', 'hash', 'remove'] as const;
const redaction = z
  .strictObject({
    patterns: z.array(name).min(1).optional(),
    categories: z.array(selector).min(1).optional(),
    operator: z.enum(operators).optional(),
    with: z.string().max(100).optional(),
    keep: z.int().min(1).max(8).optional(),
  })
  .refine((redact) => redact.with === undefined || (redact.operator ?? 'replace') === 'replace', {
    message: '`with` goes with the operator `replace` only',
    path: ['with'],
  })
  .refine((redact) => redact.keep === undefined || redact.operator === 'mask', {
    message: '`keep` goes with the operator `mask` only',
    path: ['keep'],
  });

const rule = z.strictObject({
  id: name,
  when: expression,
  action: z.enum(actions),
  message: sentence.optional(),
  severity: z.enum(severities).optional(),
  redact: redaction.optional(),
});

const exemption = z.strictObject({
  rules: z.array(name).min(1).optional(),
  match,
  owner: sentence,
  reason: sentence,
  expires: z
    .string()
    .refine((text) => expiryOf(text) !== undefined, 'expected a date such as `2027-06-30`'),
});

const messages = z.array(z.partialRecord(z.enum(partKinds), z.string()));
const sighting = z.strictObject({
  category,
  confidence: confidence.optional(),
  part: z.int().min(0).optional(),
  start: z.int().min(0).optional(),
  end: z.int().min(0).optional(),
});
const given = z.strictObject({
  text: z.string().optional(),
  part: z.enum(partKinds).optional(),
  messages: messages.optional(),
  tool: z
    .strictObject({ name: z.string(), args: z.record(z.string(), z.unknown()).optional() })
    .optional(),
  stage: z.enum(stages).optional(),
  model: z.string().optional(),
  upstream: z.string().optional(),
  dialect: z.string().optional(),
  route: z.string().optional(),
  stream: z.boolean().optional(),
  key: z
    .strictObject({
      id: z.string().optional(),
      owner: z.string().optional(),
      team: z.string().optional(),
      env: z.string().optional(),
      tags: z.array(z.string()).optional(),
    })
    .optional(),
  user: z.string().optional(),
  session: z.string().optional(),
  tags: z.array(z.string()).optional(),
  tools: z.array(z.string()).optional(),
  references: z.array(z.string()).optional(),
  unjudged: z.array(z.enum(unjudgedKinds)).optional(),
  history: z.int().min(0).optional(),
  at: z.iso
    .datetime({ offset: true, error: 'expected a moment such as `2027-01-31T12:00:00Z`' })
    .optional(),
  repeat: z.int().min(1).max(200_000).optional(),
  /** What the request told the model, for judging an answer to it. */
  system: z.string().optional(),
  /** What models from outside say of it; one that is not named here saw nothing. */
  outside: z.record(z.string(), z.union([z.literal('failed'), z.array(sighting)])).optional(),
});
const test = z.strictObject({
  name: sentence,
  todo: sentence.optional(),
  given,
  expect: z.strictObject({
    action: z.enum(actions),
    rules: z.array(name).optional(),
    redacted: z.string().optional(),
  }),
});

export const policySchema = z.strictObject({
  apiVersion: z.literal('governance/v1'),
  kind: z.literal('Policy'),
  metadata: z.strictObject({
    id: name,
    title: sentence,
    description: z.string().max(4000).optional(),
    owner: sentence,
    severity: z.enum(severities),
    status: z.enum(['experimental', 'test', 'stable', 'deprecated']),
    controls: z.array(sentence).optional(),
  }),
  spec: z.strictObject({
    mode: z.enum(modes),
    stages: z.array(z.enum(stages)).min(1).optional(),
    parts: z.array(z.enum(partKinds)).min(1).optional(),
    onError: z.enum(['block', 'flag']),
    onBlock: z.enum(['error', 'refusal']).optional(),
    floor: z.boolean().optional(),
    history: z.enum(['redact', 'block', 'ignore']).optional(),
    zone: z.string().optional(),
    match: match.optional(),
    exemptions: z.array(exemption).optional(),
    limits: z
      .strictObject({
        charactersMax: z.int().min(1).optional(),
        partsMax: z.int().min(1).optional(),
        findingsMax: z.int().min(1).max(1_000_000).optional(),
      })
      .optional(),
    patterns: z.record(name, z.union([regexPattern, keywordPattern])).optional(),
    detect: z.record(selector, z.strictObject({ confidence: confidence.optional() })).optional(),
    variables: z.record(z.string(), expression).optional(),
    rules: z.array(rule).min(1, 'expected at least one rule'),
  }),
  tests: z.array(test).optional(),
});

export type PolicyDocument = z.infer<typeof policySchema>;
export type PatternDocument = NonNullable<PolicyDocument['spec']['patterns']>[string];
export type RuleDocument = PolicyDocument['spec']['rules'][number];
export type TestDocument = NonNullable<PolicyDocument['tests']>[number];
export type Condition = z.infer<typeof conditionSchema>;
export type Operator = (typeof operators)[number];

/** End of the day for a date, the instant for a date and time; undefined for what is neither. */
export function expiryOf(text: string): number | undefined {
  if (z.iso.date().safeParse(text).success) return Date.parse(`${text}T23:59:59.999Z`);
  return z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : undefined;
}

/** The JSON Schema that editors check policy files against while they are written. */
export function policyJsonSchema(): Record<string, unknown> {
  return {
    title: 'A governance policy',
    ...z.toJSONSchema(policySchema, { io: 'input' }),
  };
}
