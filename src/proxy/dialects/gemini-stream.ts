/** Reads the chunks of a streamed Gemini answer: each is an answer of its own, and together they are one. */
import { readObject } from '../json.ts';
import { type Asked, type Closed, type FrameReader, noFacts, withFailure } from './dialect.ts';
import {
  around,
  besideContent,
  candidates,
  logprobsResult,
  mergeFacts,
  readEnds,
} from './gemini-answer.ts';
import { message, readField } from './gemini-fields.ts';
import { isKnownMember, isThought, part, partialArg, roles } from './gemini-parts.ts';
import { hasError, readToolName, readWord } from './members.ts';
import { inPieces } from './pieces.ts';
import { checkChoices, lies, readPlaces } from './places.ts';
import { text, unmapped, type Shape } from './shape.ts';
import { Sink } from './sink.ts';

const answerPart = part('assistant');
const textPiece = inPieces(answerPart);
const argumentPiece = inPieces(text('tool_call'));

/** How far a candidate has come: where the whole answer would have its text, its thoughts, its bytes, its open call. */
type Progress = {
  count: number;
  readonly places: Map<string, number>;
  callName: string;
  /** True: the call has said that it goes on. */
  callOpen: boolean;
};

type Candidates = Map<number, Progress>;

/** Texts and bytes go on from chunk to chunk; calls and the like come whole, each in a part of its own. */
function nameOfFlow(value: unknown, progress: Progress): string {
  const record = readObject(value);
  if (record?.text !== undefined) return isThought(value) ? 'thought' : 'text';
  if (readField(record, 'inlineData') !== undefined) return 'bytes';
  const call = readObject(readField(record, 'functionCall'));
  if (call !== undefined) {
    const name = readToolName(call.name);
    const goesOn = name === '' || (progress.callOpen && name === progress.callName);
    progress.callOpen = readField(call, 'willContinue') === true;
    return goesOn ? 'call' : '';
  }
  return Object.keys(record ?? {}).some(isKnownMember) ? '' : 'strange';
}

function placeOf(progress: Progress, value: unknown): number {
  const flow = nameOfFlow(value, progress);
  const known = progress.places.get(flow);
  if (flow !== '' && known !== undefined) return known;
  const place = progress.count;
  progress.count += 1;
  if (flow !== '') progress.places.set(flow, place);
  const call = readObject(readField(readObject(value), 'functionCall'));
  if (call !== undefined && flow === '') {
    // A call that streams its arguments is named once; what follows without a name goes on with it.
    progress.places.set('call', place);
    progress.callName = readToolName(call.name);
  }
  return place;
}

/** Whole parts are read apart from the text and from arguments in pieces, which alone go on. */
function readPart(value: unknown, progress: Progress, sink: Sink): void {
  const record = readObject(value);
  if (record === undefined) {
    unmapped(value, sink);
    return;
  }
  const { text: said, ...rest } = record;
  const call = readObject(readField(rest, 'functionCall'));
  const pieces = readField(call, 'partialArgs');
  if (call === undefined || pieces === undefined) answerPart(rest, sink);
  else readCallInPieces(rest, call, pieces, progress, sink);
  if (said === undefined) return;
  textPiece({ text: said, ...(isThought(value) ? { thought: true } : {}) }, sink);
}

/** Each string of the arguments has a path of its own, under which its pieces come. */
function readCallInPieces(
  value: Readonly<Record<string, unknown>>,
  call: Readonly<Record<string, unknown>>,
  pieces: unknown,
  progress: Progress,
  sink: Sink,
): void {
  const name = value.functionCall === undefined ? 'function_call' : 'functionCall';
  const member = call.partialArgs === undefined ? 'partial_args' : 'partialArgs';
  answerPart({ ...value, [name]: { ...call, [member]: undefined } }, sink);
  sink.enter(name, 'functionCall');
  sink.enter(member, 'partialArgs');
  sink.tool = { name: progress.callName, args: undefined };
  if (!Array.isArray(pieces)) unmapped(pieces, sink);
  else
    for (const [at, item] of pieces.entries()) {
      sink.enter(at, toPath(readField(readObject(item), 'jsonPath')));
      readArgumentPiece(item, sink);
      sink.leave();
    }
  sink.tool = undefined;
  sink.leave();
  sink.leave();
}

/**
 * However it is written, and with its `$`, so that no message takes what a model made up for a name of the format. Clients
 * take what is said at the end of a list for more of the list.
 */
function toPath(path: unknown): string {
  const steps =
    readWord(path)
      .replace(/^\$/, '')
      .match(/[^.[\]'"]+/g) ?? [];
  return ['$', ...steps].join('.');
}

function readArgumentPiece(value: unknown, sink: Sink): void {
  const record = readObject(value);
  if (record === undefined) {
    unmapped(value, sink);
    return;
  }
  const member = record.stringValue === undefined ? 'string_value' : 'stringValue';
  const { [member]: said, ...rest } = record;
  partialArg(rest, sink);
  if (said === undefined) return;
  sink.enter(member, 'stringValue');
  argumentPiece(said, sink);
  sink.leave();
}

/** What is none to one reader is a thought to another, and the text goes on without it. */
function checkThought(thought: unknown): void {
  if (typeof (thought ?? false) !== 'boolean')
    throw lies('has a thought that is neither one nor none');
}

function createParts(all: Candidates): Shape {
  return (value, sink) => {
    const parts = readPlaces(value);
    if (parts === undefined) unmapped(value, sink);
    const progress = all.get(sink.channel) ?? {
      count: 0,
      places: new Map(),
      callName: '',
      callOpen: false,
    };
    all.set(sink.channel, progress);
    for (const [at, item] of (parts ?? []).entries()) {
      checkThought(readObject(item)?.thought);
      sink.enter(at, placeOf(progress, item));
      readPart(item, progress, sink);
      sink.leave();
    }
  };
}

function createChunkShape(): Shape {
  const content = message({ role: roles, parts: createParts(new Map()) });
  return message({
    ...around,
    candidates: candidates(
      message({ ...besideContent, content, logprobsResult: inPieces(logprobsResult) }),
      true,
    ),
  });
}

export function createGeminiReader(asked: Asked): FrameReader {
  const chunk = createChunkShape();
  const begun = new Set<number>();
  const open = new Set<number>();
  let over = false;
  let failed = false;
  let facts = noFacts;
  return {
    read: (json, event) => {
      const sink = new Sink('frame');
      if (event !== '' && event !== 'message') sink.event(event);
      checkChoices(readObject(json.value)?.candidates, asked.choices);
      chunk(json.value, sink);
      const body = readObject(json.value);
      const closed: Closed[] = [];
      for (const { index, finish } of readEnds(body)) {
        begun.add(index);
        if (finish === '') open.add(index);
        else {
          open.delete(index);
          closed.push({ at: ['candidates', index], channel: index });
        }
      }
      const feedback = readObject(readField(body, 'promptFeedback'));
      failed ||= hasError(body);
      over ||= failed || (readField(feedback, 'blockReason') ?? null) !== null;
      facts = mergeFacts(facts, json.value);
      return { fragments: sink.fragments, unjudged: sink.unjudged, closed };
    },
    mark: () => false,
    ended: () => over || (begun.size > 0 && open.size === 0),
    open: () => [...open],
    lacks: () => !over && begun.size < (asked.choices ?? 1),
    facts: () => withFailure(facts, failed),
  };
}
