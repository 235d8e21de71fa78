/** Reads the chunks of a streamed OpenAI chat completion: deltas become pieces of the texts that a plain answer would hold. */
import { readObject, type Json } from '../json.ts';
import {
  nothingDrifts,
  type AnswerFacts,
  type Asked,
  type Closed,
  type Fragment,
  type FrameReader,
  type FrameReading,
  noFacts,
  withFailure,
} from './dialect.ts';
import { hasError, isDone, readCount, readWord } from './members.ts';
import {
  annotations,
  envelope,
  filterResults,
  finishReasons,
  logprobs,
  readUsage,
  sayings,
  usage,
} from './openai-chat-answer.ts';
import { SaidNames } from './openai-chat-names.ts';
import { besideText, contentPart, reasoningDetails, textKinds } from './openai-content.ts';
import { called, toolCallPieces } from './openai-chat-calls.ts';
import { inPieces } from './pieces.ts';
import { checkChoices, lies } from './places.ts';
import { either, figure, free, list, object, text, unmapped, word, type Shape } from './shape.ts';
import { Sink } from './sink.ts';
import { tokenIds } from './tokens.ts';

const words = text('assistant');

/** What stands under one more name goes on with the same text. */
const goingOn =
  (name: string, shape: Shape): Shape =>
  (value, sink) => {
    sink.leave();
    sink.enter(name, []);
    shape(value, sink);
  };

const textPart = object({
  ...besideText('assistant'),
  type: word(...textKinds),
  text: goingOn(
    'text',
    either({
      string: words,
      list: words,
      object: object({ value: goingOn('value', words), annotations }),
    }),
  ),
});

const otherPart = contentPart('assistant');

/** Some servers write a list of texts, which go on with what was said before. */
const content = either({
  string: words,
  list: list((value, sink) => {
    const part = readObject(value);
    if (part === undefined) words(value, sink);
    else (textKinds.includes(readWord(part.type)) ? textPart : otherPart)(value, sink);
  }, []),
});

const deltaShape = inPieces(
  object({
    ...sayings,
    content,
    reasoning_details: reasoningDetails([]),
    role: word('assistant', 'developer', 'system', 'user', 'tool', ''),
    tool_calls: toolCallPieces,
    function_call: called('arguments'),
  }),
);

function readDelta(name: string, delta: unknown, as: readonly string[], sink: Sink): void {
  sink.enter(name, as);
  deltaShape(delta, sink);
  sink.leave();
}

/**
 * Some servers say `message`, and some clients read either. Where both are there, clients go on with the delta: a message
 * beside it, which is all that was said so far for the most part, must not stand between its pieces.
 */
function readMessage({ delta, message }: Readonly<Record<string, unknown>>, sink: Sink): void {
  sink.beside = readObject(delta) !== undefined;
  readDelta('message', message, sink.beside ? ['message', 'beside'] : ['message'], sink);
  sink.beside = false;
}

function choicesShape(): Shape {
  const members = {
    index: figure,
    content_filter_results: filterResults,
    logprobs: inPieces(logprobs),
    finish_reason: word(...finishReasons),
    stop_reason: text('metadata'),
    token_ids: tokenIds,
    // Some servers say each piece a second time, as completions do.
    text: inPieces(words),
  };
  const rest = object({ ...members, delta: () => undefined, message: () => undefined });
  return (value, sink) => {
    if (!Array.isArray(value)) {
      unmapped(value, sink);
      return;
    }
    sink.role = 'assistant';
    for (let at = 0; at < value.length; at += 1) {
      const index = readCount(readObject(value[at])?.index ?? at);
      sink.channel = index;
      sink.enter(at, index);
      const choice = readObject(value[at]);
      if (choice?.delta !== undefined) readDelta('delta', choice.delta, ['message'], sink);
      if (choice?.message !== undefined) readMessage(choice, sink);
      rest(value[at], sink);
      sink.leave();
    }
    sink.role = '';
    sink.channel = 0;
  };
}

