/** Liveness, readiness, metrics and the OpenAPI document. */
import { z } from 'zod';
import type { Metrics } from '../metrics.ts';
import type { Route } from '../route.ts';

/** Where several processes serve, they are asked first. */
type Awaitable<Value> = Value | Promise<Value>;

/** Each check by name: true where it holds, else one sentence that says what does not. */
export type Readiness = () => Awaitable<Readonly<Record<string, true | string>>>;

/** True, or one sentence that says why the process has to be restarted. */
export type Alive = () => true | string;

/** What does not hold although the gateway may be used: a rejected bundle while an older one serves. */
export type Notes = () => Awaitable<Readonly<Record<string, string>>>;

const readinessAnswer = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.record(z.string(), z.string()),
  notes: z.record(z.string(), z.string()),
});

const livenessAnswer = z.object({ status: z.enum(['ok', 'stuck']), why: z.string().optional() });

export type HealthOptions = {
  readonly alive?: Alive | undefined;
  readonly readiness: Readiness;
  readonly notes: Notes;
};

export function createHealthRoutes({ alive, readiness, notes }: HealthOptions): readonly Route[] {
  return [createLivenessRoute(alive), createReadinessRoute(readiness, notes)];
}

function createLivenessRoute(alive: Alive = () => true): Route {
  return {
    method: 'get',
    path: '/healthz',
    operation: 'readHealth',
    scope: 'public',
    summary: 'The process lives; else 503 and why it has to be restarted',
    answer: livenessAnswer,
    statuses: [503],
    errors: [],
    handle() {
      const lives = alive();
      if (lives === true) return Promise.resolve({ status: 200, body: { status: 'ok' } });
      const headers = { 'retry-after': '1' };
      return Promise.resolve({ status: 503, body: { status: 'stuck', why: lives }, headers });
    },
  };
}

function createReadinessRoute(readinessOf: Readiness, notesOf: Notes): Route {
  return {
    method: 'get',
    path: '/readyz',
    operation: 'readReadiness',
    scope: 'public',
    summary: 'Policies are loaded and the audit trail can be written; else 503 and what is not',
    answer: readinessAnswer,
    statuses: [503],
    errors: [],
    async handle() {
      const [readiness, notes] = await Promise.all([readinessOf(), notesOf()]);
      const checks = Object.entries(readiness);
      const ready = checks.every(([, holds]) => holds === true);
      return {
        status: ready ? 200 : 503,
        body: {
          status: ready ? 'ready' : 'not ready',
          checks: Object.fromEntries(
            checks.map(([name, holds]) => [name, holds === true ? 'ok' : holds]),
          ),
          notes,
        },
        ...(ready ? {} : { headers: { 'retry-after': '1' } }),
      };
    },
  };
}

/**
 * On the main address the page needs a key; on an address of its own it is for whoever can reach that. A page is written for
 * all who ask meanwhile: no rate bounds them.
 */
export function createMetricsRoute(metrics: Metrics, scope: 'audit:read' | 'public'): Route {
  let writing: ReturnType<Metrics['write']> | undefined;
  const write = (): ReturnType<Metrics['write']> =>
    (writing ??= metrics.write().finally(() => (writing = undefined)));
  return {
    method: 'get',
    path: '/metrics',
    operation: 'readMetrics',
    scope,
    summary: 'Prometheus metrics',
    answer: z.string(),
    answerTypes: ['text/plain'],
    errors: ['not_ready'],
    watches: true,
    async handle() {
      const { type, text } = await write();
      return { status: 200, body: text, type };
    },
  };
}

export function createOpenApiRoute(document: () => unknown): Route {
  return {
    method: 'get',
    path: '/openapi.json',
    operation: 'readOpenApi',
    scope: 'public',
    summary: 'This document',
    answer: z.record(z.string(), z.unknown()),
    errors: [],
    handle: () => Promise.resolve({ status: 200, body: document() }),
  };
}
