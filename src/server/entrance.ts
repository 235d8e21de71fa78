/** The entrance: a call that there is no room for is turned away here, before anything else is made of it. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Express } from 'express';
import type { GatewayError } from '../errors.ts';
import type { Recorder } from '../governance/event.ts';
import { linger } from '../proxy/linger.ts';
import type { Proxy } from '../proxy/proxy.ts';
import type { Admission } from './admission.ts';
import { toDeniedEvent } from './denied.ts';
import type { ListenOptions } from './listen.ts';
import { requestIdOf } from './open.ts';
import { SameRefusals } from './same-refusals.ts';

export type EntranceOptions = {
  readonly admission: Admission;
  readonly proxy: Pick<Proxy, 'familyOf'>;
  readonly record: Recorder;
  readonly createId: () => string;
  readonly toRefusal: ListenOptions['toRefusal'];
};

/** In a crowd there are many such calls for each that is let in: what one of them costs is taken from those. */
export function createEntrance(app: Express, options: EntranceOptions): RequestListener {
  const same = new SameRefusals();
  return function enter(request, response) {
    const lack = options.admission.admit(request, response);
    if (lack === undefined) app(request, response);
    else turnAway(app, options, { request, response, same }, lack);
  };
}

type Call = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly same: SameRefusals;
};

/** Recorded like every refusal, and told in the shape that the client on this path reads. */
function turnAway(
  app: Express,
  { proxy, record, createId, toRefusal }: EntranceOptions,
  { request, response, same }: Call,
  error: GatewayError,
): void {
  const { headers, url = '' } = request;
  const path = url.split('?', 1)[0] ?? '';
  const exchange = createId();
  const requestId = requestIdOf(request, exchange);
  const dialect = proxy.familyOf(path, headers) ?? 'governance';
  const answer = (): void => {
    if (response.headersSent || response.destroyed) return;
    const { lines, text, plain } = same.tell(error, dialect, requestId, (id) =>
      toRefusal({ path, headers }, error, id),
    );
    if (!request.complete) {
      lines.push('connection', 'close');
      linger(response);
    }
    // As text it leaves with the head in one piece.
    response.writeHead(error.status, lines).end(text, plain ? 'latin1' : 'utf8');
  };
  // Connections are worth keeping: a short body came along with the head, and its end is told before all else of this
  // turn has been done, for which the others that are turned away would wait. A longer one is not waited for.
  const refuse = (): void => {
    // One that waits to be asked for its body has not sent it.
    if (headers.expect === undefined) request.once('end', answer).resume();
    setImmediate(answer);
  };
  const actor = {
    ...{ key: '', owner: '', team: '', subject: '' },
    ...{ address: addressOf(app, request), agent: headers['user-agent'] ?? '' },
  };
  const denied = { exchange, requestId, actor, dialect, route: '', error };
  // The refusal itself lets nothing through, so it is given even where it cannot be recorded; the trail tells the gap.
  record(toDeniedEvent(denied)).then(refuse, refuse);
}

/** As Express reads it for calls that reach it, proxies that are trusted included. */
function addressOf(app: Express, { headers, socket }: IncomingMessage): string {
  // Whichever proxies are trusted: nobody says that the call is another one's.
  if (headers['x-forwarded-for'] === undefined) return socket.remoteAddress ?? '';
  const address: unknown = Reflect.get(app.request, 'ip', { app, headers, socket });
  return typeof address === 'string' ? address : '';
}
