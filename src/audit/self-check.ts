/** Verifies the trail by itself now and then, and keeps what the last verification found, whoever asked for it. */
import { GatewayError } from '../errors.ts';
import type { TrailReading } from './trail-reading.ts';
import { systemActor } from './system-actor.ts';
import type { Report } from './verify.ts';
import type { VerifyStep } from './verify/verification.ts';

export type SelfCheckOptions = {
  readonly verify: TrailReading['verify'];
  /** 0: only when somebody asks. */
  readonly intervalMs: number;
  readonly onAlarm?:
    ((message: string, fields: Readonly<Record<string, unknown>>) => void) | undefined;
};

/** The first comes earlier: replicas that are replaced every day are to be verified as well. */
const firstMsMax = 3_600_000;

export class SelfCheck {
  readonly #options: SelfCheckOptions;
  #timer: NodeJS.Timeout | undefined;
  #faults = 0;
  #closed = false;

  constructor(options: SelfCheckOptions) {
    this.#options = options;
    if (options.intervalMs > 0) this.#plan(Math.min(options.intervalMs, firstMsMax));
  }

  /** What the last verification found to be wrong; 0 where nothing is, or none has been made yet. */
  get faults(): number {
    return this.#faults;
  }

  /** The steps of a verification as they are, with its end kept. */
  async *watch(
    steps: AsyncGenerator<VerifyStep, undefined>,
  ): AsyncGenerator<VerifyStep, undefined> {
    for await (const step of steps) {
      if ('report' in step) this.#keep(step.report);
      yield step;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #plan(afterMs: number): void {
    this.#timer = setTimeout(() => {
      void this.#run().finally(() => {
        if (!this.#closed) this.#plan(this.#options.intervalMs);
      });
    }, afterMs).unref();
  }

  async #run(): Promise<void> {
    try {
      // Whatever it finds is kept as it passes.
      const steps = this.#options.verify({}, systemActor);
      while ((await steps.next()).done !== true);
    } catch (error) {
      // Somebody else is at it: what that finds is kept as well.
      if (error instanceof GatewayError && error.code === 'overloaded') return;
      if (this.#closed) return;
      // What could not be looked at is not known to be whole.
      this.#faults = Math.max(1, this.#faults);
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.onAlarm?.('the trail could not be verified', { reason });
    }
  }

  #keep({ verdict, faults, faultsMore }: Report): void {
    this.#faults = faults.length + faultsMore;
    const [first] = faults;
    if (first === undefined) return;
    this.#options.onAlarm?.('the trail was verified and is not intact', {
      ...{ verdict, faults: this.#faults },
      ...{ first: first.detail, place: first.place, entry: first.seq },
    });
  }
}
