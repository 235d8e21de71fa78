/** One request on its way to an upstream: what the middleware takes for the caller's, holding nothing that is the caller's. */
import { IncomingMessage, ServerResponse, type ClientRequest } from 'node:http';
import { TLSSocket } from 'node:tls';
import { GatewayError } from '../errors.ts';
import { whyUnreached } from '../unreached.ts';
import { ClientLeft } from './client-left.ts';
import { Deadlines, type ForwardLimits } from './deadlines.ts';
import type { Phase } from './failure.ts';
import { findOwnWant } from './own-want.ts';

/** A request as it is to reach the upstream. */
export type Outbound = {
  readonly method: 'GET' | 'POST';
  /** Behind the upstream's base URL, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
};

/** The upstream's answer; whoever takes it reads `stream` to its end or calls `abort`. */
export type Inbound = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly stream: IncomingMessage;
  /** Why the stream broke, once it did; the reason that the reader should tell. */
  readonly failure: () => GatewayError | undefined;
  readonly abort: () => void;
};

/** Whatever the reason: it cannot have acted on the call. */
const unreached: { readonly cause: Phase } = { cause: 'connect' };

export class Crossing extends IncomingMessage {
  /** The answer is judged before anything is written, so the middleware gets a response that leads nowhere. */
  readonly nowhere: ServerResponse;
  /** Rejects with GatewayError; with ClientLeft as soon as the client is gone. */
  readonly inbound: Promise<Inbound>;
  readonly #name: string;
  #body: Buffer | undefined;
  readonly #client: ServerResponse;
  readonly #deadlines: Deadlines;
  readonly #leave = (): void => this.#fail(new ClientLeft('before its answer was complete'));
  #resolve: (inbound: Inbound) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #sent: ClientRequest | undefined;
  #failure: GatewayError | undefined;
  #over = false;
  /** A connection stands, encrypted where it is to be: from here on the upstream may have had some of it. */
  #reached = false;
  #begun = false;

  constructor(name: string, limits: ForwardLimits, outbound: Outbound, client: ServerResponse) {
    super(client.req.socket);
    this.method = outbound.method;
    this.url = outbound.path;
    this.httpVersion = '1.1';
    this.httpVersionMajor = 1;
    this.httpVersionMinor = 1;
    this.headers = { ...outbound.headers };
    this.nowhere = new ServerResponse(this);
    this.#name = name;
    this.#body = outbound.body;
    this.#client = client;
    this.#deadlines = new Deadlines(name, limits, (error) => this.#fail(error));
    this.inbound = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    client.once('close', this.#leave);
  }

  /** The body is whole already: it goes out at once instead of being streamed. */
  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    if (this.#body === undefined) destination.end();
    else destination.end(this.#body);
    this.#body = undefined;
    return destination;
  }

  /** Nobody waits for it any more. */
  get over(): boolean {
    return this.#over;
  }

  connect(sent: ClientRequest): void {
    this.#sent = sent;
    if (this.#over) {
      sent.destroy();
      return;
    }
    // Nothing is tunnelled: an upstream that changes protocols has not answered.
    sent.once('upgrade', (_answer, tunnel) => {
      tunnel.destroy();
      this.#fail(this.#broken());
    });
    const { socket } = sent;
    if (socket?.connecting === true) {
      const event = socket instanceof TLSSocket ? 'secureConnect' : 'connect';
      this.#deadlines.connecting();
      socket.once(event, () => this.#reach());
      // One for which there was no file or port has ended already, and says why in a moment.
    } else if (socket?.destroyed !== true) this.#reach();
  }

  #reach(): void {
    this.#reached = true;
    this.#deadlines.reached();
  }

  answer(answer: IncomingMessage): void {
    this.#begun = true;
    if (this.#sent !== undefined) this.#deadlines.begun(this.#sent, answer);
    // Also where it was read to its end: an error costs its stack, so it is made only where it is one.
    const close = (): void => {
      if (!this.#over) this.#fail(this.#broken());
    };
    answer.once('end', () => this.#finish());
    answer.once('close', close);
    answer.on('error', close);
    this.#resolve({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      stream: answer,
      failure: () => this.#failure,
      abort: () => this.#abort(),
    });
  }

  /** By its code: the message of a system error may hold an address that is nobody else's business. */
  break(cause: Error): void {
    if (this.#over) return;
    if (this.#begun) {
      this.#fail(this.#broken());
      return;
    }
    const want = this.#reached ? undefined : findOwnWant(cause);
    if (want !== undefined) {
      const detail = `the gateway could open no connection to the upstream \`${this.#name}\` (${want})`;
      this.#fail(new GatewayError('overloaded', detail, { headers: { 'retry-after': '1' } }));
      return;
    }
    const why = whyUnreached(cause);
    const detail = `the upstream \`${this.#name}\` did not answer${why === undefined ? '' : `: ${why}`}`;
    this.#fail(new GatewayError('upstream_failed', detail, this.#reached ? {} : unreached));
  }

  /** Ends it for a reason that is not the upstream's. */
  cut(error: GatewayError): void {
    this.#fail(error);
  }

  #broken(): GatewayError {
    const detail = `the upstream \`${this.#name}\` broke off before its answer was complete`;
    return new GatewayError('upstream_failed', detail);
  }

  #fail(error: GatewayError): void {
    if (this.#over) return;
    this.#failure = error;
    this.#abort();
    this.#reject(error);
  }

  #abort(): void {
    this.#finish();
    // The middleware ends the upstream's request and answer when the response closes.
    this.nowhere.emit('close');
    this.#sent?.destroy();
  }

  #finish(): void {
    this.#over = true;
    this.#deadlines.clear();
    this.#client.off('close', this.#leave);
  }
}
