/** One model from outside as it may be asked: within a time, a budget and a number of calls, and not again about the same. */
import type { Severity } from '../governance/finding.ts';
import { AnswerCache } from './cache.ts';
import { CannotJudge } from './cannot-judge.ts';
import type { About, Labels, Model, Scored } from './model.ts';
import { Turns } from './turns.ts';

export type AskerOptions = {
  readonly name: string;
  readonly labels: Labels;
  /** For a call and its wait for a turn together. */
  readonly timeoutMs: number;
  /** UTF-16 code units of one text. */
  readonly charactersMax: number;
  readonly callsMax: number;
  readonly waitingMax: number;
  readonly cacheEntriesMax: number;
  readonly cacheMs: number;
  /** After so many failures in a row it is left alone for a while, so that callers need not wait for each. */
  readonly failuresMax: number;
  readonly pauseMs: number;
};

/** What was seen in a text, in the words of the policies. */
export type Sighted = {
  readonly category: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
};

export type AskedOutcome = 'answered' | 'remembered' | 'failed';

export class Asker {
  readonly #options: AskerOptions;
  readonly #model: Model;
  readonly #cache: AnswerCache<readonly Sighted[]>;
  readonly #turns: Turns;
  /** Two calls about the same text are one. */
  readonly #running = new Map<string, Promise<readonly Sighted[]>>();
  readonly #now: () => number;
  readonly #onAsked: (outcome: AskedOutcome, ms: number) => void;
  #failures = 0;
  #pausedUntil = 0;

  constructor(
    options: AskerOptions,
    model: Model,
    onAsked: (outcome: AskedOutcome, ms: number) => void = () => undefined,
    now: () => number = () => performance.now(),
  ) {
    this.#options = options;
    this.#model = model;
    this.#now = now;
    this.#onAsked = onAsked;
    this.#cache = new AnswerCache(options.cacheEntriesMax, options.cacheMs, now);
    this.#turns = new Turns(options.callsMax, options.waitingMax);
  }

  /** Rejects with CannotJudge, whatever went wrong. */
  async ask(text: string, about: About): Promise<readonly Sighted[]> {
    const { charactersMax } = this.#options;
    const startedMs = this.#now();
    const tell = (outcome: AskedOutcome): void => this.#onAsked(outcome, this.#now() - startedMs);
    try {
      if (text.length > charactersMax)
        throw new CannotJudge(`is shown at most ${charactersMax} characters of a text`, false);
      const key = this.#cache.keyOf(about.stage, about.kind, text);
      const known = this.#cache.find(key);
      if (known !== undefined) {
        tell('remembered');
        return known;
      }
      const sighted = await (this.#running.get(key) ?? this.#begin(key, text, about));
      tell('answered');
      return sighted;
    } catch (error) {
      tell('failed');
      // A bug of ours is a failure like any other; its message may hold what was judged.
      throw error instanceof CannotJudge ? error : new CannotJudge('could not judge a text');
    }
  }

  close(): Promise<void> {
    return this.#model.close();
  }

  #begin(key: string, text: string, about: About): Promise<readonly Sighted[]> {
    const running = this.#judge(text, about)
      .then((sighted) => {
        this.#cache.keep(key, sighted);
        return sighted;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #judge(text: string, about: About): Promise<readonly Sighted[]> {
    const { failuresMax } = this.#options;
    if (this.#now() < this.#pausedUntil)
      throw new CannotJudge(`is left alone for a while after ${failuresMax} failures`, false);
    try {
      const scored = await this.#withinTime((signal) => this.#inTurn(text, about, signal));
      const sighted = toSighted(scored, text, this.#options.labels);
      this.#failures = 0;
      return sighted;
    } catch (error) {
      if (!(error instanceof CannotJudge) || error.blames) this.#noteFailure();
      throw error;
    }
  }

  async #inTurn(text: string, about: About, signal: AbortSignal): Promise<readonly Scored[]> {
    const end = await this.#turns.take(signal);
    try {
      signal.throwIfAborted();
      return await untilAborted(this.#model.judge(text, about, signal), signal);
    } finally {
      end();
    }
  }

  async #withinTime<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const { timeoutMs } = this.#options;
    const controller = new AbortController();
    const late = new CannotJudge(`did not answer within ${timeoutMs} ms`);
    const timer = setTimeout(() => controller.abort(late), timeoutMs);
    try {
      return await untilAborted(work(controller.signal), controller.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** When the pause is over the next failure begins another one. */
  #noteFailure(): void {
    const { failuresMax, pauseMs } = this.#options;
    this.#failures += 1;
    if (this.#failures < failuresMax) return;
    this.#failures = failuresMax - 1;
    this.#pausedUntil = this.#now() + pauseMs;
  }
}

/** Also where the work does not listen to the signal. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    const over = (): void => signal.removeEventListener('abort', abort);
    work.then(resolve, reject).finally(over);
    if (signal.aborted) abort();
  });
}

function toSighted(scored: readonly Scored[], text: string, labels: Labels): readonly Sighted[] {
  return scored.flatMap(({ label, score, start, end }) => {
    const known = Object.hasOwn(labels, label) ? labels[label] : undefined;
    if (known === undefined) throw new CannotJudge('reported a label that it was not given');
    if (!(score >= 0 && score <= 1)) throw new CannotJudge('gave a score that is not from 0 to 1');
    if (!isSpan(text, start, end)) throw new CannotJudge('gave a span that is not in the text');
    const { category, severity, threshold } = known;
    return score < threshold ? [] : [{ category, severity, confidence: score, start, end }];
  });
}

/** Whole characters only: half of one cannot be taken out. */
function isSpan(text: string, start: number, end: number): boolean {
  const whole = Number.isInteger(start) && Number.isInteger(end);
  if (!whole || start < 0 || start >= end || end > text.length) return false;
  return !cutsCharacter(text, start) && !cutsCharacter(text, end);
}

function cutsCharacter(text: string, at: number): boolean {
  const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
  const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
  return at > 0 && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}
