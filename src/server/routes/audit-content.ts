/** What was said in an exchange, redacted; as it was for those who may, with a reason. */
import { z } from 'zod';
import { readIdentifier } from '../../audit/identifier.ts';
import { reasonCharactersMax } from '../../audit/steward.ts';
import type { Trail } from '../../audit/trail.ts';
import { partKinds } from '../../governance/interaction.ts';
import { type BodyReader, bodyErrors, readBodyAs } from '../body.ts';
import { actorOf } from '../context.ts';
import { toInvalid } from '../invalid.ts';
import type { Reader } from '../reading/reading.ts';
import type { Route } from '../route.ts';
import { partialHeader } from './audit.ts';

export type AuditArchive = Pick<Trail, 'readExchange' | 'readContent' | 'reveal'>;

export type ArchiveOptions = {
  readonly trail: AuditArchive;
  /** Reads what was kept part by part. */
  readonly read: Reader;
  readonly readBody: BodyReader;
};

export const reasonText = z.string().min(1).max(reasonCharactersMax);
const entry = z.looseObject({ id: z.string(), seq: z.int(), type: z.string() });
export const recorded = z.object({
  entry: z.string().describe('The entry of this act.'),
  seq: z.int(),
});

const mark = z.object({
  start: z.int().describe('In UTF-16 code units of the part.'),
  end: z.int(),
  category: z.string().describe('What was found or masked there; empty where the mask hides it.'),
  rules: z.array(z.string()).describe('`policy/rule`: the rules that fired on it.'),
});
const part = z.object({
  kind: z.enum(partKinds),
  pointer: z.string(),
  text: z.string(),
  marks: z.array(mark),
});
const contents = z.object({
  contents: z.array(
    z.object({
      leg: z.string(),
      bytes: z.int(),
      text: z.string().optional(),
      whole: z.boolean().optional(),
      missing: z.string().optional(),
      log: z.string().optional().describe('The log of another replica that keeps it.'),
      parts: z.array(part).optional().describe('The text part by part, where `marks` asks for it.'),
    }),
  ),
});

const contentQuery = z.strictObject({
  marks: z
    .enum(['true', 'false'])
    .optional()
    .describe('Read the texts part by part and mark what the rules look at.'),
});
const revealBody = z.strictObject({
  reason: reasonText,
  marks: z.boolean().default(false).describe('As of the redacted content.'),
});
export const readErrors = ['not_found', 'not_ready'] as const;
export const actErrors = [...bodyErrors, 'not_found', 'not_ready', 'audit_unavailable'] as const;

function createReadingRoutes({ trail, read }: ArchiveOptions): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/v1/audit/exchanges/:id',
      operation: 'readExchange',
      scope: 'audit:read',
      summary: 'All entries of one exchange, oldest first',
      answer: z.object({ entries: z.array(entry) }),
      headers: [partialHeader],
      errors: readErrors,
      async handle({ parameters: { id = '' } }) {
        const { entries, partial } = await trail.readExchange(readIdentifier(id));
        return {
          ...{ status: 200, body: { entries } },
          ...(partial === undefined ? {} : { headers: { [partialHeader]: partial } }),
        };
      },
    },
    {
      method: 'get',
      path: '/v1/audit/entries/:id/content',
      operation: 'readContent',
      scope: 'audit:read',
      summary: 'What was said, redacted, as far as it was kept',
      query: contentQuery,
      answer: contents,
      errors: ['invalid_request', ...readErrors],
      async handle({ parameters: { id = '' }, query }) {
        const asked = contentQuery.safeParse(Object.fromEntries(query));
        if (!asked.success) throw toInvalid(asked.error);
        const entry = readIdentifier(id);
        const kept = await trail.readContent(entry);
        return {
          status: 200,
          body: { contents: asked.data.marks === 'true' ? await read(entry, kept) : kept },
        };
      },
    },
  ];
}

function createActRoutes({ trail, read, readBody }: ArchiveOptions): readonly Route[] {
  return [
    {
      method: 'post',
      path: '/v1/audit/entries/:id/reveal',
      operation: 'revealContent',
      scope: 'audit:reveal',
      summary: 'What was said as it was; needs a reason and is itself an entry',
      body: revealBody,
      answer: contents,
      errors: ['elsewhere', ...actErrors],
      async handle(call) {
        const body = await readBodyAs(revealBody, readBody, call);
        const id = readIdentifier(call.parameters.id ?? '');
        const revealed = await trail.reveal(id, body.reason, actorOf(call.context));
        return {
          status: 200,
          body: { contents: body.marks ? await read(id, revealed) : revealed },
        };
      },
    },
  ];
}

export function createArchiveRoutes(options: ArchiveOptions): readonly Route[] {
  return [...createReadingRoutes(options), ...createActRoutes(options)];
}
