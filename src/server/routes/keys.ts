/** Keys over HTTP: who calls with which scopes, and, for administrators, the list, new ones, rotation and revocation. */
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import type { Identity } from '../../keys/authenticate.ts';
import type { Keys } from '../../keys/keys.ts';
import { type Changer, type KeyRecord, profileSchema } from '../../keys/record.ts';
import { type Scope, scopes } from '../../governance/scope.ts';
import {
  overlapForm,
  rateForm,
  readOverlapMs,
  readRate,
  readSpanMs,
  spanForm,
  writeRate,
} from '../../keys/term.ts';
import { type BodyReader, bodyErrors, readBodyAs } from '../body.ts';
import type { Context } from '../context.ts';
import type { Call, Route } from '../route.ts';

export type KeyKeeper = Pick<Keys, 'list' | 'create' | 'revoke' | 'rotate' | 'find'>;

const span = z.string().regex(spanForm, 'expected a span such as `12h` or `90d`');

const createBody = profileSchema.omit({ rate: true }).extend({
  rate: z
    .string()
    .regex(rateForm, 'expected a rate such as `60/m`')
    .describe('Calls per s, m, h or d; as configured where it is absent.')
    .optional(),
  expires: span.describe('Its life; no end where it is absent.').optional(),
});
const rotateBody = z.strictObject({
  overlap: z
    .string()
    .regex(overlapForm, 'expected a span such as `12h` or `2d`, or `0` for none')
    .describe('How long the old key works on, `0` for one that leaked; `1d` where it is absent.')
    .optional(),
});
const revokeBody = z.strictObject({});

const time = z.string().nullable();
const listed = z.object({
  id: z.string(),
  owner: z.string(),
  team: z.string(),
  env: z.string(),
  tags: z.array(z.string()),
  scopes: z.array(z.enum(scopes)),
  models: z.array(z.string()).describe('Patterns; none means all.'),
  upstreams: z.array(z.string()).describe('Patterns; none means all.'),
  rate: z.string().nullable(),
  created_at: z.string(),
  expires_at: time,
  revoked_at: time,
  last_seen_at: time,
});
const issued = listed.extend({ key: z.string().describe('Shown this once and kept nowhere.') });

const errors = [...bodyErrors, 'not_found', 'not_ready'] as const;

export function createKeyRoutes(keys: KeyKeeper, readBody: BodyReader): readonly Route[] {
  return [
    selfRoute,
    createLeaveRoute(keys, readBody),
    createListRoute(keys),
    createMakeRoute(keys, readBody),
    ...createEndRoutes(keys, readBody),
  ];
}

const selfRoute: Route = {
  method: 'get',
  path: '/v1/keys/self',
  operation: 'readOwnKey',
  scope: 'any',
  summary: 'What the key that calls may do',
  answer: listed.pick({ id: true, owner: true, team: true, scopes: true }),
  errors: [],
  handle({ context }) {
    const { caller, scopes: held } = identified(context);
    const { id, owner, team } = caller;
    return Promise.resolve({ status: 200, body: { id, owner, team, scopes: [...held] } });
  },
};

function createLeaveRoute(keys: KeyKeeper, readBody: BodyReader): Route {
  return {
    method: 'post',
    path: '/v1/keys/self/revoke',
    operation: 'revokeOwnKey',
    scope: 'any',
    summary: 'End the key that calls: signing out, or giving up one that leaked',
    body: revokeBody,
    answer: z.object({ id: z.string(), revoked: z.literal(true) }),
    errors,
    async handle(call) {
      await readBodyAs(revokeBody, readBody, call);
      const { id } = identified(call.context).caller;
      if (!(await keys.revoke(id, changerOf(call)))) {
        throw new GatewayError(
          'not_found',
          `\`${id}\` is configured, not issued; it cannot be revoked`,
        );
      }
      return { status: 200, body: { id, revoked: true } };
    },
  };
}

function createListRoute(keys: KeyKeeper): Route {
  return {
    method: 'get',
    path: '/v1/keys',
    operation: 'listKeys',
    scope: 'admin',
    summary: 'All keys there have been, newest first; never the keys themselves',
    answer: z.object({ keys: z.array(listed) }),
    errors: ['not_ready'],
    async handle() {
      const records = [...(await keys.list())].sort((a, b) => b.createdAt - a.createdAt);
      return { status: 200, body: { keys: records.map(toListed) } };
    },
  };
}

