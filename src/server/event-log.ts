/** What the log tells of events: a line for each call that ended; there is nothing in an event that a log may not hold. */
import type { DeniedEvent, GovernanceEvent, Recorded } from '../governance/event.ts';
import type { Log } from './log.ts';
import { callMessage, refusalMessage } from './log-output.ts';

/** Refused calls that the trail only counts are counted here as well: a line for each was a sixth of what refusing it cost. */
const countedMsDefault = 1_000;

type Counted = { readonly fields: object; count: number };

export class EventLog {
  readonly #log: Log;
  readonly #countedMs: number;
  /** By the entry that they are counted under. */
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
        return;
      case 'answered':
      case 'blocked':
      case 'failed':
      case 'aborted':
      case 'decision':
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
          },
          callMessage,
        );
        return;
      case 'denied':
        if (counted === true) this.#count(event, entry);
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
    for (const { fields, count } of this.#counted.values())
      this.#log.info({ ...fields, count }, refusalMessage);
    this.#counted.clear();
  }

  #count(event: DeniedEvent, entry: string): void {
    const counted = this.#counted.get(entry);
    if (counted === undefined)
      this.#counted.set(entry, { fields: toRefusal(event, entry), count: 1 });
    else counted.count += 1;
    this.#timer ??= setTimeout(() => this.close(), this.#countedMs).unref();
  }
}

function toRefusal({ actor, status, cause }: DeniedEvent, entry: string): object {
  return { entry, key: actor.key, status, code: cause };
}
