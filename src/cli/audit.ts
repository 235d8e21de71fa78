/** `governance audit …`: verifies, reads and tends the trail, most of it on a copy and without the gateway. */
import { createTable } from './command-table.ts';

export const auditCommand = createTable(
  'governance audit',
  [
    {
      name: 'verify',
      summary: 'check that a trail or a bundle is whole and unchanged, offline',
      load: async () => (await import('./audit-verify.ts')).auditVerify,
    },
    {
      name: 'export',
      summary: 'write entries out, or an evidence bundle with the proof of each',
      load: async () => (await import('./audit-export.ts')).auditExport,
    },
    {
      name: 'fetch',
      summary: 'fetch the copies that replicas ship to a common store',
      load: async () => (await import('./audit-fetch.ts')).auditFetch,
    },
    {
      name: 'show',
      summary: 'show an entry, its exchange, and what was said',
      load: async () => (await import('./audit-show.ts')).auditShow,
    },
    {
      name: 'tail',
      summary: 'print the newest entries, and new ones as they come',
      load: async () => (await import('./audit-tail.ts')).auditTail,
    },
    {
      name: 'review',
      summary: 'say whether a decision was right, or what was said of it last',
      load: async () => (await import('./audit-review.ts')).auditReview,
    },
    {
      name: 'holds',
      summary: 'list who is under legal hold',
      load: async () => (await import('./audit-holds.ts')).auditHolds,
    },
    {
      name: 'hold',
      summary: 'keep all that was said by or for somebody until released',
      load: async () => (await import('./audit-hold.ts')).auditHold,
    },
    {
      name: 'release',
      summary: 'end the legal hold on somebody',
      load: async () => (await import('./audit-hold.ts')).auditRelease,
    },
    {
      name: 'erase',
      summary: 'destroy the keys to everything that was said by or for somebody',
      load: async () => (await import('./audit-erase.ts')).auditErase,
    },
    {
      name: 'retire',
      summary: 'wait no more for the log of a replica that is gone for good',
      load: async () => (await import('./audit-retire.ts')).auditRetire,
    },
    {
      name: 'reindex',
      summary: 'build the search index anew, while the gateway serves or not',
      load: async () => (await import('./audit-reindex.ts')).auditReindex,
    },
  ],
  'Exit status of verify: 0 intact, 1 altered, 2 incomplete, 3 unreadable.\n',
);
