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
} from './dialect.ts';
import { readCount, readWord } from './members.ts';
import {
  envelope,
  finishReasons,
  logprobs,
  readUsage,
  sayings,
  usage,
} from './openai-chat-answer.ts';
import { called, toolCallPieces } from './openai-chat-calls.ts';
import { checkChoices } from './places.ts';
import { either, figure, free, list, object, text, unmapped, word, type Shape } from './shape.ts';
import { Sink } from './sink.ts';

export const piece =
  (shape: Shape): Shape =>
  (value, sink) => {
    sink.piece = true;
    shape(value, sink);
    sink.piece = false;
  };

const words = text('assistant');
const otherContent = free('assistant');
const textItem = object({ type: word('text') });

/** Some servers write a list of texts, which go on with what was said before. */
const content = either({
  string: words,
  list: list((value, sink) => {
    const { text: said, ...rest } = readObject(value) ?? {};
    if (rest.type !== 'text' || typeof said !== 'string') {
      otherContent(value, sink);
      return;
    }
    textItem(rest, sink);
    sink.enter('text', []);
    words(said, sink);
    sink.leave();
  }, []),
});

const deltaShape = piece(
  object({
    ...sayings,
    content,
    role: word('assistant', ''),
    tool_calls: toolCallPieces,
    function_call: called('arguments'),
  }),
);

function choicesShape(): Shape {
  const members = {
    index: figure,
    logprobs: piece(logprobs),
    finish_reason: word(...finishReasons),
    stop_reason: text('metadata'),
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
      // Some servers say `message`, and some clients read either.
      for (const name of ['delta', 'message']) {
        sink.enter(name, 'message');
        if (choice?.[name] !== undefined) deltaShape(choice[name], sink);
        sink.leave();
      }
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
    obfuscation: piece(text('metadata')),
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
  const open = new Set<number>();
  let started = false;
  let done = false;
  let facts = noFacts;
  return {
    read: (json: Json, event: string): FrameReading => {
      const sink = new Sink('frame');
      sink.names = names;
      sink.calls = calls;
      sink.declared = asked.tools;
      const body = readObject(json.value);
      checkChoices(body?.choices, asked.choices);
      if (event !== '' && event !== 'error' && event !== 'message') sink.event(event);
      chunk(json.value, sink);
      ({ names, calls } = sink);
      const closed: Closed[] = [];
      for (const { index, finish } of readEnds(body?.choices)) {
        started = true;
        if (finish === '') open.add(index);
        else {
          open.delete(index);
          closed.push({ at: ['choices', index], channel: index });
        }
      }
      if (body?.error !== undefined) done = true;
      facts = mergeFacts(facts, body);
      const { fragments, unjudged } = sink;
      const reading = { fragments, unjudged, closed };
      return fragments.some(isNaming) ? reading : { ...reading, drifting: nothingDrifts };
    },
    mark: (data) => {
      if (data === '[DONE]') done = true;
      return data === '[DONE]';
    },
    ended: () => done || (started && open.size === 0),
    facts: () => facts,
  };
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
