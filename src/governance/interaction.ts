/** One direction of an exchange as the core sees it: texts with their kind and place, and what could not be read. */

export const partKinds = [
  'system',
  'user',
  'assistant',
  'reasoning',
  'tool_definition',
  'tool_call',
  'tool_result',
  'schema',
  'metadata',
] as const;
export type PartKind = (typeof partKinds)[number];

export const stages = ['request', 'response'] as const;
export type Stage = (typeof stages)[number];

/** A member name or an array index: a path is a list of them from the root of the parsed body. */
export type Step = string | number;

/** A call of a tool that the part's text belongs to; `args` is the decoded object where it could be decoded. */
export type ToolCall = { readonly name: string; readonly args: unknown };

export type Part = {
  readonly kind: PartKind;
  /** The role the format gives it, or '' where the format has none. */
  readonly role: string;
  readonly at: readonly Step[];
  readonly text: string;
  /** False: a string on a path that the dialect does not know. It is judged as what it stands in, and counted. */
  readonly mapped: boolean;
  /** True: stands before the last assistant turn, so it was sent (and judged) in an earlier exchange. */
  readonly past: boolean;
  /** True: cannot be rewritten (a member name, a signed block); a rule that would redact it blocks. */
  readonly fixed: boolean;
  /** Which choice or candidate of an answer; 0 in a request. Channels are never joined with each other. */
  readonly channel: number;
  readonly tool?: ToolCall;
  /** The name that a value of free JSON stands under, which may say what it is: `password`. */
  readonly under?: string;
  /** Present where it is said of a text that stands beside it: the text goes on behind it. */
  readonly apart?: true;
  /** Where its pieces begin, of which each may be read by itself; what stands before the first has been judged. */
  readonly pieces?: readonly number[];
  /**
   * Present where it says nothing of its own, and only puts together in another order what other parts say: of which
   * stretches of theirs. What stands before the first of them has gone.
   */
  readonly order?: readonly Excerpt[];
};

/** [start, end) of a text is what another part says from `from` on. */
export type Excerpt = {
  readonly part: number;
  readonly from: number;
  readonly start: number;
  readonly end: number;
};

export const unjudgedKinds = [
  'image',
  'audio',
  'video',
  'file',
  'reference',
  'encrypted',
  'tokens',
  'other',
] as const;
export type UnjudgedKind = (typeof unjudgedKinds)[number];

/** Content that could not be read as text. Policies decide on it; the entry lists it. */
export type Unjudged = {
  readonly kind: UnjudgedKind;
  readonly at: readonly Step[];
  readonly bytes: number;
  readonly why: string;
};

/** Who calls, as the key store knows it; nothing here comes from the request itself. */
export type Caller = {
  readonly id: string;
  readonly owner: string;
  readonly team: string;
  readonly env: string;
  readonly tags: readonly string[];
};

export type Interaction = {
  readonly stage: Stage;
  readonly dialect: string;
  readonly route: string;
  readonly upstream: string;
  readonly model: string;
  readonly stream: boolean;
  readonly key: Caller;
  readonly user: string;
  readonly session: string;
  readonly tags: readonly string[];
  /** Milliseconds since the epoch, handed in: the core reads no clock. */
  readonly at: number;
  /** Names of the tools that the request declares. */
  readonly tools: readonly string[];
  /** Identifiers of stored state that the request refers to. */
  readonly references: readonly string[];
  /** Count of turns. */
  readonly history: number;
  readonly parts: readonly Part[];
  readonly unjudged: readonly Unjudged[];
};

/** Parts that say something of their own. */
export function saidParts({ parts }: Interaction): readonly Part[] {
  return parts.some(({ order }) => order !== undefined)
    ? parts.filter(({ order }) => order === undefined)
    : parts;
}

/** `messages[3].content` for people and messages; a name that is no identifier is quoted. */
export function pathOf(at: readonly Step[]): string {
  let path = '';
  for (const step of at) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(step)) path += path === '' ? step : `.${step}`;
    else path += `[${JSON.stringify(step)}]`;
  }
  return path;
}

/** `/messages/3/content`, RFC 6901. */
export function pointerOf(at: readonly Step[]): string {
  return at.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The place of a pointer, in which digits are taken for the number of an element. */
export function readPointer(pointer: string): Step[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) =>
    /^(?:0|[1-9]\d{0,8})$/.test(step)
      ? Number(step)
      : step.replaceAll('~1', '/').replaceAll('~0', '~'),
  );
}

/** Whether a place is `above`, or stands under it. */
export function isUnder(at: readonly Step[], above: readonly Step[]): boolean {
  return above.every((step, index) => at[index] === step);
}
