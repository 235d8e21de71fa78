/** Reads the events of a streamed Response: deltas are pieces of the texts that the whole answer says again at its end. */
import { readObject } from '../json.ts';
import { type Closed, type FrameReader, noFacts, withFailure } from './dialect.ts';
import { isDone, readToolName, readWord } from './members.ts';
import { EventNames, Order, readPlace } from './places.ts';
import { readFacts } from './openai-responses-answer.ts';
import {
  events,
  ownMembers,
  strangePiece,
  type Body,
  type Items,
} from './openai-responses-events.ts';
import { ItemPlaces } from './openai-responses-places.ts';
import { figure, free, object, text, unmapped, word, type Shape } from './shape.ts';
import { Sink } from './sink.ts';

const metadata = text('metadata');

const failed = object({
  type: word('error'),
  sequence_number: figure,
  code: metadata,
  message: text('assistant'),
  param: metadata,
  error: free('assistant'),
});

/** An event of a kind that is not known here has what all have, and beside it what nobody knows. */
const strange = object({ ...ownMembers, type: metadata });

/** One that is called a delta says so that more of its like comes. */
function readStrange(event: Body, type: string, items: Items, sink: Sink): void {
  if (!type.endsWith('.delta')) strange(event, sink);
  else {
    const delta = strangePiece(type.replace(/^response\.|\.delta$/g, ''))(event, items);
    object({ ...ownMembers, type: metadata, delta })(event, sink);
  }
}

function readEvent(event: Body, items: Items, sink: Sink): void {
  const type = readWord(event.type);
  const members = type.startsWith('response.') ? events.get(type.slice(9)) : undefined;
  if (type === 'error') failed(event, sink);
  else if (members === undefined) readStrange(event, type, items, sink);
  else {
    const known: [string, Shape][] = Object.entries(members).map(([name, { at, shape }]) => [
      name,
      (value, inside) => {
        inside.role = 'assistant';
        inside.leave();
        inside.enter(name, at(event));
        shape(event, items)(value, inside);
        inside.role = '';
      },
    ]);
    object({ ...ownMembers, type: word(type), ...Object.fromEntries(known) })(event, sink);
  }
}

/** Events are counted through; a number that is longer is judged. */
const drifting = { sequence_number: /(?:0|[1-9]\d{0,5})/y };

const failures = new Set(['response.failed', 'error']);
const ends = new Set(['response.completed', 'response.incomplete', ...failures]);

const wordDeltas = new Set(
  'output_text refusal reasoning_text reasoning_summary_text audio.transcript'
    .split(' ')
    .map((name) => `response.${name}.delta`),
);

/** Whether its words go on where they were; those that have gone back are told as they come as well. */
function follow(event: Body, type: string, order: Order, sink: Sink): boolean {
  if (!wordDeltas.has(type)) return true;
  const inner = event.content_index ?? event.summary_index;
  const goesOn = order.goOn(type, [readPlace(event.output_index), readPlace(inner)]);
  sink.fragments.push(...order.asTheyCome(type, sink.fragments));
  return goesOn;
}

export function createResponseReader(): FrameReader {
  const items: Items = { tools: new Map() };
  const order = new Order();
  const eventNames = new EventNames();
  const places = new ItemPlaces();
  let done = false;
  let hasFailed = false;
  let facts = noFacts;
  return {
    read: (json, name) => {
      const sink = new Sink('frame');
      const said = readObject(json.value);
      const event = said && places.locate(said);
      const type = readWord(event?.type);
      eventNames.check(name, type);
      if (name !== '' && name !== type) sink.event(name);
      const started = readObject(event?.item)?.name;
      if (started !== undefined)
        items.tools.set(readPlace(event?.output_index), readToolName(started));
      if (event === undefined) unmapped(json.value, sink);
      else readEvent(event, items, sink);
      done ||= ends.has(type);
      hasFailed ||= failures.has(type);
      if (event?.response !== undefined) facts = readFacts(event.response);
      const closed: Closed[] =
        type === 'response.output_item.done'
          ? [{ at: ['output', readPlace(event?.output_index)] }]
          : [];
      const { fragments, unjudged } = sink;
      const reading = { fragments, unjudged, closed };
      const goesOn = event === undefined || follow(event, type, order, sink);
      // An item that begins is counted, and may name a tool; words that go on elsewhere have left their place.
      return event?.item === undefined && goesOn ? { ...reading, drifting } : reading;
    },
    mark: isDone,
    ended: () => done,
    facts: () => withFailure(facts, hasFailed),
  };
}
