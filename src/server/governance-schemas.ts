/** What the two governance operations take and answer; the OpenAPI document is made from these very schemas. */
import { z } from 'zod';
import { actions, modes } from '../governance/decision.ts';
import { severities } from '../governance/finding.ts';
import { partKinds, stages } from '../governance/interaction.ts';

const name = z.string().max(512);
const tags = z.array(z.string().max(256)).max(64);

export const validateBody = z.strictObject({
  prompt: z.string().describe('The text to judge.'),
  model: name.optional().describe('The model it is meant for.'),
  user: name.optional().describe('The end user on whose behalf it is sent.'),
  session: name.optional().describe('The conversation it belongs to.'),
  tags: tags.optional(),
  part: z
    .enum(partKinds)
    .optional()
    .describe(
      'The kind of text; default `user`. `tool_result` for a retrieved document or a tool output.',
    ),
});

export const checkBody = z.strictObject({
  input: z.string().describe('The text to judge.'),
  stage: z.enum(stages).optional().describe('`request` (default) or `response`.'),
  part: z
    .enum(partKinds)
    .optional()
    .describe('The kind of text; default `user` in a request, `assistant` in a response.'),
  model: name.optional(),
  user: name.optional(),
  session: name.optional(),
  tags: tags.optional(),
});

const flag = z.object({ policy: z.string(), rule: z.string(), message: z.string() });

const finding = z.object({
  category: z.string(),
  severity: z.enum(severities),
  confidence: z.number(),
  rule: z
    .string()
    .nullable()
    .describe('`policy/rule` that acted on it; null where none did, or only one in shadow.'),
  start: z.int().describe('UTF-16 code units into the text that was sent.'),
  end: z.int(),
  decoded: z.array(z.string()).optional().describe('The encodings undone to see it.'),
});

const firing = z.object({
  policy: z.string(),
  rule: z.string(),
  action: z.enum(actions),
  mode: z.enum(modes),
  message: z.string(),
});

export const verdict = z.object({
  status: z.enum(['approved', 'blocked']),
  policy_triggered: z.string().nullable(),
  rule_triggered: z.string().nullable(),
  action: z.enum(actions),
  reason: z.string().nullable(),
  flags: z.array(flag),
  findings: z.array(finding),
  shadow: z.array(firing).describe('Rules in shadow mode that would have acted.'),
  redacted_prompt: z.string().optional(),
  redacted_input: z.string().optional(),
  decision_id: z.string().describe('The audit entry.'),
  policy_version: z.string(),
});

export type Verdict = z.infer<typeof verdict>;
