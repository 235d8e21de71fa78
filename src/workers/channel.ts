/** Calls between two processes of the gateway: by name, answered or failed once, and streams that are read piece by piece. */
import { GatewayError } from '../errors.ts';
import { type Envelope, type Message, isEnvelope, tell, toError } from './message.ts';
import { type PulseOptions, Pulse, monotonicMs } from './pulse.ts';

/** What a process has to send messages through; both ends run this very program. */
export type Port = {
  readonly send: (envelope: Envelope, onError: (error: unknown) => void) => void;
};

type Waiting = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** The beat of the pulse at which it was asked. */
  readonly beat: number;
};

/** What the other end can be asked for: functions that answer once, or that give a stream. */
type Served = Readonly<Record<string, (...given: never[]) => unknown>>;
type Names<Remote, Kind> = {
  [Name in keyof Remote]: Remote[Name] extends (...given: never[]) => Kind ? Name : never;
}[keyof Remote] &
  string;
type Given<Each> = Each extends (...given: infer Arguments) => unknown ? Arguments : never;
type Found<Each> = Each extends (...given: never[]) => infer Result ? Awaited<Result> : never;
type Piece<Each> = Each extends (...given: never[]) => AsyncGenerator<infer Each_, undefined>
  ? Each_
  : never;

/** The other process is gone; what became of the call there is not known. */
export class ChannelLost extends Error {}

const ended = Symbol('ended');

export class Channel<Remote> {
  readonly #port: Port;
  #served: Served;
  readonly #waiting = new Map<number, Waiting>();
  readonly #streams = new Map<number, AsyncGenerator<unknown, undefined>>();
  #outbox: Message[] = [];
  #ticket = 0;
  #lost: ChannelLost | undefined;
  #pulse: Pulse | undefined;

  /** `served` is what the other end may call here. */
  constructor(port: Port, served: Served) {
    this.#port = port;
    this.#served = served;
  }

  /** Whether the other end is gone, which shows here before the system says that its process has ended. */
  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** More that the other end may call here, or something else in its place. */
  serve(more: Served): void {
    this.#served = { ...this.#served, ...more };
  }