function createMakeRoute(keys: KeyKeeper, readBody: BodyReader): Route {
  return {
    method: 'post',
    path: '/v1/keys',
    operation: 'createKey',
    scope: 'admin',
    summary: 'Make a key; it is shown in this answer only',
    body: createBody,
    answer: issued,
    errors,
    async handle(call) {
      const { expires, rate, ...rest } = await readBodyAs(createBody, readBody, call);
      const limit = rate === undefined ? undefined : readRate(rate);
      const profile = { ...rest, ...(limit === undefined ? {} : { rate: limit }) };
      refuseMoreThanHeld(rest.scopes, call);
      const lifeMs = expires === undefined ? undefined : readSpanMs(expires);
      const { key, record } = await keys.create(profile, lifeMs, changerOf(call));
      return { status: 200, body: { key, ...toListed(record) } };
    },
  };
}

function createEndRoutes(keys: KeyKeeper, readBody: BodyReader): readonly Route[] {
  return [
    {
      method: 'post',
      path: '/v1/keys/:id/rotate',
      operation: 'rotateKey',
      scope: 'admin',
      summary: 'Make a successor that may do the same; the old key works on for the overlap',
      body: rotateBody,
      answer: issued.extend({ old_ends_at: z.string() }),
      errors,
      async handle(call) {
        const { overlap } = await readBodyAs(rotateBody, readBody, call);
        const id = call.parameters.id ?? '';
        const overlapMs = readOverlapMs(overlap ?? '1d') ?? 0;
        const old = await keys.find(id);
        if (old !== undefined) refuseMoreThanHeld(old.profile.scopes, call);
        const done = await keys.rotate(id, overlapMs, changerOf(call));
        if (done.kind !== 'rotated') throw toMissing(id, done.kind);
        const { key, record } = done.issued;
        const old_ends_at = new Date(done.oldEndsAt).toISOString();
        return { status: 200, body: { key, ...toListed(record), old_ends_at } };
      },
    },
    {
      method: 'post',
      path: '/v1/keys/:id/revoke',
      operation: 'revokeKey',
      scope: 'admin',
      summary: 'End a key at once, on every replica within seconds',
      body: revokeBody,
      answer: z.object({ id: z.string(), revoked: z.literal(true) }),
      errors,
      async handle(call) {
        await readBodyAs(revokeBody, readBody, call);
        const id = call.parameters.id ?? '';
        if (!(await keys.revoke(id, changerOf(call)))) {
          throw toMissing(id, (await keys.find(id)) === undefined ? 'missing' : 'ended');
        }
        return { status: 200, body: { id, revoked: true } };
      },
    },
  ];
}

/** Else an administrator who may not see what was said would make a key that may. */
function refuseMoreThanHeld(wanted: readonly Scope[], { context }: Call): void {
  const held = identified(context).scopes;
  const more = wanted.filter((scope) => !held.includes(scope));
  if (more.length === 0) return;
  const names = more.map((scope) => `\`${scope}\``).join(', ');
  throw new GatewayError('forbidden', `this key cannot give what it lacks: ${names}`);
}

function toMissing(id: string, kind: 'missing' | 'ended'): GatewayError {
  const about = kind === 'missing' ? 'there is no key' : 'expired or revoked already: the key';
  return new GatewayError('not_found', `${about} \`${id}\``);
}

function identified(context: Context): Identity {
  if (context.identity === undefined) throw new Error('the route was reached without an identity');
  return context.identity;
}

function changerOf({ context }: Call): Changer {
  const { caller } = identified(context);
  return { key: caller.id, owner: caller.owner, agent: context.agent };
}

function toListed({ id, profile, ...times }: KeyRecord): z.output<typeof listed> {
  const { owner, team, env, tags, scopes: held, models, upstreams, rate } = profile;
  return {
    ...{ id, owner, team, env, tags, scopes: held, models, upstreams },
    rate: rate === undefined ? null : writeRate(rate),
    created_at: new Date(times.createdAt).toISOString(),
    expires_at: toTime(times.expiresAt),
    revoked_at: toTime(times.revokedAt),
    last_seen_at: toTime(times.lastSeenAt),
  };
}

function toTime(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
