/** What proves the trail to somebody else: the signed checkpoint, proofs against it, and the tiles of the tree. */
import { z } from 'zod';
import { readIdentifier } from '../../audit/identifier.ts';
import type { Trail } from '../../audit/trail.ts';
import { GatewayError } from '../../errors.ts';
import { eitherOf } from '../either.ts';
import { toInvalid } from '../invalid.ts';
import type { Route } from '../route.ts';

export type AuditProver = Pick<
  Trail,
  'readCheckpoint' | 'proveEntry' | 'proveConsistency' | 'readTile'
>;

const logMax = 9999;
const hashes = z.array(z.string().regex(/^[0-9a-f]{64}$/));

const log = z.coerce
  .number()
  .int()
  .min(0)
  .max(logMax)
  .default(0)
  .describe('Which log, where workers write one each: their number, or 0 for the first.');

const logQuery = z.strictObject({ log });

const proofQuery = eitherOf(
  z.strictObject({
    entry: z.string().max(64).optional().describe('An entry: its place in the tree.'),
    size: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .describe('An earlier size: that the tree then is the beginning of the tree now.'),
    log,
  }),
  'entry',
  'size',
);

const proof = z.object({
  checkpoint: z.string(),
  seq: z.int().optional(),
  size: z.int().optional(),
  hashes,
});

function readLog(query: URLSearchParams): number {
  const parsed = logQuery.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw toInvalid(parsed.error);
  return parsed.data.log;
}

const tileLevelMax = 63;
const tileWidth = 256;

function createCheckpointRoute(trail: AuditProver): Route {
  return {
    method: 'get',
    path: '/v1/audit/checkpoint',
    operation: 'readCheckpoint',
    scope: 'audit:read',
    summary: 'The signed root over the whole trail (C2SP checkpoint)',
    answer: z.string(),
    answerTypes: ['text/plain'],
    errors: ['invalid_request', 'not_found', 'not_ready'],
    query: logQuery,
    handle: async ({ query }) => ({
      status: 200,
      body: await trail.readCheckpoint(readLog(query)),
      type: 'text/plain; charset=utf-8',
    }),
  };
}

function createProofRoute(trail: AuditProver): Route {
  return {
    method: 'get',
    path: '/v1/audit/proof',
    operation: 'proveEntry',
    scope: 'audit:read',
    summary: 'Proof that an entry stands in the tree, or that an earlier tree is its beginning',
    query: proofQuery,
    answer: proof,
    errors: ['invalid_request', 'not_found', 'elsewhere', 'not_ready'],
    async handle({ query }) {
      const parsed = proofQuery.safeParse(Object.fromEntries(query));
      if (!parsed.success) throw toInvalid(parsed.error);
      const { entry, size, log } = parsed.data;
      if (entry !== undefined)
        return { status: 200, body: await trail.proveEntry(readIdentifier(entry)) };
      const consistency = await trail.proveConsistency(size ?? 0, log);
      if (consistency === undefined) {
        throw new GatewayError('not_found', 'the tree never had that size');
      }
      return { status: 200, body: consistency };
    },
  };
}

/** `x001/x234/067` -> 1234067, as C2SP tlog-tiles writes an index. */
function readIndex(groups: readonly string[]): number {
  return groups.reduce((index, group) => index * 1000 + Number(group.replace('x', '')), 0);
}

function createTileRoute(trail: AuditProver): Route {
  return {
    method: 'get',
    path: '/v1/audit/tile/:level/*index',
    operation: 'readTile',
    scope: 'audit:read',
    summary: 'A tile of the tree (C2SP tlog-tiles): `N`, or `N.p/W` for its first W hashes',
    answer: z.string(),
    answerTypes: ['application/octet-stream'],
    query: logQuery,
    errors: ['invalid_request', 'not_found', 'not_ready'],
    async handle({ parameters, query, response }) {
      const [, groups = '', partial] =
        /^((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(parameters.index ?? '') ?? [];
      const level = Number(parameters.level);
      const width = partial === undefined ? tileWidth : Number(partial);
      const valid =
        groups !== '' && /^\d{1,2}$/.test(parameters.level ?? '') && level <= tileLevelMax;
      const tile =
        valid && width >= 1 && width <= tileWidth
          ? await trail.readTile(
              { level, index: readIndex(groups.split('/')), width },
              readLog(query),
            )
          : undefined;
      if (tile === undefined) throw new GatewayError('not_found', 'there is no such tile');
      response.setHeader('content-type', 'application/octet-stream');
      response.end(tile);
      return undefined;
    },
  };
}

export function createProofRoutes(trail: AuditProver): readonly Route[] {
  return [createCheckpointRoute(trail), createProofRoute(trail), createTileRoute(trail)];
}
