/** The media type of an answer, without its parameters. */
import type { IncomingHttpHeaders } from 'node:http';

export function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
