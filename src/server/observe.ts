/** Wraps the recorder so that logs and counts see every event that became durable, and the story sees none of them. */
import type { GovernanceEvent, Recorder } from '../governance/event.ts';
import { type Log, logEvent } from './log.ts';

export type Observer = {
  /** `entry` is the id of the event's entry. */
  readonly observe: (event: GovernanceEvent, entry: string) => void;
  /** An event that could not be made durable. */
  readonly observeLoss?: () => void;
};

export function observe(record: Recorder, observers: readonly Observer[], log: Log): Recorder {
  return async function recordObserved(event) {
    try {
      const recorded = await record(event);
      for (const observer of observers) observer.observe(event, recorded.id);
      logEvent(log, event, recorded.id);
      return recorded;
    } catch (error) {
      for (const observer of observers) observer.observeLoss?.();
      throw error;
    }
  };
}
