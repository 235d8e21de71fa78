/** What the log tells of events: a line for each call that ended, and which checks could not run. */
import type { Ruling } from '../governance/decision.ts';
import type { DeniedEvent, GovernanceEvent, Recorded } from '../governance/event.ts';
import type { Log } from './log.ts';
import { callMessage, refusalMessage } from './log-output.ts';

/**
 * Refused calls that the trail only counts are counted here as well: a line for each was a sixth of what refusing it cost.
 * A check that cannot run fails call after call, so those are counted, too.
 */
const countedMsDefault = 1_000;
const failureMessage = 'a check could not run';

type Counted = {
  readonly level: 'info' | 'warn';
  readonly message: string;
  readonly fields: object;
  count: number;
};

export class EventLog {
  readonly #log: Log;
  readonly #countedMs: number;
  /** By the entry that they are counted under, or by the check and why it could not run. */
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Log, countedMs = countedMsDefault) {
    this.#log = log;
    this.#countedMs = countedMs;
  }

  /** The entry that allowed a call is not its end, and gets no line. */
  tell(event: GovernanceEvent, { id: entry, counted }: Recorded): void {
    switch (event.type) {
      case 'request':
        this.#tellFailures(event.ruling, entry);
        return;
      case 'answered':
      case 'blocked':
      case 'failed':
      case 'aborted':
      case 'decision':
        if (event.ruling !== undefined) this.#tellFailures(event.ruling, entry);
        this.#log.info(
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
            ...('reason' in event && { reason: event.reason }),
          },
          callMessage,
        );
        return;
      case 'denied':
        if (counted === true)
          this.#count(entry, 'info', refusalMessage, () => toRefusal(event, entry));
        else
          this.#log.info(
            { request_id: event.requestId, ...toRefusal(event, entry) },
            refusalMessage,
          );
        return;
      case 'policy':
      case 'key':
      case 'admin':
      case 'reveal':
      case 'export':
      case 'erasure':
        this.#log.info({ entry, type: event.type, act: event.act, ...event.detail }, 'act');
    }
  }

  /** Tells what was counted and not told yet. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { level, message, fields, count } of this.#counted.values())
      this.#log[level]({ ...fields, count }, message);
    this.#counted.clear();
  }

  /** There are as many of them as checks, and each has a few sentences of its own that name no content. */
  #tellFailures({ failures }: Ruling, entry: string): void {
    for (const { check, reason } of failures)
      this.#count(`${check} ${reason}`, 'warn', failureMessage, () => ({ check, reason, entry }));
  }

  #count(key: string, level: Counted['level'], message: string, toFields: () => object): void {
    const counted = this.#counted.get(key);
    if (counted === undefined)
      this.#counted.set(key, { level, message, fields: toFields(), count: 1 });
    else counted.count += 1;
    this.#timer ??= setTimeout(() => this.close(), this.#countedMs).unref();
  }
}

function toRefusal({ actor, status, cause }: DeniedEvent, entry: string): object {
  return { entry, key: actor.key, status, code: cause };
}
