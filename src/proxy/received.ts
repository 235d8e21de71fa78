/** Takes a request in: its bytes, what they say, where it is to go, and the interaction that the core judges. */
import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors.ts';
import type { Call, Told } from '../governance/event.ts';
import type { Interaction, Part } from '../governance/interaction.ts';
import { readAddressed } from './addressed.ts';
import { readBody, refuseBody } from './body.ts';
import type { Asked } from './dialects/dialect.ts';
import { readBodyJson, type Json } from './json.ts';
import type { ProxyOptions } from './house.ts';
import type { Passage } from './passage.ts';
import { toRoundedParts } from './rounded.ts';
import {
  chooseUpstream,
  findDefault,
  refuseUnserved,
  isAllowed,
  serves,
  type Pick,
  type Upstream,
} from './upstream.ts';
import { isPlain, readRetry, readTraceContext } from './wire-headers.ts';

export type Received = {
  readonly passage: Passage;
  /** Undefined on a route without a body. */
  readonly bytes: Buffer | undefined;
  readonly bytesIn: number;
  readonly json: Json | undefined;
  readonly asked: Asked;
  readonly upstream: Upstream;
  readonly interaction: Interaction;
  readonly told: Told;
};

type Choosing = ProxyOptions & { readonly targets: { readonly pick: Pick } };

/** Throws GatewayError for everything that is refused before it is judged. */
export async function receive(
  options: Choosing,
  request: IncomingMessage,
  passage: Passage,
): Promise<Received> {
  const { route, parameters } = passage;
  const hasBody = route.method === 'POST';
  if (!hasBody) refuseBody(request);
  const bytes = hasBody ? await readBody(request, options.limits) : undefined;
  checkQuery(passage);
  checkHeaders(request, passage);
  const reading = bytes && readBodyJson(bytes, options.limits, options.step);
  const json = reading instanceof Promise ? await reading : reading;
  const asked = route.dialect.readRequest(json, { route: route.route, params: parameters });
  const upstream = findUpstream(options, passage, asked);
  const told = toTold(passage, asked, upstream.name);
  const retry = readRetry(request.headers);
  return {
    passage,
    bytes,
    bytesIn: bytes?.length ?? 0,
    json,
    asked,
    upstream,
    interaction: toInteraction(passage, asked, upstream, [
      ...readAddressed(passage, request.headers),
      ...toRoundedParts(json?.rounded, 'user'),
    ]),
    told: {
      ...told,
      ...readTraceContext(request.headers),
      ...(retry !== undefined && { retry }),
    },
  };
}

/** Names, versions, marks of pages: nothing that would have to be encoded. */
const queryValue = /^[\w.~+/=;-]{0,512}$/;

/** A parameter that nobody judged could mean something to the upstream, twice the same one two things. */
function checkQuery({ query, route }: Passage): void {
  // Google's servers read `$alt` where they read `alt`.
  const names = new Set([...query.keys()].map((name) => name.replace(/^\$/, '')));
  for (const [name, value] of query)
    if (!route.query.includes(name) || names.size < query.size || !queryValue.test(value))
      throw new GatewayError(
        'invalid_request',
        route.query.length === 0
          ? 'this route takes no query parameters'
          : `this route takes the query parameters ${route.query.join(', ')}, each once and in plain characters`,
      );
}

/** Such a header chooses how the upstream reads the body: left out, it would read it otherwise than it was meant. */
function checkHeaders(request: IncomingMessage, { route }: Passage): void {
  for (const name of route.dialect.family.passedHeaders) {
    const value = request.headers[name] ?? '';
    if (typeof value !== 'string' || !isPlain(value))
      throw new GatewayError(
        'invalid_request',
        `the header \`${name}\` is too long or not printable`,
      );
  }
}

function findUpstream(options: Choosing, passage: Passage, asked: Asked): Upstream {
  const { family, prefix } = passage.route;
  const { model, furtherModels = [] } = asked;
  for (const each of [model, ...furtherModels])
    if (each !== '' && !isAllowed(passage.models, each))
      throw new GatewayError('forbidden', `this key may not use the model \`${each}\``);
  const mayUse = (each: Upstream): boolean =>
    isAllowed(passage.upstreams, each.name) && serves(each, model);
  const upstream =
    model === '' && prefix === undefined
      ? findDefault(family, options.upstreams)
      : chooseUpstream(
          { family, model, prefix },
          options.upstreams,
          options.routes,
          (entry, among) =>
            options.targets.pick(entry, among.filter(mayUse)) ?? options.targets.pick(entry, among),
        );
  if (upstream === undefined) throw refuseUnserved(model, family, options.upstreams);
  if (!mayUse(upstream))
    throw new GatewayError('forbidden', `this key may not use the upstream \`${upstream.name}\``);
  return upstream;
}

function toInteraction(
  passage: Passage,
  asked: Asked,
  upstream: Upstream,
  further: readonly Part[],
): Interaction {
  return {
    stage: 'request',
    dialect: passage.route.dialect.name,
    route: passage.route.route,
    upstream: upstream.name,
    model: asked.model,
    stream: asked.stream,
    key: passage.caller,
    user: asked.user,
    session: asked.session,
    tags: passage.caller.tags,
    at: passage.receivedAt,
    tools: asked.tools,
    references: asked.references,
    history: asked.history,
    parts: further.length === 0 ? asked.parts : [...asked.parts, ...further],
    unjudged: asked.unjudged,
  };
}

/** How an exchange is named in the record; `asked` is unknown where the request could not be read. */
export function toTold(passage: Passage, asked: Asked | undefined, upstream: string): Told {
  const call: Call = {
    dialect: passage.route.dialect.name,
    route: passage.route.route,
    model: asked?.model ?? '',
    upstream,
    stream: asked?.stream ?? false,
    session: asked?.session ?? '',
    tags: passage.caller.tags,
  };
  return {
    exchange: passage.exchange,
    requestId: passage.requestId,
    attempt: 1,
    actor: { ...passage.actor, subject: asked?.user ?? '' },
    call,
  };
}

/** What a stream can do without for as long as it lasts: the request was judged, recorded and sent as it came. */
export function withoutBody(received: Received): Received {
  const { asked, interaction } = received;
  return {
    ...received,
    bytes: undefined,
    json: undefined,
    asked: { ...asked, parts: [] },
    interaction: { ...interaction, parts: [] },
  };
}
