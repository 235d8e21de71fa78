/** The callers of a chaos run: each asks again and again, any replica that is up, and remembers what it was told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, type Told } from '../faults/caller.ts';
import { createRandom } from '../faults/random.ts';
import { type Asked, drawQuestion } from './question.ts';
import type { Stage } from './stage.ts';

export type Answered = { readonly asked: Asked; readonly told: Told };

const budgetCode = 'budget_exceeded';
const leavingShare = 0.08;
const leavingMsMax = 60;

export class Load {
  readonly #stage: Stage;
  readonly #random: () => number;
  readonly #caller = new Caller();
  readonly #pauseMs: number;
  readonly answered: Answered[] = [];
  /** What the key with a limit was told. */
  readonly limited: Told[] = [];
  /** What the key with a budget was told when that was used up. */
  readonly refused: Told[] = [];
  #number = 0;
  #over = false;
  #lanes: Promise<unknown> = Promise.resolve();

  /** `pauseMs`: how long a caller rests between two calls, on average. */
  constructor(stage: Stage, seed: number, pauseMs: number) {
    this.#stage = stage;
    this.#random = createRandom(seed);
    this.#pauseMs = pauseMs;
  }

  start(lanes: number): void {
    const { free, metered } = this.#stage.keys;
    const keys = Array.from({ length: lanes }, (_, lane) => free[lane % free.length] ?? '');
    const asking = [...keys, metered].map((key) => this.#ask(key));
    this.#lanes = Promise.all([...asking, this.#press()]);
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#lanes;
    this.#caller.close();
  }

  async #ask(key: string): Promise<void> {
    while (!this.#over) {
      await this.#rest(1);
      const gateway = this.#pick();
      if (gateway === undefined) continue;
      this.#number += 1;
      const asked = drawQuestion(this.#number, this.#random);
      const leaves = this.#random() < leavingShare;
      const leaveAfterMs = this.#random() * leavingMsMax;
      const told = await this.#caller.ask({
        url: gateway.url,
        key,
        path: `${asked.upstream === 'moody' ? '/moody' : ''}/v1/chat/completions`,
        model: asked.model,
        body: asked.body,
        ...(leaves && { leaveAfterMs }),
      });
      // A flood of these is one entry, so none can be held against its own.
      if (told.code === budgetCode) this.refused.push(told);
      else this.answered.push({ asked, told });
    }
  }

  /** The key with a limit takes all that it is given, everywhere. */
  async #press(): Promise<void> {
    while (!this.#over) {
      await this.#rest(1 / 2);
      const gateway = this.#pick();
      if (gateway === undefined) continue;
      const { limited: key } = this.#stage.keys;
      const body = { prompt: 'Good morning.' };
      const { url } = gateway;
      this.limited.push(
        await this.#caller.ask({ url, key, path: '/v1/validate', model: '', body }),
      );
    }
  }

  #pick(): { readonly url: string } | undefined {
    const { replicas } = this.#stage;
    return replicas[Math.floor(this.#random() * replicas.length)]?.gateway;
  }

  #rest(share: number): Promise<unknown> {
    return sleep(this.#random() * 2 * this.#pauseMs * share);
  }
}
