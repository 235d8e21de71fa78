/** Drafts of policies: checked and tried beside the policies in force, never written and never in force. */
import { z } from 'zod';
import { momentPattern } from '../../audit/search/moment.ts';
import type { Trail } from '../../audit/trail.ts';
import { actions } from '../../governance/decision.ts';
import type { Recorder } from '../../governance/event.ts';
import { type BodyReader, bodyErrors, readBodyAs } from '../body.ts';
import { actorOf } from '../context.ts';
import { readRecordedCalls } from '../draft/recorded.ts';
import { type TryDraft, document } from '../draft/drafts.ts';
import type { Route } from '../route.ts';

const since = z
  .string()
  .max(64)
  .meta({ pattern: momentPattern })
  .default('7d')
  .describe('How far back: an age such as `7d`, or a time.');

const checkBody = z.strictObject({ document });
const impactBody = z.strictObject({ document, since });

const checked = z.object({
  sound: z.boolean().describe('It compiles beside the others, and all tests pass.'),
  policy: z.string(),
  faults: z.array(
    z.object({
      file: z.string(),
      line: z.int(),
      column: z.int(),
      level: z.enum(['error', 'warning']),
      message: z.string(),
    }),
  ),
});

const impact = checked.extend({
  judged: z
    .int()
    .describe('Recorded requests and answers that were judged under both, as they were kept.'),
  not_judged: z
    .int()
    .describe('Requests and answers of which no text was kept, or none that can be read.'),
  changed: z.array(z.object({ entry: z.string(), was: z.enum(actions), now: z.enum(actions) })),
});

const errors = [...bodyErrors, 'audit_unavailable', 'overloaded', 'not_ready'] as const;

export type DraftOptions = {
  readonly tryDraft: TryDraft;
  readonly trail: Pick<Trail, 'listEntries' | 'readContent'>;
  readonly record: Recorder;
  readonly readBody: BodyReader;
  readonly now: () => number;
};

export function createDraftRoutes(options: DraftOptions): readonly Route[] {
  const { tryDraft, trail, record, readBody, now } = options;
  return [
    {
      method: 'post',
      path: '/v1/policies/draft',
      operation: 'checkDraft',
      scope: 'admin',
      summary: 'Check a draft of a policy beside those in force; nothing is deployed',
      body: checkBody,
      answer: checked,
      errors,
      async handle(call) {
        const body = await readBodyAs(checkBody, readBody, call);
        const { sound, policy, faults } = await tryDraft({ ...body, calls: [] });
        return { status: 200, body: { sound, policy, faults } };
      },
    },
    {
      method: 'post',
      path: '/v1/policies/impact',
      operation: 'replayDraft',
      scope: 'admin',
      summary: 'What a draft would have ruled differently of what was recorded',
      body: impactBody,
      answer: impact,
      errors,
      async handle(call) {
        const body = await readBodyAs(impactBody, readBody, call);
        const { calls, left } = await readRecordedCalls(trail, body.since, now());
        await record({
          type: 'admin',
          actor: actorOf(call.context),
          act: 'impact',
          detail: { calls: calls.length, since: body.since },
        });
        const { document: draft } = body;
        const result = await tryDraft({ document: draft, calls });
        const told = { ...result, judged: calls.length, not_judged: left };
        return { status: 200, body: told };
      },
    },
  ];
}
