/** Collects the texts of a body while it is walked, each with its kind and its place. */
import type {
  Part,
  PartKind,
  Step,
  ToolCall,
  Unjudged,
  UnjudgedKind,
} from '../../governance/interaction.ts';
import type { Fragment } from './dialect.ts';

type PartOptions = {
  readonly fixed?: boolean;
  readonly mapped?: boolean;
  /** True: a member's name, which is whole also where its value comes in pieces. */
  readonly name?: boolean;
  /** True: the name above it is its author's own. */
  readonly named?: boolean;
  /** True: it is said of a text that stands beside it, which goes on across it. */
  readonly aside?: boolean;
};

/** What a stream has said of the call that stands under an index. */
export type Called = {
  readonly id: string;
  readonly name: string;
  /** All names that were said under the index, as clients have it that join them. */
  readonly said: string;
  /** True: it came with all its arguments at once. */
  readonly whole: boolean;
  /** How many stood under the index before it. */
  readonly turn: number;
};

/** Whether what is read was asked, answered as a whole, or is one frame of an answer that streams. */
export type Reading = 'request' | 'answer' | 'frame';

export class Sink {
  readonly fragments: Fragment[] = [];
  readonly unjudged: Unjudged[] = [];
  readonly references: string[] = [];
  readonly tools: string[] = [];
  /** Models beside the one asked for on which the call may run. */
  readonly models: string[] = [];
  role = '';
  past = false;
  channel = 0;
  /** True inside what a stream says piece by piece. */
  piece = false;
  /** True inside what a stream says beside what goes on: of that nothing is held back. */
  beside = false;
  /** True inside what is said of a text that goes on behind it: where it comes from, of which tokens it is. */
  apart = false;
  tool: ToolCall | undefined;
  /** Names of the tools that a stream has called so far, by their place: only the first piece of a call carries it. */
  names: Map<string, string> | undefined;
  /** Calls of a stream whose format counts them, by their index and what that stands in. */
  calls: Map<string, Called> | undefined;
  /** Names of the tools that the request of a stream declared. */
  declared: readonly string[] = [];

  /** What a string off the map is judged as: what it stands in, else the words of whoever wrote what is read. */
  strange: PartKind;

  /** True: what is read was asked, so that somebody may fetch what it points at. */
  readonly asks: boolean;

  readonly #frames: boolean;
  readonly #parts: Part[] = [];
  readonly #asides: Part[] = [];
  /** Where the walk stands in the JSON, and where that stands in a plain answer. */
  readonly #within: Step[] = [];
  readonly #at: Step[] = [];
  /** How long `#at` was before each step. */
  readonly #lengths: number[] = [];

  /** The strings of a frame are fragments. */
  constructor(reading: Reading = 'request') {
    this.asks = reading === 'request';
    this.strange = this.asks ? 'user' : 'assistant';
    this.#frames = reading === 'frame';
  }

  /** `as`: the step or steps that a plain answer would have in its place; differs in the frames of a stream only. */
  enter(step: Step, as: Step | readonly Step[] = step): void {
    this.#within.push(step);
    this.#lengths.push(this.#at.length);
    if (typeof as === 'object') this.#at.push(...as);
    else this.#at.push(as);
  }

  leave(): void {
    this.#within.pop();
    this.#at.length = this.#lengths.pop() ?? 0;
  }

  /** What is said aside stands at the end. */
  get parts(): readonly Part[] {
    return [...this.#parts, ...this.#asides];
  }

  /** True: what is read is a piece of an answer. */
  get streams(): boolean {
    return this.#frames;
  }

  get place(): readonly Step[] {
    return this.#at;
  }

  /** Where the walk stands in the JSON. */
  get steps(): readonly Step[] {
    return this.#within;
  }

  text(kind: PartKind, text: string, options?: PartOptions): void {
    if (text === '') return;
    const under = options?.named === true ? this.#nameAbove() : undefined;
    const part: Part = {
      kind,
      role: this.role,
      at: this.#at.slice(),
      text,
      mapped: options?.mapped ?? true,
      past: this.past,
      fixed: options?.fixed ?? false,
      channel: this.channel,
      ...(this.tool === undefined ? undefined : { tool: this.tool }),
      ...(under === undefined ? undefined : { under }),
      // Names that stand between the pieces of a stream are none of what it says.
      ...(this.apart || (this.#frames && options?.aside === true) ? { apart: true } : undefined),
    };
    if (!this.#frames) (options?.aside === true ? this.#asides : this.#parts).push(part);
    else {
      // What nobody knows may go on from frame to frame as well as anything else.
      const piece = (this.piece || !part.mapped) && options?.name !== true;
      const isFiller = this.tool === undefined && (this.beside || kind === 'metadata');
      const loose = piece && (!this.piece || isFiller);
      this.fragments.push({
        part,
        within: this.#within.slice(),
        piece,
        ...(loose ? { loose } : undefined),
      });
    }
  }

  #nameAbove(): string | undefined {
    return this.#within.findLast((step) => typeof step === 'string');
  }

  /** The name of a frame's event reaches the client beside the data and is read by it; no redaction reaches there. */
  event(name: string): void {
    this.text(this.strange, name, { fixed: true, mapped: false, name: true });
  }

  skip(kind: UnjudgedKind, bytes: number, why: string): void {
    this.unjudged.push({ kind, at: this.#at.slice(), bytes, why });
  }
}
