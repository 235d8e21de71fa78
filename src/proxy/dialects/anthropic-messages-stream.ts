/** Reads the events of a streamed Anthropic message: deltas become pieces of the texts that a whole message would hold. */
import { pointerOf } from '../../governance/interaction.ts';
import { readObject, type Json } from '../json.ts';
import { block } from './anthropic-blocks.ts';
import { citation, signed } from './anthropic-texts.ts';
import { sealed } from './sealed.ts';
import { aroundMembers, endMembers, mergeFacts, message } from './anthropic-messages-answer.ts';
import {
  nothingDrifts,
  type Closed,
  type FrameReader,
  type FrameReading,
  noFacts,
  withFailure,
} from './dialect.ts';
import { isDone, readToolName, readWord } from './members.ts';
import { atOnce, inPieces } from './pieces.ts';
import { EventNames, lies, Order, readPlace } from './places.ts';
import { figure, free, object, text, variant, word, type Shape } from './shape.ts';
import { Sink } from './sink.ts';

const nothing: Shape = () => undefined;
/** Texts that later deltas continue. */
const begun: Readonly<Record<string, Shape>> = {
  text: inPieces(text('assistant')),
  thinking: inPieces(signed('reasoning')),
  content: inPieces(signed('assistant')),
};

const continuedIn: Readonly<Record<string, string>> = {
  text: 'text',
  thinking: 'thinking',
  compaction: 'content',
};

/** A start holds the whole of a block that has no deltas, so it is read as one; a text that goes on is read as a piece. */
const started: Shape = (value, sink) => {
  const record = readObject(value);
  const member = continuedIn[readWord(record?.type)] ?? '';
  const begin = begun[member];
  if (record === undefined || begin === undefined) {
    block('assistant')(withoutPlaceholder(record) ?? value, sink);
    return;
  }
  const { [member]: first, ...rest } = record;
  block('assistant')(rest, sink);
  sink.enter(member);
  if (first !== null && first !== undefined) begin(first, sink);
  sink.leave();
};

/** A call begins with an empty input, which says nothing about the one that follows in pieces. */
function withoutPlaceholder(
  record: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const input = readObject(record?.input);
  if (record === undefined || input === undefined || Object.keys(input).length > 0) return record;
  const { input: _, ...rest } = record;
  return rest;
}

const saidCall = text('tool_call');

/** A block's start names the tool, at the block's place. */
const called: Shape = (value, sink) => {
  sink.tool = { name: sink.names?.get(pointerOf(sink.place.slice(0, -1))) ?? '', args: undefined };
  saidCall(value, sink);
  sink.tool = undefined;
};

const delta = variant('type', {
  text_delta: { text: text('assistant') },
  input_json_delta: { partial_json: moved('input', called) },
  thinking_delta: { thinking: signed('reasoning'), estimated_tokens: figure },
  signature_delta: { signature: sealed },
  citations_delta: { citation: atOnce(moved('citations', citation('assistant'))) },
  compaction_delta: { content: signed('assistant'), encrypted_content: sealed },
});

const goingOn = inPieces(delta);

/** The last step, told again: the place has another name in a whole message. */
function moved(as: string, shape: Shape): Shape {
  return (value, sink) => {
    const last = sink.place.at(-1);
    sink.leave();
    sink.enter(last ?? as, as);
    shape(value, sink);
  };
}

/** `at` is where the event's own member stands in a whole message. */
function readUnder(
  value: unknown,
  step: string,
  at: readonly (string | number)[],
  shape: Shape,
  sink: Sink,
): void {
  sink.enter(step, at);
  shape(value, sink);
  sink.leave();
}

