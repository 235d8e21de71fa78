/** Every row of the bench, in the order of the results. */
import { addedLatency } from './added-latency.ts';
import { auditAppend } from './audit-append.ts';
import { auditSearch } from './audit-search.ts';
import { auditShared } from './audit-shared.ts';
import { auditVerify } from './audit-verify.ts';
import { consoleView } from './console-view.ts';
import { cpuPerLargeRequest, cpuPerRequest, cpuPerTurn } from './cpu-per-request.ts';
import { growth } from './growth.ts';
import { judgeCost } from './judge-cost.ts';
import { memoryAtRest } from './memory-at-rest.ts';
import { memoryOfLargeBody } from './memory-large.ts';
import { soak } from './soak.ts';
import { whereTimeGoes } from './stages.ts';
import { stalls } from './stalls.ts';
import { startToReady } from './start-to-ready.ts';
import { streamCost } from './stream-cost.ts';
import { streamIdle, streamMemory } from './stream-memory.ts';
import { throughput } from './throughput.ts';
import { overload } from './overload.ts';
import { workers } from './workers.ts';
import type { Row } from './row.ts';

export const rows: readonly Row[] = [
  cpuPerRequest,
  cpuPerLargeRequest,
  cpuPerTurn,
  whereTimeGoes,
  throughput,
  workers,
  overload,
  addedLatency,
  startToReady,
  memoryAtRest,
  memoryOfLargeBody,
  judgeCost,
  stalls,
  streamCost,
  streamIdle,
  streamMemory,
  auditAppend,
  auditVerify,
  auditSearch,
  auditShared,
  consoleView,
  growth,
  soak,
];
