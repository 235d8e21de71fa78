/** Takes an upstream's whole answer in, plain or streamed, error or not, and can write it again with spans redacted. */
import { isUtf8 } from 'node:buffer';
import { GatewayError } from '../errors.ts';
import type { Edit } from '../governance/decision.ts';
import type { Finding } from '../governance/finding.ts';
import type { Part, Unjudged } from '../governance/interaction.ts';
import { readAnswerBody } from './answer-body.ts';
import type { Place } from './answer-room.ts';
import { noFacts, type AnswerFacts, type Answered } from './dialects/dialect.ts';
import { unmapped } from './dialects/shape.ts';
import { Sink } from './dialects/sink.ts';
import type { Inbound } from './crossing.ts';
import { findFraming, type Framing } from './framing.ts';
import { readHeldStream, writeHeldStream, type HeldStream } from './held-stream.ts';
import type { ProxyLimits } from './house.ts';
import { isMeantAsUtf8, mediaTypeOf } from './media-type.ts';
import type { Received } from './received.ts';
import { maskJson, maskText, redactJson, toMasks, withheld } from './redaction.ts';
import { toRoundedParts } from './rounded.ts';
import { replaceInSteps } from './splice.ts';
import { inOneStep, type Steps, toBytes } from './steps.ts';
import { isAllowed } from './upstream.ts';
import { readAnswerJson } from './upstream-json.ts';

export type WholeAnswer = {
  readonly status: number;
  /** '' where there is no content. */
  readonly type: string;
  readonly bytes: Buffer;
  readonly parts: readonly Part[];
  readonly unjudged: readonly Unjudged[];
  readonly facts: AnswerFacts;
  /** The bytes to release. Throws where an edit cannot be made. */
  readonly write: (edits: readonly Edit[]) => Steps<Buffer>;
  /** The bytes to keep, every value masked. */
  readonly mask: (findings: readonly Finding[]) => Steps<Buffer>;
};

/** A success, whichever of its statuses it has. */
type Saying = Omit<WholeAnswer, 'status'>;

export async function readAnswer(
  received: Received,
  inbound: Inbound,
  limits: ProxyLimits,
  place: Place,
): Promise<WholeAnswer> {
  const { status, headers } = inbound;
  const type = mediaTypeOf(headers);
  if (!isAnswer(status)) {
    inbound.abort();
    const told = `the upstream answered with the status ${status}`;
    throw new GatewayError(
      'upstream_failed',
      isRedirect(status) ? `${told}: redirects are not followed here; ${see(received)}` : told,
    );
  }
  const bytes = await readAnswerBody(inbound, limits, place);
  if (status >= 400) return readError(bytes, inbound, limits);
  if (isBare(status)) return keepNothing(status, bytes);
  return { ...readSuccess(received, type, bytes, limits), status };
}

/** Clients take any status between 200 and 299 for success and read the same format under it. */
function readSuccess(received: Received, type: string, bytes: Buffer, limits: ProxyLimits): Saying {
  const { dialect } = received.passage.route;
  const framing = findFraming(type, dialect.stream?.framing);
  if (framing !== undefined) return readStreamed(received, bytes, framing, limits);
  if (type === 'application/json') return readPlain(received, bytes, limits);
  const unread = dialect.readBytes?.(type, bytes);
  if (unread !== undefined) return keepBytes(unread, soundTypes.has(type) ? type : noType, bytes);
  throw new GatewayError(
    'upstream_failed',
    `the upstream’s answer is neither JSON nor a stream, as its content-type has it; ${see(received)}`,
  );
}

