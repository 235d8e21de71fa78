/** Copies of checkpoints in other hands: without one, who holds both disk and key could rewrite everything. */
import { appendFile } from 'node:fs/promises';

/** Takes a checkpoint and sees that it gets there; never holds anybody up. */
export type Witness = (note: string) => void;

type Alarm = (message: string, fields: Readonly<Record<string, unknown>>) => void;

const timeoutMs = 5000;
const retryMs = 15_000;

/** Each place is a file that lines are appended to, or an http address that takes the note by POST. */
export function createWitness(places: readonly string[], onAlarm: Alarm): Witness {
  const copies = places.map((place) => createCopy(place, onAlarm));
  return (note) => {
    for (const copy of copies) copy(note);
  };
}

/** Only the newest checkpoint waits: it vouches for all before it. */
function createCopy(place: string, onAlarm: Alarm): Witness {
  let waiting: string | undefined;
  let busy = false;
  let failing = false;
  const work = async (): Promise<void> => {
    busy = true;
    while (waiting !== undefined) {
      const note = waiting;
      waiting = undefined;
      try {
        await deliver(place, note);
        failing = false;
      } catch (error) {
        waiting ??= note;
        const reason = error instanceof Error ? error.message : String(error);
        if (!failing)
          onAlarm('a witness did not take the checkpoint', { place: hostOf(place), reason });
        failing = true;
        setTimeout(() => void work(), retryMs).unref();
        break;
      }
    }
    busy = false;
  };
  return (note) => {
    waiting = note;
    if (!busy && !failing) void work();
  };
}

async function deliver(place: string, note: string): Promise<void> {
  if (!/^https?:\/\//.test(place)) {
    await appendFile(place, `${JSON.stringify(note)}\n`, { flush: true });
    return;
  }
  const answer = await fetch(place, {
    method: 'POST',
    body: note,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
}

/** An address may hold a credential, so only its host is told. */
function hostOf(place: string): string {
  return URL.canParse(place) ? new URL(place).host : place;
}
