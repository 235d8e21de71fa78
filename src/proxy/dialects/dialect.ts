/** The contract of a wire format: how its texts are found, how a redacted copy and a refusal are written. */
import type { Part, Step, Unjudged } from '../../governance/interaction.ts';
import type { Usage } from '../../governance/spending.ts';
import type { Json } from '../json.ts';
import type { Family } from './family.ts';

/** What the address of a request says beside its body. */
export type Target = {
  /** The route as it is documented, without an upstream's prefix: `/v1/chat/completions`. */
  readonly route: string;
  /** What stands in the path for `{model}` and the like, decoded. */
  readonly params: Readonly<Record<string, string>>;
};

/** A request as its format says it; everything in it that is text is a part. */
export type Asked = {
  readonly model: string;
  /** Models beside it on which the call may run, for a fallback or an advisor; the key must allow them too. */
  readonly furtherModels?: readonly string[];
  readonly stream: boolean;
  /** The most tokens that each choice of the answer may have; absent where the request does not say. */
  readonly outputTokensMax?: number | undefined;
  /** How many choices or candidates are asked for; absent: one. */
  readonly choices?: number;
  /** True: the answer is to be JSON of a form that the call gives. */
  readonly structured?: boolean;
  /** The end user the call names, or ''. */
  readonly user: string;
  readonly session: string;
  readonly tools: readonly string[];
  readonly references: readonly string[];
  readonly history: number;
  readonly parts: readonly Part[];
  readonly unjudged: readonly Unjudged[];
};

export type AnswerFacts = {
  readonly id: string;
  readonly model: string;
  readonly finish: string;
  readonly usage: Usage;
  /** True: the upstream said in its stream that it failed. */
  readonly failed?: true;
};

export function withFailure(facts: AnswerFacts, failed: boolean): AnswerFacts {
  return failed ? { ...facts, failed } : facts;
}

/** An answer that tells nothing of itself. */
export const noFacts: AnswerFacts = {
  id: '',
  model: '',
  finish: '',
  usage: { input: 0, output: 0 },
};

export type Answered = {
  readonly parts: readonly Part[];
  readonly unjudged: readonly Unjudged[];
  readonly facts: AnswerFacts;
};

/** A string of one frame of a stream: the whole of a part, or a piece that others continue. */
export type Fragment = {
  /** `at` is where the whole text stands in a plain answer; it and the kind name the text that a piece belongs to. */
  readonly part: Part;
  /** Where the string stands in the frame's own JSON. */
  readonly within: readonly Step[];
  readonly piece: boolean;
  /**
   * True: what it says goes on nowhere that is known; it is judged by itself and with what its place said before, and waits
   * for nothing.
   */
  readonly loose?: boolean;
  /**
   * Present where it is said at a place of its own too, which is that of this part: here it is put together with all that its
   * kind says, in the order in which it comes. The other stands before it in its frame, and has the very same `within`.
   */
  readonly arrival?: Part;
};

export type FrameReading = {
  readonly fragments: readonly Fragment[];
  readonly unjudged: readonly Unjudged[];
  /** What ends with this frame; absent where nothing does, or the format does not say. */
  readonly closed?: readonly Closed[];
  /**
   * Present where a frame that says other pieces, and differs in nothing else but these members at its top, would be
   * read to the same places and change nothing that the reader knows: it need not be read. The patterns are sticky and
   * match the member's JSON.
   */
  readonly drifting?: Readonly<Record<string, RegExp>>;
};

/** For frames of which nothing but the pieces may differ. */
export const nothingDrifts: Readonly<Record<string, RegExp>> = {};

/** A place of the whole answer under which nothing more will be said: a call that is complete, a choice that is over. */
export type Closed = {
  readonly at: readonly Step[];
  /** Given where a whole choice or candidate is over. */
  readonly channel?: number;
};

/** Reads the frames of one stream, in order. */
export type FrameReader = {
  /** `event` is the frame's event name, or ''. */
  readonly read: (json: Json, event: string) => FrameReading;
  /** A frame that is not JSON and belongs to the format: `[DONE]`. False: it does not belong. */
  readonly mark: (data: string) => boolean;
  /** True once the format's own end was seen: a stream that stops before it was cut. */
  readonly ended: () => boolean;
  /** Choices or candidates that have begun and not ended; absent where the format has no more than one. */
  readonly open?: () => readonly number[];
  /** True while fewer have begun than were asked for, unless the format's last word was said; absent where it has no more than one. */
  readonly lacks?: () => boolean;
  readonly facts: () => AnswerFacts;
};

/** What a refusal says, made by the exchange; a dialect only gives it its shape. */
export type Notice = {
  readonly message: string;
  /** The model that the caller asked for. */
  readonly model: string;
  /** An id of its own, random, for formats that need one. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** True: the caller asked for JSON of its own form. */
  readonly structured?: boolean;
  /** The id under which the answer began that it ends, where the format tells one at its beginning only. */
  readonly began?: string;
};

export type StreamFormat = {
  /** How the streams that the gateway itself writes in this format are cut. */
  readonly framing: 'sse' | 'ndjson' | 'json-array';
  readonly createReader: (asked: Asked) => FrameReader;
  /** A whole stream that says no more than the refusal. */
  readonly writeRefusal: (notice: Notice) => string;
  /** The answer's id in the frame that begins it; absent where each frame has it, or no end repeats it. */
  readonly readId?: (frame: unknown) => string;
  /**
   * The frames that end a stream in which something was already sent. `last` is the last frame's JSON, `open` are the
   * choices or candidates that have not ended.
   */
  readonly writeBlockedEnd: (notice: Notice, last: unknown, open?: readonly number[]) => string;
  /** The same as an error, which the client throws; absent where the format has no end but an error. */
  readonly writeBlockedError?: (notice: Notice, last: unknown) => string;
  /** The frame that tells that the gateway or the upstream failed in mid-stream. */
  readonly writeFailedEnd: (message: string, code: string) => string;
};

export type Dialect = {
  /** `openai-chat`, `anthropic-messages` …, as it stands in entries, policies and metrics. */
  readonly name: string;
  readonly family: Family;
  /** Its calls use nothing of a model that anybody pays for: lists, counts, moderation. No budget counts them. */
  readonly free?: true;
  /** `json` is undefined on a route without a body. Throws GatewayError where the format is not met. */
  readonly readRequest: (json: Json | undefined, target: Target) => Asked;
  readonly readAnswer: (json: Json, asked: Asked) => Answered;
  /** An answer that is not JSON, by its media type; undefined, as where this is absent: the format has no such answer. */
  readonly readBytes?: (type: string, bytes: Buffer) => Answered | undefined;
  /**
   * Values of an answer, or of a frame of a stream, that become null when something in these
   * channels is redacted, because they say the same again.
   */
  readonly drop: (json: unknown, channels: ReadonlySet<number>) => readonly (readonly Step[])[];
  /** A well-formed answer that says no more than the refusal; undefined where the format has none. */
  readonly writeRefusal: ((notice: Notice) => string) | undefined;
  readonly stream: StreamFormat | undefined;
  /** What the gateway adds to an answer of its own, after it was judged, and what the key must not see of it. */
  readonly amend?: (json: Json, allows: (model: string) => boolean) => string;
};
