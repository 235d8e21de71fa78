/** Takes the trail out and puts it to the proof: the export as a stream, and verification while the gateway serves. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { exportTypes } from '../../audit/export/formats.ts';
import type { ExportFormat } from '../../audit/export/formats.ts';
import { momentPattern } from '../../audit/search/moment.ts';
import {
  exportQuery,
  filterQuery,
  readExportQuery,
  readFilterQuery,
  readTimeAt,
} from '../../audit/search/query.ts';
import type { Trail } from '../../audit/trail.ts';
import type { VerifyStep } from '../../audit/verify/verification.ts';
import { type BodyReader, bodyErrors, readBodyAs } from '../body.ts';
import { actorOf } from '../context.ts';
import type { Route } from '../route.ts';
import { partialHeader } from './audit.ts';

export type AuditEvidence = Pick<
  Trail,
  'exportEntries' | 'exportEvidence' | 'listEntries' | 'verify'
>;

const extensions: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'jsonl',
  csv: 'csv',
  ocsf: 'ocsf.jsonl',
};

const verifyBody = z.strictObject({
  since: z
    .string()
    .min(1)
    .max(64)
    .meta({ pattern: momentPattern })
    .optional()
    .describe('RFC 3339, or an age: older entries are only checked to be those that were signed'),
});

const verifyLine = z.object({
  progress: z
    .object({ bytes: z.int(), bytes_total: z.int(), entries: z.int() })
    .optional()
    .describe('Stands alone in a line while it goes on.'),
  report: z
    .object({
      verdict: z.enum(['intact', 'altered', 'incomplete', 'unreadable']),
      begin: z
        .int()
        .describe('The first entry that was checked in full, later than 0 with `since`.'),
      entries: z.int(),
      segments: z.int(),
      exchanges: z.int(),
      open: z.int(),
      checkpoints: z.int(),
      sealed: z.int(),
      sealed_at: z.string().describe('When the newest of the checkpoints was signed.'),
      texts: z.int(),
      root: z.string(),
      first_at: z.string(),
      last_at: z.string(),
      faults: z.array(
        z.object({
          verdict: z.string(),
          seq: z.int().optional(),
          place: z.string(),
          detail: z.string(),
        }),
      ),
      faults_more: z.int(),
      notes: z.array(z.string()),
      logs: z
        .array(z.object({ log: z.int(), verdict: z.string(), entries: z.int(), root: z.string() }))
        .optional()
        .describe('Each log by itself, where workers write one each.'),
    })
    .optional()
    .describe('Stands in the last line.'),
  entry: z.string().optional().describe('The entry that tells of the verification.'),
});

/** The first piece is waited for before the status is sent: what cannot begin is refused as any other call is. */
async function stream(
  response: ServerResponse,
  pieces: AsyncGenerator<string | Uint8Array, undefined>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const first = await pieces.next();
  async function* all(): AsyncGenerator<string | Uint8Array, undefined> {
    if (first.value !== undefined && first.value.length > 0) yield first.value;
    for await (const piece of pieces) if (piece.length > 0) yield piece;
  }
  try {
    // A client that went while the first piece was made has no connection left to write to.
    if (response.destroyed) return;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('cache-control', 'no-store');
    // What goes wrong under way ends the connection too: a cut export never looks whole.
    await pipeline(Readable.from(all()), response);
  } catch (error) {
    if (!isLeaving(error)) throw error;
  } finally {
    // However it went: what the pieces hold open is let go, and the trail hears that they broke off.
    await pieces.return(undefined);
  }
}

/** A client that goes away before the end. */
function isLeaving(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function createExportRoute(trail: AuditEvidence, now: () => number): Route {
  return {
    method: 'get',
    path: '/v1/audit/export',
    operation: 'exportEntries',
    acts: true,
    scope: 'audit:read',
    summary:
      'Take out the entries of one filter, oldest first; that it was done is itself an entry',
    query: exportQuery,
    answer: z.string(),
    answerTypes: Object.values(exportTypes),
    errors: ['invalid_request', 'not_ready', 'audit_unavailable'],
    async handle({ query, context, response }) {
      const request = readExportQuery(query, now());
      const { filter, format } = request;
      // Known before the first byte, so that whoever has the file can have it from the head of the answer.
      const { partial } = await trail.listEntries({ filter, limit: 1, direction: 'newer' });
      const day = new Date(now()).toISOString().slice(0, 10);
      await stream(response, trail.exportEntries(request, actorOf(context)), {
        'content-type': exportTypes[format],
        ...(partial === undefined ? {} : { [partialHeader]: partial }),
        'content-disposition': `attachment; filename="audit-${day}.${extensions[format]}"`,
      });
      return undefined;
    },
  };
}

function createBundleRoute(trail: AuditEvidence, now: () => number): Route {
  return {
    method: 'get',
    path: '/v1/audit/evidence',
    operation: 'exportEvidence',
    acts: true,
    scope: 'audit:read',
    summary:
      'The entries of one filter with the proof of each, the signed checkpoint, the key and how to check them, as .tar.gz',
    query: filterQuery,
    answer: z.string(),
    answerTypes: ['application/gzip'],
    errors: ['invalid_request', 'not_ready', 'audit_unavailable', 'overloaded'],
    async handle({ query, context, response }) {
      const filter = readFilterQuery(query, now());
      const day = new Date(now()).toISOString().slice(0, 10);
      await stream(response, trail.exportEvidence(filter, actorOf(context)), {
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="evidence-${day}.tar.gz"`,
      });
      return undefined;
    },
  };
}

function writeStep(step: VerifyStep): unknown {
  if ('progress' in step) {
    const { bytes, bytesTotal, entries } = step.progress;
    return { progress: { bytes, bytes_total: bytesTotal, entries } };
  }
  const { blobs, sealedAt, firstAt, lastAt, faultsMore, lastId: _, ...rest } = step.report;
  const times = { sealed_at: sealedAt, first_at: firstAt, last_at: lastAt };
  const report = { ...rest, texts: blobs, ...times };
  return { report: { ...report, faults_more: faultsMore }, entry: step.entry };
}

async function* writeSteps(
  steps: AsyncGenerator<VerifyStep, undefined>,
): AsyncGenerator<string, undefined> {
  for await (const step of steps) yield `${JSON.stringify(writeStep(step))}\n`;
}

function createVerifyRoute(trail: AuditEvidence, readBody: BodyReader, now: () => number): Route {
  return {
    method: 'post',
    path: '/v1/audit/verify',
    operation: 'verifyTrail',
    scope: 'audit:read',
    summary:
      'Verify the trail on disk; one JSON line after the other tells how far it is, the last one the report',
    body: verifyBody,
    answer: verifyLine,
    answerTypes: ['application/jsonl'],
    errors: [...bodyErrors, 'overloaded', 'not_ready'],
    async handle(call) {
      const { since } = await readBodyAs(verifyBody, readBody, call);
      const asked = since === undefined ? {} : { sinceUs: readTimeAt('since', since, now()) };
      await stream(call.response, writeSteps(trail.verify(asked, actorOf(call.context))), {
        'content-type': 'application/jsonl',
      });
      return undefined;
    },
  };
}

export function createEvidenceRoutes(
  trail: AuditEvidence,
  readBody: BodyReader,
  now: () => number,
): readonly Route[] {
  return [
    createExportRoute(trail, now),
    createBundleRoute(trail, now),
    createVerifyRoute(trail, readBody, now),
  ];
}