  /**
   * From here on nobody waits without end for an other end that stands still. What it then finds, that nobody waits for
   * any more, it leaves undone: whoever was told that it failed may ask again.
   */
  watch(options: PulseOptions): Pulse {
    this.#pulse ??= new Pulse(options, {
      ask: () => this.#send({ kind: 'beat' }),
      giveUp: (before) => this.#giveUp(before),
    });
    return this.#pulse;
  }

  async call<Name extends Names<Remote, unknown>>(
    name: Name,
    ...given: Given<Remote[Name]>
  ): Promise<Found<Remote[Name]>> {
    const ticket = (this.#ticket += 1);
    const untilMs = this.#pulse?.untilMs;
    return (await this.#ask({ kind: 'call', ticket, name, given, untilMs })) as Found<Remote[Name]>;
  }

  /** Pieces come one by one as they are asked for, so that neither end holds more than one. */
  async *stream<Name extends Names<Remote, AsyncGenerator<unknown, undefined>>>(
    name: Name,
    ...given: Given<Remote[Name]>
  ): AsyncGenerator<Piece<Remote[Name]>, undefined> {
    const ticket = (this.#ticket += 1);
    let open = true;
    try {
      const untilMs = this.#pulse?.untilMs;
      let piece = await this.#ask({ kind: 'open', ticket, name, given, untilMs });
      while (piece !== ended) {
        yield piece as Piece<Remote[Name]>;
        piece = await this.#ask({ kind: 'next', ticket });
      }
      open = false;
    } finally {
      if (open) this.#send({ kind: 'leave', ticket });
    }
  }

  /** Takes what came from the other end; false where it is nobody's message of ours. */
  hear(envelope: unknown): boolean {
    if (!isEnvelope(envelope)) return false;
    this.#pulse?.hear();
    for (const message of envelope.governance) this.#take(message);
    return true;
  }

  /** The other end is gone: whoever waits for it is told, and its streams are ended. */
  close(reason: string): void {
    this.#lost ??= new ChannelLost(reason);
    this.#pulse?.end();
    for (const { reject } of this.#waiting.values()) reject(this.#lost);
    this.#waiting.clear();
    for (const stream of this.#streams.values()) void stream.return(undefined).catch(ignore);
    this.#streams.clear();
  }

  #ask(message: Extract<Message, { readonly ticket: number }>): Promise<unknown> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    if (this.#pulse?.stands === true) return Promise.reject(this.#pulse.toError());
    const beat = this.#pulse?.beat ?? 0;
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.ticket, { resolve, reject, beat });
      this.#send(message);
    });
  }

  /** Whoever has waited since before that beat. */
  #giveUp(before: number): void {
    for (const [ticket, { beat, reject }] of this.#waiting) {
      if (beat >= before) continue;
      this.#waiting.delete(ticket);
      reject(this.#pulse?.toError() ?? new ChannelLost('the other process stands still'));
    }
  }

  /** What is said within one turn goes in one message: each of them costs as much as a call itself. */
  #send(message: Message): void {
    if (this.#lost !== undefined) return;
    this.#outbox.push(message);
    if (this.#outbox.length > 1) return;
    setImmediate(() => {
      const governance = this.#outbox;
      this.#outbox = [];
      if (this.#lost === undefined)
        this.#port.send({ governance }, () => this.close('the other process is gone'));
    });
  }

  #take(message: Message): void {
    switch (message.kind) {
      case 'beat':
        this.#send({ kind: 'echo' });
        return;
      case 'echo':
        return;
      case 'call':
        void this.#serve(message.ticket, () => this.#run(message));
        return;
      case 'open':
        void this.#serve(message.ticket, () => {
          const stream = this.#run(message);
          this.#streams.set(message.ticket, stream as AsyncGenerator<unknown, undefined>);
          return this.#next(message.ticket);
        });
        return;
      case 'next':
        void this.#serve(message.ticket, () => this.#next(message.ticket));
        return;
      case 'leave':
        void this.#streams.get(message.ticket)?.return(undefined).catch(ignore);
        this.#streams.delete(message.ticket);
        return;
      case 'answer':
        this.#settle(message.ticket)?.resolve(message.value);
        return;
      case 'end':
        this.#settle(message.ticket)?.resolve(ended);
        return;
      case 'failed':
        this.#settle(message.ticket)?.reject(toError(message.told));
    }
  }

  #run({ name, given, untilMs }: Extract<Message, { readonly name: string }>): unknown {
    if (untilMs !== undefined && monotonicMs() > untilMs)
      throw new GatewayError('not_ready', `\`${name}\` was asked for too long ago`);
    const act = Object.hasOwn(this.#served, name) ? this.#served[name] : undefined;
    if (act === undefined) throw new GatewayError('not_ready', `\`${name}\` is not served here`);
    return act(...(given as never[]));
  }

  async #next(ticket: number): Promise<unknown> {
    const step = await this.#streams.get(ticket)?.next();
    if (step !== undefined && step.done !== true) return step.value;
    this.#streams.delete(ticket);
    return ended;
  }

  async #serve(ticket: number, work: () => unknown): Promise<void> {
    try {
      const value = await work();
      this.#send(value === ended ? { kind: 'end', ticket } : { kind: 'answer', ticket, value });
    } catch (error) {
      this.#streams.delete(ticket);
      this.#send({ kind: 'failed', ticket, told: tell(error) });
    }
  }

  #settle(ticket: number): Waiting | undefined {
    const waiting = this.#waiting.get(ticket);
    this.#waiting.delete(ticket);
    return waiting;
  }
}

function ignore(): void {
  // Nobody waits for the end of a stream that was left.
}
