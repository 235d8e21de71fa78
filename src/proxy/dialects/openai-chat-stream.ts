/** Reads the chunks of a streamed OpenAI chat completion: deltas become pieces of the texts that a plain answer would hold. */
import { pointerOf } from '../../governance/interaction.ts';
import { readObject, type Json } from '../json.ts';
import {
  nothingDrifts,
  type AnswerFacts,
  type Closed,
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
import { figure, free, object, text, unmapped, word, type Shape } from './shape.ts';
import { Sink } from './sink.ts';

export const piece =
  (shape: Shape): Shape =>
  (value, sink) => {
    sink.piece = true;
    shape(value, sink);
    sink.piece = false;
  };

/** The pieces of one call; what its arguments say is known only when they are joined. */
function called(args: 'arguments' | 'input'): Shape {
  const said = text('tool_call');
  const shape = object({
    name: said,
    [args]: (value, sink) => {
      // A custom tool takes text, a function takes JSON.
      if (args === 'input' && sink.tool !== undefined) sink.tool = { ...sink.tool, args: '' };
      said(value, sink);
    },
  });
  return (value, sink) => {
    const key = pointerOf(sink.place);
    const names = (sink.names ??= new Map<string, string>());
    if (!names.has(key)) names.set(key, readWord(readObject(value)?.name));
    sink.tool = { name: names.get(key) ?? '', args: undefined };
    shape(value, sink);
    sink.tool = undefined;
  };
}

function deltaShape(): Shape {
  const call = object({
    index: figure,
    id: text('metadata'),
    type: word('function', 'custom'),
    function: called('arguments'),
    custom: called('input'),
  });
  const toolCalls: Shape = (value, sink) => {
    if (!Array.isArray(value)) {
      unmapped(value, sink);
      return;
    }
    for (let at = 0; at < value.length; at += 1) {
      sink.enter(at, readCount(readObject(value[at])?.index ?? at));
      call(value[at], sink);
      sink.leave();
    }
  };
  return piece(
    object({
      ...sayings,
      role: word('assistant', ''),
      tool_calls: toolCalls,
      function_call: called('arguments'),
    }),
  );
}

function choicesShape(): Shape {
  const members = {
    index: figure,
    logprobs: piece(logprobs),
    finish_reason: word(...finishReasons),
    stop_reason: text('metadata'),
  };
  const delta = deltaShape();
  const rest = object({ ...members, delta: () => undefined });
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
      sink.enter('delta', 'message');
      delta(readObject(value[at])?.delta, sink);
      sink.leave();
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

export function createChatFrameReader(): FrameReader {
  return createChunkReader(chatChunk);
}

export function createChunkReader(chunk: Shape): FrameReader {
  let names: Sink['names'];
  const open = new Set<number>();
  let started = false;
  let done = false;
  let facts = noFacts;
  return {
    read: (json: Json, event: string): FrameReading => {
      const sink = new Sink(true);
      sink.names = names;
      if (event !== '' && event !== 'error' && event !== 'message') unmapped(event, sink);
      chunk(json.value, sink);
      ({ names } = sink);
      const body = readObject(json.value);
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
      return { fragments, unjudged, closed, drifting: nothingDrifts };
    },
    mark: (data) => {
      if (data === '[DONE]') done = true;
      return data === '[DONE]';
    },
    ended: () => done || (started && open.size === 0),
    facts: () => facts,
  };
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
