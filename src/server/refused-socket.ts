/** What a socket is told whose request never became one: the reason, in the shape that the clients of its path read. */
import type { Duplex } from 'node:stream';
import { type IncomingHttpHeaders, IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { type ErrorCode, GatewayError } from '../errors.ts';
import { ClientLeft } from '../proxy/client-left.ts';
import { endLate } from '../proxy/linger.ts';
import { toMethodError } from './denial.ts';

/** An error as a whole answer, for a path that may be one of the proxy's. */
export type Refusal = {
  readonly type: string;
  /** Names and values of headers, in turns. */
  readonly lines: readonly string[];
  readonly text: string;
};

const framingCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** A method that the parser does not know is no bad framing where the first line is one. */
const firstLine =
  /^([\w!#$%&'*+.^`|~-]+) (\/[\x21-\x3e\x40-\x7e]*)(?:\?[\x21-\x7e]*)? HTTP\/1\.[01]\r\n/;

/** `methodsOf`: those that a path has. */
export function toFramingError(
  error: NodeJS.ErrnoException,
  methodsOf?: (path: string) => readonly string[],
): GatewayError {
  if (error.code === 'HPE_INVALID_METHOD' && methodsOf !== undefined) {
    const [, method = '', path] = firstLine.exec(readStart(error)) ?? [];
    // Behind another request that came with it, the first line is that one's.
    if (path !== undefined && readPlace(error) <= method.length)
      return toMethodError(methodsOf(path));
  }
  // Nothing was framed badly by a client that just sent no more.
  if (error.code === 'HPE_INVALID_EOF_STATE')
    return new ClientLeft('before its request was complete');
  const code = framingCodes[error.code ?? ''];
  if (code === 'headers_too_large') {
    return new GatewayError(code, 'the request headers are larger than this gateway reads');
  }
  if (code === 'request_timeout') {
    return new GatewayError(code, 'the request did not arrive in time');
  }
  return new GatewayError(
    'ambiguous_request',
    'the request is not framed in the one way that every HTTP/1.1 reader agrees on',
  );
}

/** As much of a request that could not be read as tells whose client sent it. */
export type Remains = { readonly path: string; readonly headers: IncomingHttpHeaders };

/** The path is '' where the first line is not among what is left. */
export function readRemains(error: object): Remains {
  const start = readStart(error);
  const path = /^[\w!#$%&'*+.^`|~-]+ (\/[\x21-\x3e\x40-\x7e]*)/.exec(start)?.[1] ?? '';
  const version = /^anthropic-version:[ \t]*([\w-]+)/im.exec(start)?.[1];
  return { path, headers: version === undefined ? {} : { 'anthropic-version': version } };
}

/** How far what came was understood. */
function readPlace(error: object): number {
  const parsed: unknown = Reflect.get(error, 'bytesParsed');
  return typeof parsed === 'number' ? parsed : 0;
}

function readStart(error: object): string {
  const packet: unknown = Reflect.get(error, 'rawPacket');
  return Buffer.isBuffer(packet) ? packet.subarray(0, 8192).toString('latin1') : '';
}

/** The whole head of it, without what becomes of the connection. */
export function toLines({ type, lines, text }: Refusal): string[] {
  const length = String(Buffer.byteLength(text));
  return ['content-type', type, 'content-length', length, 'cache-control', 'no-store', ...lines];
}

export function refuseSocket(socket: Duplex, status: number, refusal: Refusal): void {
  const lines = [...toLines(refusal), 'connection', 'close'];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n`;
  for (let at = 0; at < lines.length; at += 2)
    head += `${lines[at] ?? ''}: ${lines[at + 1] ?? ''}\r\n`;
  socket.write(`${head}\r\n${refusal.text}`);
  endLate(socket);
}

/** A call whose body is being read is refused by whoever reads it, once and in its client's shape; false where none is. */
function tellReader(socket: Duplex, error: NodeJS.ErrnoException): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  if (typeof message !== 'object' || message === null) return false;
  const request: unknown = Reflect.get(message, 'req');
  if (!(request instanceof IncomingMessage) || request.complete) return false;
  if (request.listenerCount('error') === 0) return false;
  request.emit('error', toFramingError(error));
  return true;
}

/**
 * Calls that came whole before one that cannot be read are answered first, each in its turn, unless their client ends its side
 * of the connection, as ever. Then the one is refused, by whoever reads its body or by `refuse`.
 */
export function refuseInTurn(
  socket: Duplex,
  error: NodeJS.ErrnoException,
  refuse: () => void,
): void {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  const answer: ServerResponse | undefined =
    message instanceof ServerResponse ? message : undefined;
  if (answer?.req.complete === true) {
    const leave = (): unknown => socket.destroy();
    socket.once('end', leave);
    answer.once('close', () => {
      socket.off('end', leave);
      // The next one in line has its place on the socket when this turn is over.
      setImmediate(refuseInTurn, socket, error, refuse);
    });
    return;
  }
  if (!socket.writable || tellReader(socket, error)) return;
  // Nothing of ours may be written into an answer that has begun.
  if (answer?.headersSent === true) socket.destroy();
  else refuse();
}
