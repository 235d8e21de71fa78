/** Connections to an upstream, used again only where nothing has come that no call had asked for. */
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

const freeSocketsMax = 256;
/**
 * A socket that the upstream is just closing takes a call and loses it, and nobody knows whether it was acted upon: it
 * must not be sent twice. So only fresh ones are used again: the shortest that servers keep theirs is five seconds.
 * Where an upstream says less, that holds.
 */
const freeSocketTimeoutMs = 4_000;

/** A socket that rests is read no further: by default it would go on until 64 KB wait, a reading for each chunk. */
const restful = { readableHighWaterMark: 1 };

// Invariant: what came behind an answer, in one piece with it or later, is never read as the answer to the next call.
export class Connections {
  readonly agent: HttpAgent;
  readonly #watches = new WeakMap<Socket, SocketWatch>();

  constructor(baseUrl: string) {
    const Agent = baseUrl.startsWith('https:') ? HttpsAgent : HttpAgent;
    this.agent = new Agent({
      keepAlive: true,
      maxFreeSockets: freeSocketsMax,
      timeout: freeSocketTimeoutMs,
      ...restful,
    });
    const [keep] = this.agent.listeners('free');
    if (keep === undefined) throw new Error('node keeps no sockets');
    this.agent.removeAllListeners('free');
    this.agent.on('free', (socket: Socket, options: unknown) => {
      // A reader that was slow may have left it standing still.
      socket.resume();
      afterReading(() => {
        this.#watches.get(socket)?.end();
        // From here on node itself ends it where something comes.
        Reflect.apply(keep, this.agent, [socket, options]);
      });
    });
  }

  /** Calls back at once, or, where a socket would be used again, when all that lies at it has been read. */
  look(then: () => void): void {
    if (Object.keys(this.agent.freeSockets).length > 0) afterReading(then);
    else then();
  }

  /** To be told of each call as soon as it has its socket. */
  watch(sent: ClientRequest): void {
    const { socket } = sent;
    if (socket === null) return;
    const known = this.#watches.get(socket);
    const watch = known ?? new SocketWatch(socket);
    if (known === undefined) this.#watches.set(socket, watch);
    watch.begin(sent);
  }

  close(): void {
    this.agent.destroy();
  }
}

/** What the system holds is read once in a turn of the loop, and this may be called behind that: so the next one is waited for. */
function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then));
}

/** Ends a socket at which something comes behind the answer that was asked for. */
class SocketWatch {
  readonly #socket: Socket;
  #answer: IncomingMessage | undefined;
  readonly #look = (): void => {
    if (this.#answer?.complete === true) this.#socket.destroy();
  };

  constructor(socket: Socket) {
    this.#socket = socket;
    // Before node's own reader, for which the same bytes may complete the answer.
    socket.prependListener('data', this.#look);
    // Between two calls node listens to none.
    socket.on('error', () => undefined);
  }

  begin(sent: ClientRequest): void {
    this.#answer = undefined;
    sent.once('response', (answer) => (this.#answer = answer));
    // What comes in one piece with the answer's end begins a message for node's parser, which forgets it where it stops short.
    const parser: unknown = Reflect.get(this.#socket, 'parser');
    if (typeof parser !== 'object' || parser === null) return;
    const begins: unknown = Reflect.get(parser.constructor, 'kOnMessageBegin');
    if (typeof begins === 'number') Reflect.set(parser, begins, this.#look);
  }

  /** What was answered is not to be held on to while nothing is asked. */
  end(): void {
    this.#answer = undefined;
  }
}
