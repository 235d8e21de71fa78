/** Logs as JSON lines on standard output, one per call; there is nothing in an event that a log may not hold. */
import { type Logger, pino } from 'pino';
import type { GovernanceEvent } from '../governance/event.ts';
import { callMessage, LogOutput, refusalMessage } from './log-output.ts';

export type Log = Logger;

export function createLog(level: string): Log {
  output ??= openLogOutput();
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

/** A process has one standard output. */
let output: LogOutput | undefined;

function openLogOutput(): LogOutput {
  const opened = new LogOutput();
  process.once('exit', () => opened.flushSync());
  return opened;
}

/** One line for each call that ended; the entry that allowed it is not its end. */
export function logEvent(log: Log, event: GovernanceEvent, entry: string): void {
  switch (event.type) {
    case 'request':
      return;
    case 'answered':
    case 'blocked':
    case 'failed':
    case 'aborted':
    case 'decision':
      log.info(
        {
          request_id: event.requestId,
          entry,
          key: event.actor.key,
          route: event.call.route,
          upstream: event.call.upstream,
          model: event.call.model,
          status: event.status,
          decision: event.type === 'decision' ? event.ruling.action : event.type,
          ms: Math.round(event.elapsedUs / 10) / 100,
        },
        callMessage,
      );
      return;
    case 'denied':
      log.info(
        {
          request_id: event.requestId,
          entry,
          key: event.actor.key,
          status: event.status,
          code: event.cause,
        },
        refusalMessage,
      );
      return;
    case 'policy':
    case 'key':
    case 'admin':
    case 'reveal':
    case 'export':
    case 'erasure':
      log.info({ entry, type: event.type, act: event.act, ...event.detail }, 'act');
  }
}
