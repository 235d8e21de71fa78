/** `POST /v1/policies/explain`: why each rule, in force or of a draft, does or does not fire on a text or a request. */
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { actions, modes } from '../../governance/decision.ts';
import type { Recorder } from '../../governance/event.ts';
import { type Explanation, explain } from '../../governance/explain.ts';
import { type Interaction, partKinds, pointerOf, stages } from '../../governance/interaction.ts';
import { toInteraction } from '../../governance/policy/trial.ts';
import { reasonOf } from '../../governance/reason.ts';
import { readSpecimen, toRequestInteraction } from '../../proxy/specimen.ts';
import { type BodyReader, bodyErrors } from '../body.ts';
import type { BundleKeeper } from '../bundle-keeper.ts';
import { actorOf } from '../context.ts';
import { type TryDraft, document } from '../draft/drafts.ts';
import { eitherOf } from '../either.ts';
import { toInvalid } from '../invalid.ts';
import type { Answer, Route } from '../route.ts';

const name = z.string().max(512);

export const question = eitherOf(
  z.strictObject({
    text: z.string().optional().describe('A plain text, or else:'),
    request: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The body of a request in any proxied dialect.'),
    route: name.optional().describe('Where the request is sent; else its format is found out.'),
    stage: z.enum(stages).optional().describe('Of a text; `request` by default.'),
    part: z.enum(partKinds).optional().describe('Of a text; `user`, or `assistant` in a response.'),
    model: name.optional(),
    upstream: name.optional(),
    user: name.optional(),
    session: name.optional(),
    tags: z
      .array(name)
      .max(64)
      .optional()
      .describe('Of the call, as `POST /v1/validate` takes them; those of the key by default.'),
    key: z
      .strictObject({
        id: name.optional(),
        owner: name.optional(),
        team: name.optional(),
        env: name.optional(),
        tags: z.array(name).max(64).optional(),
      })
      .optional()
      .describe('The key that would have called.'),
    document: document
      .optional()
      .describe(
        'A draft of a policy as YAML, to explain as if it were in force beside the others.',
      ),
  }),
  'text',
  'request',
);

const trace = z.object({
  source: z.string(),
  offset: z.int().describe('Where it stands in the condition, in UTF-16 code units.'),
  value: z.string(),
  found: z
    .array(
      z.object({
        category: z.string(),
        confidence: z.number(),
        decoded: z.array(z.string()),
        spans: z.array(z.object({ part: z.int(), start: z.int(), end: z.int() })),
      }),
    )
    .optional(),
  operands: z.array(z.unknown()).describe('The same of each operand.'),
});

const answer = z.object({
  action: z.enum(actions),
  reason: z.string(),
  policy_version: z.string(),
  dialect: z.string(),
  parts: z
    .array(z.object({ kind: z.enum(partKinds), pointer: z.string(), characters: z.int() }))
    .describe('What spans count into.'),
  policies: z.array(
    z.object({
      policy: z.string(),
      file: z.string(),
      mode: z.enum(modes),
      skipped: z.string().optional().describe('Why the policy is not about this call.'),
      rules: z.array(
        z.object({
          rule: z.string(),
          action: z.enum(actions),
          outcome: z.enum(['fired', 'silent', 'failed', 'exempt']),
          part: z.int().optional().describe('The tool call it was judged for.'),
          reason: z.string().optional(),
          because: trace.optional().describe('The first operand that made it false.'),
          trace: trace.optional(),
        }),
      ),
    }),
  ),
});

export type ExplainOptions = {
  readonly keeper: BundleKeeper;
  readonly record: Recorder;
  readonly readBody: BodyReader;
  readonly tryDraft: TryDraft;
};

// The body that holds the request was within the limits already.
const unlimited = { jsonDepthMax: Infinity, jsonKeysMax: Infinity };

export function createExplainRoute(options: ExplainOptions): Route {
  return {
    method: 'post',
    path: '/v1/policies/explain',
    operation: 'explainPolicies',
    scope: 'admin',
    summary: 'Explain of every rule why it does or does not fire on a text or a request',
    body: question,
    answer,
    errors: [...bodyErrors, 'audit_unavailable', 'overloaded', 'not_ready'],
    async handle(call): Promise<Answer> {
      const received = await options.readBody(call.request);
      const parsed = question.safeParse(received.value);
      if (!parsed.success) throw toInvalid(parsed.error, question);
      const interaction = toCall(parsed.data, call.context.receivedAt);
      const explained = await explainBy(options, interaction, parsed.data.document);
      const { version, ruling, policies } = explained;
      await options.record({
        type: 'admin',
        actor: actorOf(call.context),
        act: 'explained',
        detail: { policy_version: version, dialect: interaction.dialect },
      });
      const told = {
        action: ruling.action,
        reason: reasonOf(ruling),
        policy_version: version,
        dialect: interaction.dialect,
        parts: interaction.parts.map(({ kind, at, text }) => ({
          ...{ kind, pointer: pointerOf(at), characters: text.length },
        })),
        policies,
      };
      return { status: 200, body: told };
    },
  };
}

async function explainBy(
  { keeper, tryDraft }: ExplainOptions,
  asked: Interaction,
  draft: string | undefined,
): Promise<Explanation & { readonly version: string }> {
  if (draft === undefined) {
    const { bundle } = keeper;
    const evidence = await keeper.hear(bundle, asked);
    // A stand-in for the gateway's own key: what a hash comes to is not explained.
    const options = { hash: () => 'hash', ...(evidence && { evidence }) };
    return { ...explain(bundle, asked, options), version: bundle.version };
  }
  const { explained, faults } = await tryDraft({ document: draft, asked, calls: [] });
  if (explained !== undefined) return explained;
  throw new GatewayError('invalid_request', 'the draft is not sound; see `errors`', {
    faults: faults.map(({ file, line, column, message }) => ({
      pointer: '/document',
      detail: `${file}:${line}:${column}: ${message}`,
    })),
  });
}

export function toCall(asked: z.infer<typeof question>, at: number): Interaction {
  const { text, request, route, stage = 'request', model = '', user = '', session = '' } = asked;
  const { id = '', owner = '', team = '', env = '', tags = [] } = asked.key ?? {};
  const caller = { id, owner, team, env, tags };
  const called = { tags: asked.tags ?? tags };
  const upstream = asked.upstream ?? '';
  if (request === undefined) {
    const part = asked.part ?? (stage === 'request' ? 'user' : 'assistant');
    const given = { text: text ?? '', part, stage, model, user, session, upstream };
    const call = toInteraction(given);
    const parts = call.parts.map((each) => ({ ...each, at: [] }));
    return { ...call, dialect: 'governance', key: caller, ...called, at, parts };
  }
  try {
    const address = { model, ...(route === undefined ? {} : { route }) };
    const specimen = readSpecimen(JSON.stringify(request), unlimited, address);
    return { ...toRequestInteraction(specimen, { upstream, caller, at }), ...called };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const pointer = error.code === 'not_found' ? '/route' : '/request';
    const faults = [{ pointer, detail: error.message }];
    throw new GatewayError('invalid_request', `the request is not valid at \`${pointer}\``, {
      faults,
    });
  }
}