/** Pages and redirects come most often from where no model is. */
function see({ upstream }: Received): string {
  return `see whether the base URL of \`${upstream.name}\` is right`;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * 407 is about a proxy between the gateway and the upstream, and clients take it for one of their own; above 599 there is
 * no status that they know.
 */
function isAnswer(status: number): boolean {
  return isSuccess(status) || (status >= 400 && status < 600 && status !== 407);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** By their definition these have no content: RFC 9110, 15.3.5 and 15.3.6. */
export function isBare(status: number): boolean {
  return status === 204 || status === 205;
}

function keepNothing(status: number, bytes: Buffer): WholeAnswer {
  if (bytes.length > 0)
    throw new GatewayError('upstream_failed', `the upstream’s ${status} answer has a body`);
  return { ...keepBytes({ parts: [], unjudged: [], facts: noFacts }, '', bytes), status };
}

function readPlain(received: Received, bytes: Buffer, limits: ProxyLimits): Saying {
  const { dialect } = received.passage.route;
  const json = readAnswerJson(bytes, limits);
  const answered: Answered = dialect.readAnswer(json, received.asked);
  const parts = [...answered.parts, ...toRoundedParts(json.rounded, 'assistant')];
  return {
    ...answered,
    parts,
    type: 'application/json',
    bytes,
    *write(edits) {
      if (edits.length === 0 && dialect.amend === undefined) return bytes;
      const came = json.source;
      const source =
        edits.length === 0 ? came : yield* redactJson(json, parts, edits, dialect.drop);
      yield;
      if (dialect.amend === undefined) return Buffer.from(source);
      const { models } = received.passage;
      const amended = dialect.amend({ source, value: JSON.parse(source) as unknown }, (model) =>
        isAllowed(models, model),
      );
      return amended === came ? bytes : Buffer.from(amended);
    },
    mask: (findings) => toBytes(maskJson(json.source, parts, findings)),
  };
}

/** Types that have room for nothing else. */
const noType = 'application/octet-stream';
const soundTypes: ReadonlySet<string> = new Set(
  'mpeg mp3 mp4 aac opus ogg webm flac x-flac wav x-wav wave vnd.wave pcm l16 basic'
    .split(' ')
    .map((name) => `audio/${name}`),
);

/** Bytes that are to be no text are let through as they are or not at all. */
function keepBytes(answered: Answered, type: string, bytes: Buffer): Saying {
  return {
    ...answered,
    type,
    bytes,
    write: (edits) =>
      inOneStep(() => {
        if (edits.length > 0) throw new Error('an edit names a part that cannot be rewritten');
        return bytes;
      }),
    mask: (findings) => inOneStep(() => (findings.length === 0 ? bytes : Buffer.from(withheld))),
  };
}

function readStreamed(
  received: Received,
  bytes: Buffer,
  framing: Framing,
  limits: ProxyLimits,
): Saying {
  const { dialect } = received.passage.route;
  const { asked } = received;
  if (dialect.stream === undefined)
    throw new GatewayError(
      'upstream_failed',
      'the upstream streams where its format has no stream',
    );
  const held = readHeldStream(bytes, framing, dialect.stream, asked, limits);
  return {
    type: framing.type,
    bytes,
    parts: held.parts,
    unjudged: held.unjudged,
    facts: held.facts,
    write: (edits) =>
      inOneStep(() =>
        edits.length === 0 ? bytes : Buffer.from(writeHeldStream(held, edits, dialect.drop)),
      ),
    mask: (findings) => inOneStep(() => Buffer.from(maskHeldStream(held, findings))),
  };
}

function maskHeldStream(held: HeldStream, findings: readonly Finding[]): string {
  const edits = findings.flatMap(toMasks);
  if (edits.some((edit) => held.parts[edit.part]?.fixed !== false)) return withheld;
  try {
    return writeHeldStream(held, edits, () => []);
  } catch {
    // Joined from several strings, as the tokens of an answer are: there is no one place to mask.
    return withheld;
  }
}

const errorTypes: ReadonlySet<string> = new Set(
  'text/plain text/html text/xml application/xml application/problem+json'.split(' '),
);

/** An upstream's error goes to the client as it is, but it may repeat the prompt, so it is judged like any answer. */
function readError(bytes: Buffer, { status, headers }: Inbound, limits: ProxyLimits): WholeAnswer {
  const type = mediaTypeOf(headers);
  const common = { status, bytes, facts: noFacts };
  if (type === 'application/json') {
    const json = readAnswerJson(bytes, limits);
    const sink = new Sink('answer');
    unmapped(json.value, sink);
    const parts = [
      ...sink.parts.map((part): Part => ({ ...part, mapped: true })),
      ...toRoundedParts(json.rounded, 'assistant'),
    ];
    return {
      ...common,
      type,
      parts,
      unjudged: sink.unjudged,
      write: (edits) =>
        edits.length === 0
          ? inOneStep(() => bytes)
          : toBytes(redactJson(json, parts, edits, () => [])),
      mask: (findings) => toBytes(maskJson(json.source, parts, findings)),
    };
  }
  // In another charset, or with characters that nobody sees between the others, it would be read as another text.
  if (!isUtf8(bytes) || bytes.includes(0) || !isMeantAsUtf8(headers))
    throw new GatewayError('upstream_failed', 'the upstream’s error is no text that can be judged');
  const text = bytes.toString('utf8');
  const sink = new Sink('answer');
  sink.text('assistant', text);
  return {
    ...common,
    // A type of the upstream's own making would be text that nobody judged, and that of a stream would be read as one.
    type: errorTypes.has(type) ? type : 'text/plain',
    parts: sink.parts,
    unjudged: [],
    write: (edits) =>
      edits.length === 0 ? inOneStep(() => bytes) : toBytes(replaceInSteps(text, edits)),
    mask: (findings) => toBytes(maskText(text, findings)),
  };
}