/** Chunks of one kind, each with choices that go on; of OpenAI's formats only the choices differ. */
export function chunkShape(kind: string, choices: Shape): Shape {
  return object({
    ...envelope,
    object: word(kind),
    choices,
    usage,
    obfuscation: inPieces(text('metadata')),
    error: free('assistant'),
  });
}

const chatChunk = chunkShape('chat.completion.chunk', choicesShape());

export function createChatFrameReader(asked: Asked): FrameReader {
  return createChunkReader(chatChunk, asked);
}

export function createChunkReader(chunk: Shape, asked: Asked): FrameReader {
  let names: Sink['names'];
  let calls: Sink['calls'];
  const begun = new Set<number>();
  const open = new Set<number>();
  const saidNames = new SaidNames();
  let done = false;
  let failed = false;
  let summedUp = false;
  let facts = noFacts;
  return {
    read: (json: Json, event: string): FrameReading => {
      const sink = new Sink('frame');
      sink.names = names;
      sink.calls = calls;
      sink.declared = asked.tools;
      const body = readObject(json.value);
      checkChoices(body?.choices, asked.choices);
      const goesOn = saidNames.goOn(body?.choices);
      // OpenAI's client wraps such an event as one of another format, in which nobody looks for choices.
      if (event.startsWith('thread.')) throw lies('calls an event as another format does');
      if (event !== '' && event !== 'error' && event !== 'message') sink.event(event);
      chunk(json.value, sink);
      ({ names, calls } = sink);
      const closed: Closed[] = [];
      for (const { index, finish } of readEnds(body?.choices)) {
        begun.add(index);
        if (finish === '') open.add(index);
        else {
          open.delete(index);
          closed.push({ at: ['choices', index], channel: index });
        }
      }
      failed ||= hasError(body);
      done ||= failed;
      summedUp = isSum(body) && begun.size > 0 && open.size === 0;
      facts = mergeFacts(facts, body);
      return toReading(sink, closed, goesOn);
    },
    mark: (data) => {
      const isLast = isDone(data);
      done ||= isLast;
      return isLast;
    },
    ended: () => done || (begun.size > 0 && open.size === 0),
    open: () => [...open],
    lacks: () => !done && !summedUp && begun.size < (asked.choices ?? 1),
    facts: () => withFailure(facts, failed),
  };
}

/** What goes on under another name has left its place. */
function toReading(
  { fragments, unjudged }: Sink,
  closed: readonly Closed[],
  goesOn: boolean,
): FrameReading {
  const reading = { fragments, unjudged, closed };
  return !goesOn || fragments.some(isNaming) ? reading : { ...reading, drifting: nothingDrifts };
}

/** Usage without a choice stands behind all choices. */
function isSum(body: Readonly<Record<string, unknown>> | undefined): boolean {
  const choices = body?.choices ?? [];
  return Array.isArray(choices) && choices.length === 0 && !!readObject(body?.usage);
}

/** What says which call goes on, or that another one begins. */
function isNaming({ within }: Fragment): boolean {
  const member = within.at(-1);
  return (member === 'name' || member === 'id') && within.length > 1;
}

function readEnds(choices: unknown): { readonly index: number; readonly finish: string }[] {
  if (!Array.isArray(choices)) return [];
  return choices.map((each, at) => {
    const choice = readObject(each);
    return { index: readCount(choice?.index ?? at), finish: readWord(choice?.finish_reason) };
  });
}

function mergeFacts(
  facts: AnswerFacts,
  body: Readonly<Record<string, unknown>> | undefined,
): AnswerFacts {
  const finish = readEnds(body?.choices).find((end) => end.finish !== '')?.finish;
  const usage = readObject(body?.usage);
  return {
    id: facts.id || readWord(body?.id),
    model: facts.model || readWord(body?.model),
    finish: finish ?? facts.finish,
    usage: usage === undefined ? facts.usage : readUsage(usage),
  };
}
