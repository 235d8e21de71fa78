/** Brings the acts that wait in the key store into the audit trail, whoever made them and whenever. */
import type { ActEvent, Recorder } from '../governance/event.ts';
import type { KeyAct } from './record.ts';
import type { KeyStore } from './store.ts';

/** At least once each: after a crash between the two writes an act stands twice, under one `act_id`. */
export async function drainOutbox(
  store: Pick<KeyStore, 'drain'>,
  record: Recorder,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await store.drain(async (act) => {
      await record(toEvent(act));
    });
    total += count;
    if (count === 0) return total;
  }
}

function toEvent({ id, at, act, key, by, detail }: KeyAct): ActEvent {
  return {
    type: 'key',
    actor: {
      key: by.key,
      owner: by.owner,
      team: '',
      subject: '',
      address: '',
      agent: by.agent,
    },
    act,
    detail: { key, ...detail, via: by.agent, act_id: id, acted_at: new Date(at).toISOString() },
  };
}
