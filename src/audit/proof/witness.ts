/** Copies of checkpoints in other hands: without one, who holds both disk and key could rewrite everything. */
import { appendFile } from 'node:fs/promises';
import { whyUnreached } from '../../unreached.ts';

export type Witness = {
  /** Takes a checkpoint and sees that it gets there; never holds anybody up. */
  readonly take: (note: string) => void;
  /** For each place, how long a checkpoint has been waiting for it; 0 where it has all of them. */
  readonly lagsMs: () => Readonly<Record<string, number>>;
};

type Alarm = (message: string, fields: Readonly<Record<string, unknown>>) => void;

const timeoutMs = 5000;
const retryMs = 15_000;

/** Each place is a file that lines are appended to, or an http address that takes the note by POST. */
export function createWitness(places: readonly string[], onAlarm: Alarm): Witness {
  const copies = nameAll(places).map(([place, name]) => new Copy(place, name, onAlarm));
  return {
    take: (note) => {
      for (const copy of copies) copy.take(note);
    },
    lagsMs: () => Object.fromEntries(copies.map((copy) => [copy.name, copy.lagMs()])),
  };
}

/** An address may hold a credential, so only its host is told; a second one on the same host has its number beside it. */
function nameAll(places: readonly string[]): readonly (readonly [place: string, name: string])[] {
  const seen = new Map<string, number>();
  return places.map((place) => {
    const name = URL.canParse(place) ? new URL(place).host : place;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return [place, count === 1 ? name : `${name} (${count})`];
  });
}

/** Those that can be read back. */
export function listWitnessFiles(places: readonly string[]): readonly string[] {
  return places.filter((place) => !isAddress(place));
}

function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

class Copy {
  /** For logs and metrics. */
  readonly name: string;
  readonly #place: string;
  readonly #onAlarm: Alarm;
  /** Only the newest checkpoint waits: it vouches for all before it. */
  #waiting: string | undefined;
  #waitingSinceMs: number | undefined;
  #busy = false;
  #failing = false;

  constructor(place: string, name: string, onAlarm: Alarm) {
    this.name = name;
    this.#place = place;
    this.#onAlarm = onAlarm;
  }

  take(note: string): void {
    this.#waiting = note;
    this.#waitingSinceMs ??= performance.now();
    if (!this.#busy && !this.#failing) void this.#work();
  }

  lagMs(): number {
    return this.#waitingSinceMs === undefined ? 0 : performance.now() - this.#waitingSinceMs;
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#waiting !== undefined) {
      const note = this.#waiting;
      this.#waiting = undefined;
      try {
        await deliver(this.#place, note);
        this.#failing = false;
        this.#markTaken();
      } catch (error) {
        this.#waiting ??= note;
        this.#fail(error);
        break;
      }
    }
    this.#busy = false;
  }

  /** Another one may have come meanwhile, and waits from now on. */
  #markTaken(): void {
    this.#waitingSinceMs = this.#waiting === undefined ? undefined : performance.now();
  }

  #fail(error: unknown): void {
    const told = error instanceof Error ? error.message : String(error);
    const reason = isAddress(this.#place) ? (whyUnreached(error) ?? told) : told;
    if (!this.#failing)
      this.#onAlarm('a witness did not take the checkpoint', { place: this.name, reason });
    this.#failing = true;
    setTimeout(() => void this.#work(), retryMs).unref();
  }
}

async function deliver(place: string, note: string): Promise<void> {
  if (!isAddress(place)) {
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
