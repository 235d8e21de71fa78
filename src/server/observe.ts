/** Wraps the recorder so that logs and counts see every event that became durable, and the story sees none of them. */
import type { GovernanceEvent, Recorded, Recorder } from '../governance/event.ts';
import type { EventLog } from './event-log.ts';
import type { Log } from './log.ts';

export type Observer = {
  /** `entry` is the id of the event's entry. */
  readonly observe: (event: GovernanceEvent, entry: string) => void;
  /** An event that could not be made durable. */
  readonly observeLoss?: () => void;
};

type Durable = { readonly event: GovernanceEvent; readonly recorded: Recorded };

/** What is told of events, and of what goes wrong in telling. */
type Logs = { readonly events: EventLog; readonly log: Log };

export function observe(record: Recorder, observers: readonly Observer[], logs: Logs): Recorder {
  const durable: Durable[] = [];
  const tellAll = (): void => {
    for (const each of durable.splice(0)) tell(each, observers, logs);
  };
  return async function recordObserved(event) {
    try {
      const recorded = await record(event);
      // Behind the call's own next step: a call is not sent on later for being counted.
      if (durable.push({ event, recorded }) === 1) setImmediate(tellAll);
      return recorded;
    } catch (error) {
      for (const observer of observers) observer.observeLoss?.();
      throw error;
    }
  };
}

/** What is wrong with one of them is told, and takes nothing from the others. */
function tell(
  { event, recorded }: Durable,
  observers: readonly Observer[],
  { events, log }: Logs,
): void {
  const { id: entry } = recorded;
  try {
    for (const observer of observers) observer.observe(event, entry);
    events.tell(event, recorded);
  } catch (error) {
    log.error({ err: error, entry }, 'an entry could not be counted or logged');
  }
}
