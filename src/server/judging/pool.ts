/** Judges long interactions in threads of their own, so that whoever else is being served does not wait for them. */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { abandon } from '../../governance/govern.ts';
import type { Ruling } from '../../governance/decision.ts';
import type { Interaction } from '../../governance/interaction.ts';
import type { OutsideDetector } from '../../governance/outside.ts';
import type { Bundle } from '../../governance/policy/policy.ts';
import type { Placeholders } from '../../governance/placeholders.ts';
import { stepItems, takeSteps } from '../../proxy/steps.ts';
import type { Done } from './message.ts';
import type { Judging } from './outside-first.ts';
import { packPlaced, unpackPlaced, unpackRuling } from './packed.ts';
import { JudgingThread } from './thread.ts';

export type JudgingLimits = {
  /** Characters of all parts together, with 16 for each but the first, and half of their bytes, up to which a call is judged where it stands. */
  readonly judgedInlineCharsMax: number;
  readonly judgingTimeoutMs: number;
  readonly judgingExchangesMax: number;
};

export type JudgingOptions = {
  readonly limits: JudgingLimits;
  /** What values are hashed with where a rule asks for it. */
  readonly redactionKey: Uint8Array;
  /** Models from outside that rules may ask for. */
  readonly outside?: readonly OutsideDetector[];
};

/** One exchange's view of a call: the rules it is bound to, and the names it has given to values. */
export type Bound = Judging & {
  readonly bundle: Bundle;
  readonly placeholders: Placeholders;
  readonly system: readonly string[] | undefined;
};

/** Beyond ASCII a character takes more bytes, and more time: a page of Chinese is long before it has as many characters. */
const bytesForCharacter = 2;
/** A text takes time by itself as well: a thousand new ones as much as may be spent in passing, and those of a request are known for the most part. */
const charactersForPart = 16;
/** Of one UTF-16 code unit. */
const utf8BytesMax = 3;

const threadsMost = 4;
/** One core is left to those who serve. */
const threadsMax = Math.max(1, Math.min(threadsMost, availableParallelism() - 1));
/** After so long without a long text the memory of the threads is given back. */
const idleMs = 60_000;

type Waiting = { readonly start: (thread: JudgingThread) => void };

// Invariant: a text that could not be judged is told as a failure of every rule that would have judged it.
export class JudgingPool {
  readonly #options: JudgingOptions;
  readonly #threads = new Set<JudgingThread>();
  readonly #waiting: Waiting[] = [];
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: JudgingOptions) {
    this.#options = options;
  }

  /** Whether a call is so long that it should not be judged where it stands. */
  takes({ parts }: Interaction): boolean {
    const most = this.#options.limits.judgedInlineCharsMax;
    const beside = (parts.length - 1) * charactersForPart;
    let characters = 0;
    for (const { text } of parts) {
      characters += text.length;
      if (characters + beside > most) return true;
    }
    const bytesMost = most * bytesForCharacter;
    // So few cannot be so many bytes, whatever they are.
    if (characters * utf8BytesMax <= bytesMost) return false;
    return parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) > bytesMost;
  }

  /**
   * So much will have to be judged at once later: a thread that is there by then keeps nobody waiting for its start, and
   * what it takes is taken while the text comes, not behind it.
   */
  foresee(characters: number, bundle: Bundle): void {
    if (characters <= this.#options.limits.judgedInlineCharsMax || this.#closed) return;
    if (this.#threads.size > 0) return;
    this.#findFree()?.show(bundle);
    this.#restLater();
  }

  /** Never rejects. */
  async judge(interaction: Interaction, bound: Bound): Promise<Ruling> {
    const done = await this.#run(interaction, bound);
    if ('failed' in done) {
      const failure = { check: 'judging', reason: done.failed };
      const { bundle, inside } = bound;
      return abandon(inside === true ? (bundle.inside ?? bundle) : bundle, interaction, failure);
    }
    for (const placed of unpackPlaced(done.placeholders)) {
      bound.placeholders.learn(placed);
      if (placed.length === stepItems) await nextTurn();
    }
    return takeSteps(unpackRuling(done.ruling), takeTurns());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  async #run(interaction: Interaction, bound: Bound): Promise<Done> {
    const { judgingExchangesMax, judgingTimeoutMs } = this.#options.limits;
    if (this.#waiting.length >= judgingExchangesMax) {
      return { failed: 'too many long texts wait to be judged' };
    }
    const thread = this.#findFree() ?? (await this.#waitForFree());
    const { bundle, placeholders, system, inside, evidence } = bound;
    const job = {
      interaction,
      placeholders: packPlaced(placeholders.known()),
      ...(system === undefined ? {} : { system }),
      ...(inside === undefined ? {} : { inside }),
      ...(evidence === undefined ? {} : { evidence }),
    };
    const done = await thread.run(bundle, job, judgingTimeoutMs);
    this.#release(thread);
    return done;
  }

  #findFree(): JudgingThread | undefined {
    clearTimeout(this.#idle);
    for (const thread of this.#threads) if (thread.isFree) return thread;
    if (this.#threads.size >= threadsMax) return undefined;
    const { redactionKey, outside = [] } = this.#options;
    const thread = new JudgingThread({ redactionKey, outside });
    this.#threads.add(thread);
    return thread;
  }

  #waitForFree(): Promise<JudgingThread> {
    return new Promise((start) => this.#waiting.push({ start }));
  }

  #release(thread: JudgingThread): void {
    if (thread.isDead) this.#threads.delete(thread);
    const next = this.#waiting.shift();
    if (next !== undefined) {
      const free = thread.isDead && !this.#closed ? this.#findFree() : thread;
      if (free === undefined) this.#waiting.unshift(next);
      else next.start(free);
    } else if (!this.#closed) this.#restLater();
  }

  #restLater(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#rest(), idleMs).unref();
  }

  #rest(): void {
    for (const thread of this.#threads) {
      if (!thread.isFree) continue;
      this.#threads.delete(thread);
      void thread.end();
    }
  }
}

/** Each step but the first in a turn of its own. */
function takeTurns(): () => Promise<void> | undefined {
  let first = true;
  return () => {
    if (!first) return nextTurn();
    first = false;
    return undefined;
  };
}
