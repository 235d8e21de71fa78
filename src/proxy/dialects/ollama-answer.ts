/** Reads an Ollama answer; a streamed one comes in lines of the same form, whose texts continue each other. */
import type { Step } from '../../governance/interaction.ts';
import { readObject, type Json } from '../json.ts';
import {
  type AnswerFacts,
  type Answered,
  type FrameReader,
  noFacts,
  withFailure,
} from './dialect.ts';
import { hasError, mergeUsage, readCount, readWord } from './members.ts';
import { messageMembers, toolCall, toolCalls } from './ollama-chat-request.ts';
import { context, measuresOf } from './ollama-request.ts';
import { atOnce } from './pieces.ts';
import { blob, figure, label, object, type Shape, text } from './shape.ts';
import { Sink } from './sink.ts';
import { rankedTokens } from './tokens.ts';

const metadata = text('metadata');
const said = text('assistant');

/** Of this century, so that no card and no telephone looks like one. */
const time = String.raw`20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(?:\.\d{1,9})?(?:Z|[+-][01]\d:[0-5]\d)?`;
const wholeTime = new RegExp(`^${time}$`);

/** A moment says nothing else, and each line has one; anything else is judged. */
const moment: Shape = (value, sink) => {
  if (typeof value !== 'string' || !wholeTime.test(value)) metadata(value, sink);
};

/** The same in JSON. */
const drifting = { created_at: new RegExp(`"${time}"`, 'y') };

/** Calls come whole, each line with its own: counted through, so that each keeps a place of its own. */
function createCallCounter(): Shape {
  let count = 0;
  return (value, sink) => {
    if (!Array.isArray(value)) {
      toolCalls(value, sink);
      return;
    }
    for (const [index, item] of value.entries()) {
      sink.enter(index, count);
      toolCall(item, sink);
      sink.leave();
      count += 1;
    }
  };
}

const plain = createShapes(
  (shape) => shape,
  () => toolCalls,
);

/** `settle` is for what no later line continues; a text that is not on the map may go on. */
function createShapes(settle: (shape: Shape) => Shape, createCalls: () => Shape) {
  const settled = (members: Readonly<Record<string, Shape>>): Readonly<Record<string, Shape>> =>
    Object.fromEntries(Object.entries(members).map(([name, shape]) => [name, settle(shape)]));
  const around = {
    ...settled({
      model: metadata,
      remote_model: metadata,
      remote_host: metadata,
      created_at: moment,
      done_reason: metadata,
      error: said,
    }),
    ...measuresOf(
      'total_duration load_duration prompt_eval_count prompt_eval_duration eval_count ' +
        'eval_duration completed total',
    ),
    done: figure,
    logprobs: rankedTokens,
  };
  const message = object({
    ...settled({ ...messageMembers('assistant'), role: label('assistant') }),
    content: said,
    thinking: text('reasoning'),
    tool_calls: settle(createCalls()),
  });
  return {
    chat: object({ ...around, message }),
    generate: object({
      ...around,
      response: said,
      thinking: text('reasoning'),
      context,
      image: blob('image', 'assistant', 'a picture'),
    }),
  };
}

export type OllamaKind = keyof ReturnType<typeof createShapes>;

export function readOllamaAnswer(kind: OllamaKind, json: Json): Answered {
  const sink = new Sink('answer');
  sink.role = 'assistant';
  plain[kind](json.value, sink);
  return { parts: sink.parts, unjudged: sink.unjudged, facts: readFacts(json.value) };
}

export function createOllamaReader(kind: OllamaKind): FrameReader {
  const shape = createShapes(atOnce, createCallCounter)[kind];
  let facts = noFacts;
  let ended = false;
  let failed = false;
  return {
    read: (json) => {
      const sink = new Sink('frame');
      sink.role = 'assistant';
      sink.piece = true;
      shape(json.value, sink);
      const body = readObject(json.value);
      failed ||= hasError(body);
      ended ||= failed || body?.done === true;
      facts = mergeFacts(facts, readFacts(json.value));
      const { fragments, unjudged } = sink;
      // Calls are counted through.
      const counted = readObject(body?.message)?.tool_calls !== undefined;
      return counted ? { fragments, unjudged } : { fragments, unjudged, drifting };
    },
    mark: () => false,
    ended: () => ended,
    facts: () => withFailure(facts, failed),
  };
}

function readFacts(value: unknown): AnswerFacts {
  const body = readObject(value);
  return {
    id: '',
    model: readWord(body?.model),
    finish: readWord(body?.done_reason),
    usage: { input: readCount(body?.prompt_eval_count), output: readCount(body?.eval_count) },
  };
}

function mergeFacts(before: AnswerFacts, now: AnswerFacts): AnswerFacts {
  return {
    id: '',
    model: before.model || now.model,
    finish: now.finish || before.finish,
    usage: mergeUsage(before.usage, now.usage),
  };
}

/** The tokens of a redacted answer, and the context for the next one, spell out what was redacted. */
export function dropOllamaRepeats(json: unknown): Step[][] {
  const body = readObject(json);
  if (body?.done === undefined) return [];
  return ['logprobs', 'context'].filter((name) => Array.isArray(body[name])).map((name) => [name]);
}
