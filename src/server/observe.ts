/** Wraps the recorder so that logs and counts see every event that became durable, and the story sees none of them. */
import type { GovernanceEvent, Recorder } from '../governance/event.ts';
import { type Log, logEvent } from './log.ts';

export type Observer = {
  /** `entry` is the id of the event's entry. */
  readonly observe: (event: GovernanceEvent, entry: string) => void;
  /** An event that could not be made durable. */
  readonly observeLoss?: () => void;
};

type Durable = { readonly event: GovernanceEvent; readonly entry: string };

export function observe(record: Recorder, observers: readonly Observer[], log: Log): Recorder {
  const durable: Durable[] = [];
  const tellAll = (): void => {
    for (const { event, entry } of durable.splice(0)) tell(event, entry, observers, log);
  };
  return async function recordObserved(event) {
    try {
      const recorded = await record(event);
      // Behind the call's own next step: a call is not sent on later for being counted.
      if (durable.push({ event, entry: recorded.id }) === 1) setImmediate(tellAll);
      return recorded;
    } catch (error) {
      for (const observer of observers) observer.observeLoss?.();
      throw error;
    }
  };
}

/** What is wrong with one of them is told, and takes nothing from the others. */
function tell(
  event: GovernanceEvent,
  entry: string,
  observers: readonly Observer[],
  log: Log,
): void {
  try {
    for (const observer of observers) observer.observe(event, entry);
    logEvent(log, event, entry);
  } catch (error) {
    log.error({ err: error, entry }, 'an entry could not be counted or logged');
  }
}
