/** Sends bytes exactly as given over a plain socket, for what no well-behaved client would send. */
import { connect } from 'node:net';

export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string };

export function sendRaw(
  url: string,
  bytes: string | Buffer,
  timeoutMs = 60_000,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const settle = (): void => {
      clearTimeout(timer);
      socket.destroy();
      const cut = text.indexOf('\r\n\r\n');
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
        head: cut === -1 ? text : text.slice(0, cut),
        body: cut === -1 ? '' : text.slice(cut + 4),
      });
    };
    const timer = setTimeout(settle, timeoutMs);
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      const cut = text.indexOf('\r\n\r\n');
      if (
        cut !== -1 &&
        length !== undefined &&
        Buffer.byteLength(text.slice(cut + 4)) >= Number(length)
      )
        settle();
    });
    socket.on('end', settle);
    socket.on('error', (error) => {
      if (text === '') {
        clearTimeout(timer);
        reject(error);
      } else settle();
    });
    socket.write(bytes);
  });
}
