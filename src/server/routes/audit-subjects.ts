/** Whose words are kept until somebody says otherwise, and whose are destroyed. */
import { z } from 'zod';
import type { Trail } from '../../audit/trail.ts';
import { type BodyReader, readBodyAs } from '../body.ts';
import { actorOf } from '../context.ts';
import { eitherOf } from '../either.ts';
import type { Route } from '../route.ts';
import { actErrors, reasonText, recorded } from './audit-content.ts';

export type SubjectOptions = {
  readonly trail: Pick<Trail, 'eraseSubject' | 'holdSubject' | 'releaseSubject' | 'listHolds'>;
  readonly readBody: BodyReader;
};

const text = z.string().min(1).max(512);
/** As long as a call may name them, which only the bytes of a body bound: who calls can be erased. */
const who = { subject: z.string().min(1).optional(), owner: text.optional() };
const erasureBody = eitherOf(z.strictObject(who), 'subject', 'owner');
const holdBody = eitherOf(z.strictObject({ ...who, reason: reasonText }), 'subject', 'owner');

const pendingMeaning =
  'Logs of replicas that have not erased their own texts yet: those that run do so within moments, the others at their next start. Empty where all have, or none shares the database; `unknown` where that could not be asked any more.';

export function createSubjectRoutes(options: SubjectOptions): readonly Route[] {
  const { trail, readBody } = options;
  const hold = (path: string, summary: string, act: 'holdSubject' | 'releaseSubject'): Route => ({
    method: 'post',
    path,
    operation: act,
    scope: 'admin',
    summary,
    body: holdBody,
    answer: recorded,
    errors: actErrors,
    async handle(call) {
      const body = await readBodyAs(holdBody, readBody, call);
      const { id, seq } = await trail[act](toSubject(body), body.reason, actorOf(call.context));
      return { status: 200, body: { entry: id, seq } };
    },
  });
  return [
    createErasureRoute(options),
    {
      method: 'get',
      path: '/v1/audit/holds',
      operation: 'listHolds',
      scope: 'audit:read',
      summary: 'Who is under legal hold here, by pseudonym',
      answer: z.object({ subjects: z.array(z.string()) }),
      errors: ['not_ready'],
      handle: async () => ({ status: 200, body: { subjects: await trail.listHolds() } }),
    },
    hold('/v1/audit/holds', 'Keep what was said by or for somebody until released', 'holdSubject'),
    hold('/v1/audit/releases', 'End a hold', 'releaseSubject'),
  ];
}

function createErasureRoute({ trail, readBody }: SubjectOptions): Route {
  return {
    method: 'post',
    path: '/v1/audit/erasures',
    operation: 'eraseSubject',
    scope: 'admin',
    summary: 'Destroy the keys to all that was said by or for somebody; the entries stay',
    body: erasureBody,
    answer: recorded.extend({
      entries: z.int(),
      pending: z.array(z.string()).describe(pendingMeaning),
    }),
    errors: actErrors,
    async handle(call) {
      const body = await readBodyAs(erasureBody, readBody, call);
      const { id, seq, entries, pending } = await trail.eraseSubject(
        toSubject(body),
        actorOf(call.context),
      );
      return { status: 200, body: { entry: id, seq, entries, pending } };
    },
  };
}

function toSubject(body: { subject?: string | undefined; owner?: string | undefined }) {
  return body.subject === undefined ? { owner: body.owner ?? '' } : { subject: body.subject };
}
