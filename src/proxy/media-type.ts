/** The media type of an answer, without its parameters. */
import type { IncomingHttpHeaders } from 'node:http';

export function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether text of this type is meant to be read as UTF-8, or says nothing of how. */
export function isMeantAsUtf8(headers: IncomingHttpHeaders): boolean {
  const named = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '');
  return named === null || /^(?:utf-?8|us-ascii)$/i.test(named[1] ?? '');
}
