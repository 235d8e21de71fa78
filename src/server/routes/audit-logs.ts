/** The logs of all replicas in the shared index, and taking out one whose replica is gone for good. */
import { z } from 'zod';
import type { Retired, SharedLogRow } from '../../audit/shared/logs.ts';
import { reasonCharactersMax } from '../../audit/steward.ts';
import { GatewayError } from '../../errors.ts';
import type { Actor } from '../../governance/event.ts';
import { type BodyReader, readBodyAs } from '../body.ts';
import { actorOf } from '../context.ts';
import type { Route } from '../route.ts';
import { actErrors } from './audit-content.ts';

export type SharedLogs = {
  readonly list: () => Promise<readonly SharedLogRow[]>;
  readonly retire: (origin: string, reason: string, actor: Actor) => Promise<Retired>;
};

const listed = z.object({
  origin: z.string(),
  first: z.string().describe('The id of its first entry.'),
  entries: z.int().describe('As many as are found by the index.'),
  heard_at: z.string(),
  state: z
    .enum(['heard', 'ended', 'unheard'])
    .describe('`unheard`: answers may lack entries of it, and say so until it is taken out.'),
});
const retireBody = z.strictObject({
  origin: z.string().min(1).max(512).describe('As answers name it.'),
  reason: z.string().min(1).max(reasonCharactersMax),
});

function expectShared(logs: SharedLogs | undefined): SharedLogs {
  if (logs !== undefined) return logs;
  throw new GatewayError('not_found', 'replicas share no index: `audit.index.shared` is not set');
}

function toListed(log: SharedLogRow): z.output<typeof listed> {
  const { heardAt, ...rest } = log;
  return { ...rest, heard_at: heardAt.toISOString() };
}

export function createLogRoutes(
  logs: SharedLogs | undefined,
  readBody: BodyReader,
): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/v1/audit/logs',
      operation: 'listLogs',
      scope: 'audit:read',
      summary: 'List the logs of all replicas that share an index',
      answer: z.object({ logs: z.array(listed) }),
      errors: ['not_found', 'not_ready'],
      async handle() {
        const found = await expectShared(logs).list();
        return { status: 200, body: { logs: found.map(toListed) } };
      },
    },
    {
      method: 'post',
      path: '/v1/audit/logs/retire',
      operation: 'retireLog',
      scope: 'admin',
      summary: 'Wait no more for a log whose replica is gone for good; recorded with the reason',
      body: retireBody,
      answer: z.object({
        entry: z.string().describe('The entry of this act.'),
        logs: z.array(listed.omit({ state: true })),
      }),
      errors: actErrors,
      async handle(call) {
        const { origin, reason } = await readBodyAs(retireBody, readBody, call);
        const retired = await expectShared(logs).retire(origin, reason, actorOf(call.context));
        const told = retired.logs.map((log) => {
          const { state: _, ...rest } = toListed(log);
          return rest;
        });
        return { status: 200, body: { entry: retired.id, logs: told } };
      },
    },
  ];
}
