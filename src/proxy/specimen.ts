/** Reads a body of any dialect as the interaction that would be judged, without a connection it came on. */
import { GatewayError } from '../errors.ts';
import type { Caller, Interaction } from '../governance/interaction.ts';
import type { Answered, Asked, Dialect } from './dialects/dialect.ts';
import { findFraming, framings } from './framing.ts';
import { readHeldStream } from './held-stream.ts';
import { readJson, readJsonText, readObject, type Json, type JsonLimits } from './json.ts';
import { azureOperations, operations, type Operation } from './operations.ts';
import { matchesPattern, showPattern } from './path-pattern.ts';
import { toRoundedParts } from './rounded.ts';

export type Specimen = {
  readonly operation: Operation;
  readonly asked: Asked;
};

/** What the connection would have told. */
export type Circumstances = {
  readonly upstream: string;
  readonly caller: Caller;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

const posted = [...operations, ...azureOperations].filter(({ method }) => method === 'POST');

/** `/v1/messages`, `/v1beta/models/{model}:generateContent` …, as `route` may name them. */
export function listSpecimenRoutes(): readonly string[] {
  return [...new Set(posted.map(({ path }) => showPattern(path)))];
}

/** Where a body was sent: a path or the pattern of one, and its format where that alone does not tell it. */
export type Address = {
  readonly route?: string;
  readonly dialect?: string;
  /** The model, where the path names it and is not given as it was called. */
  readonly model?: string;
};

/** Without an address, the format is chosen that knows most of the body. */
export function readSpecimen(source: string, limits: JsonLimits, address: Address = {}): Specimen {
  const json = readJsonText(source, limits, 'the request body');
  if (address.route !== undefined)
    return read(findOperation(address, address.route), json, address);
  const readings = posted.flatMap((operation) => tryRead(operation, json, address));
  const best = readings.reduce<Specimen | undefined>(
    (chosen, each) =>
      chosen === undefined || countUnmapped(each) < countUnmapped(chosen) ? each : chosen,
    undefined,
  );
  if (best !== undefined && best.asked.parts.some((part) => part.mapped)) return best;
  throw new GatewayError('invalid_request', 'the body is a request of no format that is read here');
}

export function toRequestInteraction(
  { operation, asked }: Specimen,
  { upstream, caller, at }: Circumstances,
): Interaction {
  const { model, stream, user, session, tools, references, history, parts, unjudged } = asked;
  return {
    stage: 'request',
    dialect: operation.dialect.name,
    route: showPattern(operation.path),
    upstream,
    key: caller,
    tags: caller.tags,
    at,
    ...{ model, stream, user, session, tools, references, history, parts, unjudged },
  };
}

/** The answer to a specimen, plain or streamed, as the interaction that is judged. */
export function toAnswerInteraction(
  specimen: Specimen,
  answer: Buffer,
  circumstances: Circumstances,
  limits: JsonLimits,
): Interaction {
  const { parts, unjudged } = readAnswer(specimen, answer, limits);
  const request = toRequestInteraction(specimen, circumstances);
  return { ...request, stage: 'response', parts, unjudged };
}

function readAnswer(
  { operation: { dialect }, asked }: Specimen,
  answer: Buffer,
  limits: JsonLimits,
): Pick<Answered, 'parts' | 'unjudged'> {
  const framing = isPlain(answer) ? undefined : framingOf(dialect);
  if (framing !== undefined && dialect.stream !== undefined)
    return readHeldStream(answer, framing, dialect.stream, asked, limits);
  const json = readJson(answer, limits, 'the answer');
  const { parts, unjudged } = dialect.readAnswer(json, asked);
  return { parts: [...parts, ...toRoundedParts(json.rounded, 'assistant')], unjudged };
}

function framingOf(dialect: Dialect): ReturnType<typeof findFraming> {
  const name = dialect.stream?.framing;
  return name === undefined ? undefined : findFraming(framings[name].type, name);
}

/** One JSON object is an answer; a list of them, or anything else, is a stream. */
function isPlain(answer: Buffer): boolean {
  try {
    return readObject(JSON.parse(answer.toString('utf8'))) !== undefined;
  } catch {
    return false;
  }
}

function findOperation({ dialect }: Address, route: string): Operation {
  const path = route.replace(/\?.*/s, '');
  const found = posted.find(
    (operation) =>
      (dialect === undefined || operation.dialect.name === dialect) &&
      (operation.path === path ||
        showPattern(operation.path) === path ||
        matchesPattern(operation.path, path)),
  );
  if (found !== undefined) return found;
  throw new GatewayError('not_found', `there is no governed route \`${route.slice(0, 100)}\``);
}

function read(operation: Operation, json: Json, { route = '', model }: Address): Specimen {
  const target = { route: showPattern(operation.path) };
  const { readRequest } = operation.dialect;
  const ask = (params: Readonly<Record<string, string>>): Asked => {
    const asked = readRequest(json, { ...target, params });
    return { ...asked, parts: [...asked.parts, ...toRoundedParts(json.rounded, 'user')] };
  };
  if (!operation.path.includes(':model')) return { operation, asked: ask({}) };
  const named = /\/(?:models|deployments)\/([^/:{}]+)/.exec(route)?.[1];
  const called = named === undefined ? model : decodeURIComponent(named);
  return {
    operation,
    asked: ask({ model: called === undefined || called === '' ? 'unnamed' : called }),
  };
}

function tryRead(operation: Operation, json: Json, address: Address): readonly Specimen[] {
  try {
    return [read(operation, json, address)];
  } catch {
    return [];
  }
}

function countUnmapped({ asked }: Specimen): number {
  return asked.parts.filter((part) => !part.mapped).length;
}