const events = {
  message_start: object({ type: word('message_start'), message: nothing }),
  content_block_start: object({
    type: word('content_block_start'),
    index: figure,
    content_block: nothing,
  }),
  content_block_delta: object({
    type: word('content_block_delta'),
    index: figure,
    delta: nothing,
  }),
  content_block_stop: object({ type: word('content_block_stop'), index: figure }),
  message_delta: object({ ...aroundMembers, type: word('message_delta'), delta: nothing }),
  message_stop: object({ type: word('message_stop') }),
  ping: object({ type: word('ping') }),
  error: object({
    type: word('error'),
    error: free('assistant'),
    request_id: text('metadata'),
  }),
};

function isEvent(type: string): type is keyof typeof events {
  return Object.hasOwn(events, type);
}

/** An event of a kind that is not known here. */
const strange = object({ type: text('metadata') });

const messageEnd = object(endMembers);

function readEvent(value: unknown, sink: Sink): void {
  const body = readObject(value);
  const type = readWord(body?.type);
  if (body === undefined || !isEvent(type)) {
    strange(value, sink);
    return;
  }
  events[type](value, sink);
  const index = readPlace(body.index);
  if (type === 'message_start') readUnder(body.message, 'message', [], message, sink);
  else if (type === 'message_delta') readUnder(body.delta, 'delta', [], messageEnd, sink);
  else if (type === 'content_block_start') {
    const start = readObject(body.content_block);
    if (start?.name !== undefined)
      (sink.names ??= new Map<string, string>()).set(
        pointerOf(['content', index]),
        readToolName(start.name),
      );
    readUnder(body.content_block, 'content_block', ['content', index], started, sink);
  } else if (type === 'content_block_delta')
    readUnder(body.delta, 'delta', ['content', index], goingOn, sink);
}

const wordDeltas = new Set(['text_delta', 'thinking_delta']);

/** Whether its words go on where they were; those that have gone back are told as they come as well. */
function follow(body: Readonly<Record<string, unknown>>, order: Order, sink: Sink): boolean {
  const kind = readWord(readObject(body.delta)?.type);
  if (!wordDeltas.has(kind)) return true;
  const goesOn = order.goOn(kind, [readPlace(body.index)]);
  sink.fragments.push(...order.asTheyCome(kind, sink.fragments));
  return goesOn;
}

export function createMessageFrameReader(): FrameReader {
  let names: Sink['names'];
  let facts = noFacts;
  let ended = false;
  let failed = false;
  const order = new Order();
  const eventNames = new EventNames();
  const begun = new Set<number>();
  let last = 0;
  const begin = (index: number): void => {
    if (begun.has(index)) throw lies('begins one block twice');
    // Some clients put them together as they begin, others by their index.
    if (index < last) throw lies('begins one block behind the next');
    begun.add(index);
    last = index;
  };
  return {
    read: (json: Json, event: string): FrameReading => {
      const sink = new Sink('frame');
      sink.role = 'assistant';
      sink.names = names;
      if (event !== '' && !isEvent(event)) sink.event(event);
      const body = readObject(json.value);
      eventNames.check(event, readWord(body?.type));
      readEvent(json.value, sink);
      ({ names } = sink);
      const start = readObject(body?.message);
      if (body?.type === 'content_block_start') begin(readPlace(body.index));
      const goesOn = body?.type !== 'content_block_delta' || follow(body, order, sink);
      facts = mergeFacts(facts, start ?? { usage: body?.usage }, start ?? readObject(body?.delta));
      failed ||= body?.type === 'error';
      ended ||= failed || body?.type === 'message_stop';
      const closed: Closed[] =
        body?.type === 'content_block_stop' ? [{ at: ['content', readPlace(body.index)] }] : [];
      const { fragments, unjudged } = sink;
      const reading = { fragments, unjudged, closed };
      // A block that begins is counted, and may name a tool; words that go on elsewhere have left their place.
      return body?.type === 'content_block_start' || !goesOn
        ? reading
        : { ...reading, drifting: nothingDrifts };
    },
    // Servers that offer this format beside OpenAI's often end both alike; it says nothing, and clients skip it.
    mark: isDone,
    ended: () => ended,
    facts: () => withFailure(facts, failed),
  };
}
