/** Liveness, readiness, metrics and the OpenAPI document. */
import { z } from 'zod';
import type { Metrics } from '../metrics.ts';
import type { Route } from '../route.ts';

/** Each check by name: true where it holds, else one sentence that says what does not. */
export type Readiness = () => Readonly<Record<string, true | string>>;

/** What does not hold although the gateway may be used: a rejected bundle while an older one serves. */
export type Notes = () => Readonly<Record<string, string>>;

const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.record(z.string(), z.string()),
  notes: z.record(z.string(), z.string()),
});

export function createHealthRoutes(readinessOf: Readiness, notesOf: Notes): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/healthz',
      scope: 'public',
      summary: 'The process lives',
      answer: z.object({ status: z.literal('ok') }),
      errors: [],
      handle: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
    },
    {
      method: 'get',
      path: '/readyz',
      scope: 'public',
      summary: 'Policies are loaded and the audit trail can be written; else 503 and what is not',
      answer: readiness,
      statuses: [503],
      errors: [],
      handle() {
        const checks = Object.entries(readinessOf());
        const ready = checks.every(([, holds]) => holds === true);
        return Promise.resolve({
          status: ready ? 200 : 503,
          body: {
            status: ready ? 'ready' : 'not ready',
            checks: Object.fromEntries(
              checks.map(([name, holds]) => [name, holds === true ? 'ok' : holds]),
            ),
            notes: notesOf(),
          },
          ...(ready ? {} : { headers: { 'retry-after': '1' } }),
        });
      },
    },
  ];
}

/** On the main address the page needs a key; on an address of its own it is for whoever can reach that. */
export function createMetricsRoute(metrics: Metrics, scope: 'audit:read' | 'public'): Route {
  return {
    method: 'get',
    path: '/metrics',
    scope,
    summary: 'Prometheus metrics',
    answer: z.string(),
    answerType: 'text/plain',
    errors: ['not_ready'],
    async handle() {
      const { type, text } = await metrics.write();
      return { status: 200, body: text, type };
    },
  };
}

export function createOpenApiRoute(document: () => unknown): Route {
  return {
    method: 'get',
    path: '/openapi.json',
    scope: 'public',
    summary: 'This document',
    answer: z.record(z.string(), z.unknown()),
    errors: [],
    handle: () => Promise.resolve({ status: 200, body: document() }),
  };
}
